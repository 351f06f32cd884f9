// cuRAND in kernels: of its generators, Philox.
#pragma once
#include "cpu/philox.h"
