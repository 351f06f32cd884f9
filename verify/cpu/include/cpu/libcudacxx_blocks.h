// A program with atomic objects has blocks that talk to each other: they run one after another on one core.
#pragma once

#include "cpu/launch.h"

namespace cpu_device {
static const BlocksCommunicate libcudacxx_blocks_communicate;
}
