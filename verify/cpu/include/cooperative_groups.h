// Cooperative groups.
#pragma once

#include "cpu/cooperative_groups.h"
