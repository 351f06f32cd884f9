// Cooperative groups.
#pragma once
#define _COOPERATIVE_GROUPS_H_

#include "cpu/cooperative_groups.h"
