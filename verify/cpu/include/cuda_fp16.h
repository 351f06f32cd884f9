#pragma once

#include "cpu/half.h"
