// namespace cuda::std is the host's std: on the CPU device both sides run the same code. What has a scope is libcu++'s
// own.
#pragma once

namespace std {}

namespace cuda::std {
using namespace ::std;
}
