// Cooperative groups: reduce.
#pragma once

#include "cpu/cooperative_reduce.h"
