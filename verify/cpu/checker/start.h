// What watches the program: the checker, or in one that is built to be counted the counter.
#pragma once

#include "verify/cpu/runtime/ground/observer.h"

namespace cpu_device::checker {

class Watcher : public Observer {
 public:
    virtual int exits(int status) = 0;  // the program ends with `status`; returns what it ends with instead
};

Watcher* new_checker();
Watcher* new_counter();

// Before all of the program's own code.
void start();

[[noreturn]] void leave(int status);  // at once

}  // namespace cpu_device::checker
