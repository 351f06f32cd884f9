#pragma once

#include "cpu/bfloat16.h"
