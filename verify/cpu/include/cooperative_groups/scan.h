// Cooperative groups: scans.
#pragma once

#include "cpu/cooperative_scan.h"
