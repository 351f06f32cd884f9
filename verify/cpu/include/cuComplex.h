// Complex numbers as float2 and double2.
#pragma once
#define CU_COMPLEX_H_
#include "cpu/complex.h"
