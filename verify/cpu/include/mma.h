#pragma once

#include "cpu/tensor_cores.h"
