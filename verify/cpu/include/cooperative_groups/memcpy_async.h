// Cooperative groups: asynchronous copies.
#pragma once

#include "cpu/cooperative_copy.h"
