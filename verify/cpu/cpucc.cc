// cpucc: compiles CUDA C++ for the CPU device. It takes nvcc's command line, so that one line builds a program for
// both:
//     nvcc  -std=c++20 -O3 -I . hello.cu -o hello
//     cpucc -std=c++20 -O3 -I . hello.cu -o hello
// The host compiler preprocesses, the rewriter turns launches and shared memory into C++, the host compiler compiles
// and links with the CPU device's runtime.
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <regex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "verify/cpu/rewrite/check_marks.h"
#include "verify/cpu/rewrite/explain.h"
#include "verify/cpu/rewrite/rewrite.h"
#include "verify/cpu/rewrite/two_passes.h"

namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr const char* USAGE =
    "usage: cpucc [nvcc's options] FILE.cu... [FILE.cpp...] [-o PROGRAM]\n"
    "Compiles CUDA C++ for the CPU device. Options that choose a GPU architecture are accepted and mean nothing here;\n"
    "what is not nvcc's own goes to the host compiler (" CPU_DEVICE_CXX
    ").\n"
    "    --check          the check build: its kernels' accesses are looked at while it runs (docs/cpu-device.md)\n"
    "    --count          its kernels' accesses and branches are counted (docs/counts.md). A file that includes\n"
    "                     verify/counts.h is built so of itself\n"
    "    --show-rewrite   print the C++ that the host compiler would get, and stop\n";

struct Command {
    Words sources, others;  // .cu files and host code; objects, libraries
    Words common;           // for preprocessing, compiling and linking
    Words preprocess;       // -MD and the like
    Words compile;
    std::string standard = "gnu++17";  // as with nvcc
    std::string output;
    std::string dependencies;  // the file that -MF names
    int architecture = 0;      // that -arch or -gencode names, the lowest: 80; 0: none
    bool compile_only = false, show = false, check = false, count = false, verbose = false;
    bool asks_for_counts = false;                    // counted because the program itself wants to know
    bool watched() const { return check || count; }  // built with the hooks, and linked with what they call
};

// nvcc's own options that mean nothing on the CPU device.
constexpr const char* IGNORED[] = {"-lineinfo",
                                   "--generate-line-info",
                                   "-extended-lambda",
                                   "--extended-lambda",
                                   "--expt-extended-lambda",
                                   "-expt-extended-lambda",
                                   "--expt-relaxed-constexpr",
                                   "-expt-relaxed-constexpr",
                                   "-m64",
                                   "-lcudart",
                                   "-lcudart_static",
                                   "-lcudadevrt",
                                   "-lcuda",
                                   "-lcublas",
                                   "-lcudnn",
                                   "-lcufft",
                                   "-lcurand",
                                   "-lcusolver",
                                   "-lcusparse",
                                   "-lnccl",
                                   "-lnvidia-ml",
                                   "-lnvToolsExt",
                                   "-res-usage",
                                   "--resource-usage",
                                   "-allow-unsupported-compiler",
                                   "-restrict",
                                   "--restrict"};
constexpr const char* IGNORED_WITH_VALUE[] = {"-code",
                                              "--gpu-code",
                                              "-Xptxas",
                                              "--ptxas-options",
                                              "-maxrregcount",
                                              "--maxrregcount",
                                              "-ccbin",
                                              "--compiler-bindir",
                                              "-t",
                                              "--threads",
                                              "-rdc",
                                              "--relocatable-device-code",
                                              "-Xnvlink",
                                              "-Xcudafe",
                                              "-cudart",
                                              "--cudart",
                                              "-diag-suppress",
                                              "--diag-suppress",
                                              "-x",
                                              "-fmad",
                                              "--fmad"};
// What device code sees as __CUDA_ARCH__ is chosen by these, as with nvcc.
constexpr const char* ARCHITECTURE[] = {"-arch", "--gpu-architecture", "-gencode", "--generate-code"};
constexpr int LOWEST_ARCHITECTURE = 75;  // of nvcc 13, which it takes unless told otherwise
// What would change the results in a way that the CPU device cannot follow, or is not there at all.
constexpr const char* REFUSED[][2] = {
    {"-use_fast_math", "the CPU device has no fast-math arithmetic of a GPU: drop it, or run on a GPU"},
    {"--use_fast_math", "the CPU device has no fast-math arithmetic of a GPU: drop it, or run on a GPU"}};

