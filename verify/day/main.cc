#include "verify/day/commands.h"

int main(int argc, char** argv) { return day::day_main({argv + 1, argv + argc}); }
