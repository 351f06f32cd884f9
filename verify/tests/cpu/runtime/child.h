// A fault inside a kernel stays with its process, and the environment is read once: tests of both run in a child
// process that starts afresh.
#pragma once

#include <gtest/gtest.h>

class Child : public testing::Test {
 protected:
    void SetUp() override {
        GTEST_FLAG_SET(death_test_style, "threadsafe");
        unsetenv("DAYBREAK_LEAKS");  // a child that ends at a fault has no time to free
    }
};