void split_at_commas(const std::string& text, Words& out) {
    std::size_t begin = 0;
    for (std::size_t comma; (comma = text.find(',', begin)) != std::string::npos; begin = comma + 1)
        out.push_back(text.substr(begin, comma - begin));
    out.push_back(text.substr(begin));
}

std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// "sm_80", "arch=compute_80,code=sm_86", "native": the architecture that the code is compiled for, 0 for none.
int architecture_of(const std::string& text) {
    static const std::regex number("(compute|sm)_([0-9]+)");
    std::smatch match;
    return std::regex_search(text, match, number) ? std::stoi(match.str(2)) : 0;
}

// Does the file itself include verify/counts.h? Then its program asks for counts.
bool asks_for_counts(const fs::path& source) {
    static const std::regex include(R"((^|\n)[ \t]*#[ \t]*include[ \t]*["<]verify/counts\.h[">])");
    return std::regex_search(read(source), include);
}

bool has_extension(const fs::path& file, std::initializer_list<const char*> extensions) {
    return std::find(extensions.begin(), extensions.end(), file.extension()) != extensions.end();
}
bool is_cuda(const fs::path& file) { return has_extension(file, {".cu"}); }
bool is_c(const fs::path& file) { return has_extension(file, {".c"}); }
bool is_host_code(const fs::path& file) { return has_extension(file, {".cpp", ".cc", ".cxx", ".c"}); }

Command parse(int argc, char** argv) {
    Command command;
    for (int i = 1; i < argc; ++i) {
        std::string word = argv[i];
        if (word == "-l" && i + 1 < argc) word += argv[++i];
        const std::string name = word.substr(0, word.find('='));
        const bool joined = name.size() != word.size();
        const auto value = [&]() -> std::string {
            if (joined) return word.substr(name.size() + 1);
            if (i + 1 == argc) throw std::runtime_error("cpucc: " + word + " needs a value after it");
            return argv[++i];
        };
        const auto among = [&](const auto& list) {
            for (const char* one : list)
                if (name == one) return true;
            return false;
        };
        for (const auto& [option, why] : REFUSED)
            if (word == option) throw std::runtime_error(std::string("cpucc: ") + option + ": " + why);

        if (word == "--help" || word == "-h") {
            std::fputs(USAGE, stdout);
            std::exit(0);
        } else if (word == "--show-rewrite")
            command.show = true;
        else if (word == "--check")
            command.check = true;
        else if (word == "--count")
            command.count = true;
        else if (word == "-v" || word == "--verbose")
            command.verbose = true;
        else if (word == "-c" || word == "-dc")
            command.compile_only = true;
        else if (word == "-o")
            command.output = value();
        else if (among(IGNORED))
            continue;
        else if (among(IGNORED_WITH_VALUE))
            value();
        else if (among(ARCHITECTURE)) {
            const int one = architecture_of(value());
            command.architecture = command.architecture == 0 ? one : std::min(command.architecture, one);
        } else if (name == "-Xcompiler" || name == "--compiler-options")
            split_at_commas(value(), command.common);
        else if (name == "-Werror" ||
                 name == "--Werror") {  // of nvcc: a kind of warning follows; of the host compiler: nothing does
            if (!joined && (i + 1 == argc || std::strcmp(argv[i + 1], "all-warnings") != 0))
                command.compile.push_back(word);
            else if (value() == "all-warnings")
                command.compile.push_back("-Werror");
            else
                command.compile.push_back(word);
        } else if (word == "-G")
            command.compile.insert(command.compile.end(), {"-g", "-O0"});
        else if (word == "-O2" ||
                 word == "-O3")  // no kernel here runs faster for it, and a lesson builds a second sooner
            command.compile.push_back("-O1");
        else if (word == "-MD" || word == "-MMD" || word == "-MP")
            command.preprocess.push_back(word);
        else if (word == "-MF" || word == "-MT") {
            command.preprocess.insert(command.preprocess.end(), {word, value()});
            if (word == "-MF") command.dependencies = command.preprocess.back();
        } else if (word.starts_with("-I") || word.starts_with("-D") || word.starts_with("-U") || word == "-isystem" ||
                   word == "-include") {
            command.common.push_back(word);
            if (word.size() == 2 || word == "-isystem" || word == "-include") command.common.push_back(value());
        } else if (name == "-std" || name == "--std") {
            command.standard = value();
        } else if (word.starts_with("-l") || word.starts_with("-L") || word.starts_with("-Wl,")) {
            command.others.push_back(word);
            if (word == "-L") command.others.push_back(value());
        } else if (word.starts_with("-"))
            command.compile.push_back(word);
        else if (is_cuda(word) || is_host_code(word))
            command.sources.push_back(word);
        else
            command.others.push_back(word);
    }
    if (command.sources.empty())
        throw std::runtime_error(
            "cpucc: no .cu file given, nor host code (.cpp, .c): cpucc -std=c++20 -O3 hello.cu -o hello");
    for (const std::string& source : command.sources)
        if (!fs::is_regular_file(source)) throw std::runtime_error("cpucc: there is no file " + source);
    if (command.output.empty())
        command.output = command.compile_only ? fs::path(command.sources[0]).stem().string() + ".o" : "a.out";
    if (command.compile_only && command.sources.size() > 1) throw std::runtime_error("cpucc: -c takes one file");
    // The check build looks for what is wrong instead.
    command.asks_for_counts = !command.check && !command.count &&
                              std::any_of(command.sources.begin(), command.sources.end(), asks_for_counts);
    command.count = command.count || command.asks_for_counts;
    return command;
}

