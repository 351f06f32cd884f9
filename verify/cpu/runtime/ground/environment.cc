#include "verify/cpu/runtime/ground/environment.h"

#include <cstdlib>
#include <cstring>

namespace cpu_device {
namespace {

struct Variable {
    const char* name;
    const char* value = nullptr;
};
constinit Variable variables[] = {{"DAYBREAK_ADVICE"},   {"DAYBREAK_CAPABILITY"}, {"DAYBREAK_CHECK"},
                                  {"DAYBREAK_CLOCK"},    {"DAYBREAK_CORES"},      {"DAYBREAK_COUNTS"},
                                  {"DAYBREAK_FINDINGS"}, {"DAYBREAK_LEAKS"},      {"DAYBREAK_ORDER"},
                                  {"DAYBREAK_SCRAMBLE"}, {"DAYBREAK_STATUS"}};

Variable& find(const char* name) {
    for (Variable& variable : variables)
        if (std::strcmp(variable.name, name) == 0) return variable;
    std::abort();
}

// Takes `entry`, "NAME=value", if it is one of ours.
bool take(const char* entry) {
    for (auto& [name, value] : variables) {
        const std::size_t length = std::strlen(name);
        if (std::strncmp(entry, name, length) != 0 || entry[length] != '=') continue;
        value = entry + length + 1;
        return true;
    }
    return false;
}

// Runs before all constructors, also those of libraries: getenv and unsetenv know no environment yet.
void read_environment(int, char**, char** environment) {
    char** kept = environment;
    for (char** entry = environment; *entry != nullptr; ++entry)
        if (!take(*entry)) *kept++ = *entry;
    *kept = nullptr;
}
[[gnu::section(".preinit_array"), gnu::used]] void (*const read_first)(int, char**, char**) = read_environment;

}  // namespace

const char* asked(const char* name) { return find(name).value; }

bool is_switched_on(const char* name) {
    const char* const value = asked(name);
    return value != nullptr && *value != '\0' && std::strcmp(value, "0") != 0;
}

void steer(const char* name, const char* value) { find(name).value = value; }

}  // namespace cpu_device
