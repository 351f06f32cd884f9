// A fault inside a kernel stays with its process, and the environment is read once: tests of both run in a child
// process that starts afresh.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "verify/cpu/runtime/ground/environment.h"

using cpu_device::steer;

class Child : public testing::Test {
 protected:
    void SetUp() override {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
        // The test's own are no longer in the environment. Without DAYBREAK_LEAKS: a child that ends at a fault has no
        // time to free.
        for (const char* name : {"DAYBREAK_ORDER", "DAYBREAK_CORES"})
            if (const char* const value = cpu_device::asked(name)) setenv(name, value, 1);
    }
    void TearDown() override {
        unsetenv("DAYBREAK_ORDER");
        unsetenv("DAYBREAK_CORES");
    }
};