// Ctrl-C, or a request to end, ends the step that runs; what lies about is then removed as after any other failure.
volatile std::sig_atomic_t interrupted = 0;

void expect_interrupts() {
    struct sigaction action = {};
    action.sa_handler = [](int signal) { interrupted = signal; };
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
}

// Runs a program and returns its exit code; what it says goes to the file `messages` if one is given.
int run(const Words& words, bool verbose, const fs::path& messages = {}) {
    if (verbose) {
        for (const std::string& word : words) std::fprintf(stderr, "%s ", word.c_str());
        std::fputc('\n', stderr);
    }
    if (interrupted) throw std::runtime_error("cpucc: interrupted");  // while it rewrote
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    const pid_t child = fork();
    if (child == 0) {
        if (!messages.empty()) dup2(open(messages.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
        execvp(arguments[0], arguments.data());
        std::fprintf(stderr, "cpucc: cannot run the host compiler %s: %s: run scripts/setup\n", arguments[0],
                     std::strerror(errno));
        _exit(127);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) kill(child, interrupted);
    if (interrupted) throw std::runtime_error("cpucc: interrupted");
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The host compiler has said why it fails; this is its exit code.
struct Failed {
    int status;
};

// Runs the host compiler, passes on what it says as `explain` puts it, and never fails in silence.
template <class Explain>
void run_compiler(const Words& words, const Command& command, const fs::path& scratch, const fs::path& messages,
                  Explain explain, bool quiet = false) {
    const int status = run(words, command.verbose, messages);
    const std::string said = read(messages);
    if (!quiet || status != 0) std::fputs(explain(said).c_str(), stderr);
    if (status != 0 && said.empty())
        throw std::runtime_error(
            "cpucc: the host compiler fails without a word, as it does when there is no space in " +
            scratch.parent_path().string() + ": free some, or set TMPDIR");
    if (status != 0) throw Failed{status};
}

// A folder for what lies between the steps, removed with its contents.
struct Scratch {
    fs::path path;
    Scratch() {
        std::string name = (fs::temp_directory_path() / "cpucc-XXXXXX").string();
        if (mkdtemp(name.data()) == nullptr)
            throw std::runtime_error("cpucc: cannot make a folder in " + fs::temp_directory_path().string() + ": " +
                                     std::strerror(errno) + ": free some space, or set TMPDIR");
        path = name;
    }
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
};

// A file that is gone at the end, whatever that is.
struct Removed {
    std::string path;
    ~Removed() { std::remove(path.c_str()); }
};

// The meaning that a GPU gives to the same text: wrapping integers, no aliasing rules for casts, and no use made of
// what cannot happen in a right program: a store through a null pointer is made, a loop past the end of an array runs
// there. malloc and new may give null. And a large local array touches every page of the stack, so that it meets the
// end of the stack and not its neighbour. Nothing is contracted, as with -fmad=false: the same bits on every processor.
const Words SEMANTICS = {"-march=native",
                         "-ffp-contract=off",
                         "-fno-math-errno",
                         "-fno-trapping-math",
                         "-fwrapv",
                         "-fno-strict-aliasing",
                         "-fno-delete-null-pointer-checks",
                         "-fno-aggressive-loop-optimizations",
                         "-fcheck-new",
                         "-fno-builtin-malloc",
                         "-fstack-clash-protection",
                         "-Wno-unknown-pragmas",
                         "-Wno-ignored-attributes"};

// Every access of memory calls a hook of verify/cpu/checker, a whole structure with one call, and a volatile one with
// another. What a call that is not inlined takes or returns by value is no access that a hook sees: so nearly all are
// inlined, as nvcc does it.
const Words CHECKED = {"-fsanitize=thread",
                       "--param=tsan-instrument-func-entry-exit=0",
                       "--param=tsan-distinguish-volatile=1",
                       "-fno-tree-sra",
                       "-finline-functions",
                       "-finline-small-functions",
                       "-Wno-tsan",   // that it does not know fences: the hooks do
                       "-g1",         // lines and inlined calls
                       "-gdwarf-4"};  // in DWARF 5 addr2line takes the .cu for the lesson that its #line names
// What is counted, besides: where each piece of straight code begins. Code stays in the order of the source, by which
// the counts tell where the lanes of a warp come together again.
const Words COUNTED = {"-fsanitize-coverage=trace-pc", "-fno-reorder-blocks", "-fno-guess-branch-probability"};

// By this the hooks know that they are to count (verify/cpu/checker/state.h).
constexpr const char* COUNTING = "\nextern \"C\" { __attribute__((weak)) bool daybreak_counting = true; }\n";

void append(Words& words, const Words& more) { words.insert(words.end(), more.begin(), more.end()); }

// Where it stands, by the name that the shell has for it: the checkout may be called by a link with a plainer path.
fs::path working_folder() {
    const fs::path named = std::getenv("PWD") ? std::getenv("PWD") : "";
    std::error_code none;
    return named.is_absolute() && fs::equivalent(named, ".", none) ? named : fs::current_path();
}

// Writes the names in a file of dependencies anew, absolute: who reads them may stand in another folder, and takes a
// file that is not there for one that has changed.
void name_absolutely(const std::string& file) {
    const std::string text = read(file);
    std::string folder = working_folder().string() + "/", named;
    for (std::size_t at = folder.find(' '); at != folder.npos; at = folder.find(' ', at + 2)) folder.insert(at, "\\");
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = std::min(text.find_first_not_of(" \n", at), text.size());
        std::size_t end = std::min(text.find_first_of(" \n", begin), text.size());
        while (end < text.size() && text[end] == ' ' && text[end - 1] == '\\')  // an escaped blank
            end = std::min(text.find_first_of(" \n", end + 1), text.size());
        const std::string word = text.substr(begin, end - begin);
        const bool is_relative = !word.empty() && word[0] != '/' && word != "\\" && !word.ends_with(':');
        named += text.substr(at, begin - at) + (is_relative ? folder : "") + word;
        at = end;
    }
    std::ofstream(file, std::ios::binary) << named;
}

// Adds to a rule of make what another rule for the same file depends on.
void add_dependencies(const std::string& file, const std::string& other) {
    std::string text = read(file);
    const auto words = [](const std::string& rule) {
        Words found;
        std::string word;
        for (std::size_t i = rule.find(':') + 1; i <= rule.size(); ++i) {
            const char c = i < rule.size() ? rule[i] : ' ';
            if (c != ' ' && c != '\n')
                word += c;
            else if (word.ends_with('\\') && c == ' ' && word.size() > 1)
                word += c;  // an escaped blank
            else if (!word.empty() && word != "\\")
                found.push_back(std::exchange(word, {}));
            else
                word.clear();
        }
        return found;
    };
    const Words known = words(text);
    std::string more;
    for (const std::string& word : words(other))
        if (std::find(known.begin(), known.end(), word) == known.end()) more += " " + word;
    text.insert(text.find(':') + 1, more);
    std::ofstream(file, std::ios::binary) << text;
}

// For whom a file is preprocessed: for both at once, unless it asks for __CUDA_ARCH__. Host code beside the .cu files
// (.cpp) is no CUDA C++, though it may call the runtime.
enum class Reader { both, host, device, host_code, host_code_with_runtime };

// The CPU device's headers are written in C++20. A program in an older C++ is preprocessed as C++17, so that the
// standard library and __cplusplus are of that, and then compiled as C++20, without the warnings that C++17 has not.
bool is_older(const Command& command) {
    const std::string& standard = command.standard;
    return standard.ends_with("11") || standard.ends_with("14") || standard.ends_with("17");
}
std::string standard_of_text(const Command& command) {
    return "-std=" +
           (is_older(command) ? command.standard.substr(0, command.standard.size() - 2) + "17" : command.standard);
}
Words standard_to_compile(const Command& command, bool knows_cuda) {
    if (!is_older(command) || !knows_cuda) return {standard_of_text(command)};
    return {"-std=" + command.standard.substr(0, command.standard.size() - 2) + "20",
            "-fno-char8_t",
            "-Wno-volatile",
            "-Wno-register",
            "-Wno-deprecated",
            "-Wno-deprecated-enum-enum-conversion",
            "-Wno-deprecated-enum-float-conversion"};
}

std::string preprocessed_for(Reader reader, const Command& command, const std::string& source, const fs::path& scratch,
                             const fs::path& stem) {
    Words words = {CPU_DEVICE_CXX,
                   "-E",
                   "-x",
                   "c++",
                   "-DDAYBREAK_CPU",
                   "-isystem",
                   CPU_DEVICE_INCLUDE,
                   "-march=native",
                   "-fno-canonical-system-headers",  // a link with a plainer path may lead to them
                   standard_of_text(command)};
    if (reader != Reader::host_code) append(words, {"-include", "cuda_runtime.h"});
    if (reader != Reader::host_code && reader != Reader::host_code_with_runtime)
        append(words, {"-D__CUDACC__", "-D__NVCC__", "-D__CUDACC_VER_MAJOR__=13", "-D__CUDACC_VER_MINOR__=0"});
    if (command.watched()) words.push_back("-DDAYBREAK_CHECK");
    if (command.count) words.push_back("-DDAYBREAK_COUNT");
    const bool again = reader == Reader::host || reader == Reader::device;  // what is said is said already
    if (again) words.push_back("-DDAYBREAK_PASS");
    const int architecture = std::max(command.architecture, LOWEST_ARCHITECTURE);
    const std::string macro = "__CUDA_ARCH__=" + std::to_string(10 * architecture);
    if (reader == Reader::device) words.push_back("-D" + macro);
    append(words, command.common);
    append(words, command.preprocess);
    append(words, {source, "-o", stem.string() + ".ii"});
    try {
        run_compiler(words, command, scratch, stem.string() + ".txt", cpu_device::explain_headers, again);
    } catch (const Failed&) {
        if (reader == Reader::device)
            std::fprintf(stderr, "cpucc: so it is for device code, which sees %s: -arch=sm_N chooses another\n",
                         macro.c_str());
        throw;
    }
    return read(stem.string() + ".ii");
}

std::string preprocessed(const Command& command, const std::string& source, const fs::path& scratch,
                         const fs::path& stem) {
    if (is_host_code(source)) {
        std::string text = preprocessed_for(Reader::host_code, command, source, scratch, stem);
        if (text.find("\"" CPU_DEVICE_INCLUDE "/") == text.npos) return text;
        return preprocessed_for(Reader::host_code_with_runtime, command, source, scratch, stem);
    }
    std::string text = preprocessed_for(Reader::both, command, source, scratch, stem);
    if (cpu_device::asks_for_architecture(text, CPU_DEVICE_INCLUDE)) {
        const std::string host = preprocessed_for(Reader::host, command, source, scratch, stem);
        const std::string read_by_host = command.dependencies.empty() ? "" : read(command.dependencies);
        const std::string device = preprocessed_for(Reader::device, command, source, scratch, stem);
        if (!command.dependencies.empty()) add_dependencies(command.dependencies, read_by_host);
        text = cpu_device::merge_passes(host, device);
        if (!command.watched()) text = cpu_device::without_qualifiers(text);
    }
    if (!command.dependencies.empty()) name_absolutely(command.dependencies);
    return text;
}

// A file in C, which the host compiler takes as it is.
std::string compiled_c(const Command& command, const std::string& source, const fs::path& scratch,
                       const fs::path& stem) {
    std::string object = command.compile_only ? command.output : stem.string() + ".o";
    Words words = {CPU_DEVICE_CXX, "-c", "-x", "c", "-isystem", CPU_DEVICE_INCLUDE};
    append(words, command.common);
    append(words, command.preprocess);
    append(words, command.compile);
    append(words, {source, "-o", object});
    run_compiler(words, command, scratch, stem.string() + ".txt", [&](const std::string& said) {
        return said.find(CPU_DEVICE_INCLUDE) == said.npos
                   ? said
                   : source + ":1: error: CPU device: its CUDA headers are C++: name the file .cpp\n";
    });
    return object;
}

int build(const Command& command) try {
    const Scratch scratch;
    Words objects;
    for (std::size_t i = 0; i < command.sources.size(); ++i) {
        const std::string& source = command.sources[i];
        const fs::path stem = scratch.path / std::to_string(i);

        if (is_c(source)) {
            objects.push_back(compiled_c(command, source, scratch.path, stem));
            continue;
        }
        std::string text = preprocessed(command, source, scratch.path, stem);
        const bool knows_cuda = !is_host_code(source) || text.find("\"" CPU_DEVICE_INCLUDE "/") != text.npos;
        const bool watched = command.watched() && knows_cuda;
        if (watched) text = cpu_device::mark_for_check(text);
        if (knows_cuda) text = cpu_device::rewrite(text, source);
        if (command.count && knows_cuda) text += COUNTING;
        if (command.show) {
            std::fwrite(text.data(), 1, text.size(), stdout);
            continue;
        }
        std::ofstream file(stem.string() + ".rewritten.ii", std::ios::binary);
        file << text;
        file.close();
        if (!file)
            throw std::runtime_error("cpucc: cannot write to " + scratch.path.string() +
                                     ": free some space, or set TMPDIR");

        Words compile = {CPU_DEVICE_CXX, "-c", "-x", "c++-cpp-output", "-fpreprocessed"};
        append(compile, SEMANTICS);
        append(compile, command.common);
        append(compile, standard_to_compile(command, knows_cuda));
        append(compile, command.compile);
        if (watched) append(compile, CHECKED);
        if (watched && command.count) append(compile, COUNTED);
        if (command.asks_for_counts)  // the prover compares programs by their bytes: none is to know where it was made
            for (const fs::path& folder :
                 {fs::path(source).parent_path(), (working_folder() / source).parent_path(), working_folder()})
                if (!folder.empty()) compile.push_back("-fdebug-prefix-map=" + folder.string() + "=.");
        objects.push_back(command.compile_only ? command.output : stem.string() + ".o");
        append(compile, {stem.string() + ".rewritten.ii", "-o", objects.back()});
        if (isatty(STDERR_FILENO)) compile.push_back("-fdiagnostics-color=always");
        run_compiler(compile, command, scratch.path, stem.string() + ".txt", cpu_device::explain_names);
    }
    if (command.show || command.compile_only) return 0;

    // The old program stays until the new one is whole.
    const std::string unfinished = command.output + ".part" + std::to_string(getpid());
    const Removed removed{unfinished};
    Words link = {CPU_DEVICE_CXX, "-o", unfinished};
    append(link, command.common);
    append(link, objects);
    append(link, command.others);
    if (command.watched()) link.push_back(CPU_DEVICE_CHECKER);
    append(link, {CPU_DEVICE_LIBRARY, "-lboost_context", "-pthread"});
    run_compiler(link, command, scratch.path, scratch.path / "link.txt", [](const std::string& said) { return said; });
    fs::rename(unfinished, command.output);
    return 0;
} catch (const Failed& failed) {
    return failed.status;
}

}  // namespace

int main(int argc, char** argv) try {
    expect_interrupts();
    return build(parse(argc, argv));
} catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return interrupted ? 128 + interrupted : 1;
}
