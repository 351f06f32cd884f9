// A whole checkout, configured and built by the real CMake, in a folder whose name has blanks, looks like a day's and
// has what CMake cannot carry; with a lesson for each kind of `// Device:` line.

#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "verify/day/base/process.h"
#include "verify/day/course/course.h"
#include "verify/day/trial/build.h"
#include "verify/day/trial/device.h"
#include "verify/tests/day/scratch.h"

namespace day {
namespace {

const Tree REPOSITORY = Tree::from_environment();  // before a Scratch says otherwise

bool has(const std::string& text, const std::string& words) { return text.find(words) != text.npos; }

// A program whose kernel has `code`, to be found in what nvcc makes of it.
std::string program_of(int number, const std::string& device, const std::string& code) {
    const std::string id = "0" + std::to_string(number);
    return "// Day " + std::to_string(number) + " - Planted: says ran\n// Needs:  nothing\n// Device: " + device +
           "\n// Alone:  nvcc -std=c++20 -O3 -I . lessons/day" + id + "-planted/planted.cu -o day" + id +
           "\n#include <cstdio>\n#include \"common/check.h\"\n__global__ void planted(int* x) {\n" + code +
           "\n    *x = 45;\n}\n"
           "int main() {\n    int *d_x = nullptr, x = 0;\n    CHECK_CUDA(cudaMalloc(&d_x, sizeof x));\n"
           "    planted<<<1, 1>>>(d_x);\n    CHECK_LAUNCH();\n"
           "    CHECK_CUDA(cudaMemcpy(&x, d_x, sizeof x, cudaMemcpyDeviceToHost));\n"
           "    CHECK_CUDA(cudaFree(d_x));\n    std::printf(\"ran %d\\n\", x);\n}\n";
}

// Code that ptxas takes for sm_90a and for no other architecture, and for sm_80 and newer.
const std::string HOPPER = "    asm volatile(\"wgmma.fence.sync.aligned;\");";
const std::string AMPERE = "    asm volatile(\"cp.async.wait_all;\");";

std::string guarded(const std::string& condition, const std::string& code) {
    return "#if defined(__CUDA_ARCH__) && " + condition + "\n" + code + "\n#endif";
}

// Stands before the compiler. To compile the CPU device again would show nothing: its objects are those of this build.
const std::string LAUNCHER = R"(
for word; do
    case $before in -o) object=$word ;; -MF) rule=$word ;; -c) source=$word ;; esac
    before=$word
done
case $object in
    CMakeFiles/cpu_device.dir/* | CMakeFiles/checker.dir/*)
        [ -f "$BUILT/$object" ] && cp "$BUILT/$object" "$object" && echo "$object: $source" >"$rule" && exit ;;
esac
exec "$@")";

// One checkout for all tests.
struct Checkout : testing::Test {
    static void SetUpTestSuite() {
        scratch = std::make_unique<Scratch>();
        // cmake and nvcc are the real ones.
        scratch->set("CUDACXX", std::nullopt);
        scratch->set("CMAKE_BUILD_TYPE", "Plain");  // what is still compiled is not optimised
        Scratch::script(scratch->root / "launcher", LAUNCHER);
        scratch->set("CMAKE_CXX_COMPILER_LAUNCHER", (scratch->root / "launcher").string());
        scratch->set("BUILT", REPOSITORY.build.string());
        scratch->set("DAYBREAK_BUILD_DIR", std::nullopt);
        scratch->set("XDG_CACHE_HOME", (scratch->root / "cache").string());
        checkout = scratch->root / "a \"b\" 'c' & #d;e[1] $f day2-cuda (new)";
        for (const char* name :
             {"common", "verify", "scripts", "lessons/day001-hello-grid", "CMakeLists.txt", "CMakePresets.json"}) {
            fs::create_directories((checkout / name).parent_path());
            fs::copy(REPOSITORY.source / name, checkout / name, fs::copy_options::recursive);
        }
        fs::remove_all(checkout / "verify" / "tests");
        plant(80, "sm_80", AMPERE);
        plant(81, "sm_80 or any", guarded("__CUDA_ARCH__ >= 800", AMPERE));
        plant(90, "sm_90a", HOPPER);
        plant(91, "sm_90a or any", guarded("defined(__CUDA_ARCH_FEAT_SM90_ALL)", HOPPER));

        const Outcome built = capture({.words = {(checkout / "scripts" / "build").string(), "day", "cpucc"}});
        ASSERT_TRUE(built.good()) << built.output;
        const fs::path link = fs::directory_iterator(scratch->root / "cache" / "daybreak")->path();
        tree = {link, link / "build" / "day"};
        scratch->set("DAYBREAK_SOURCE_DIR", tree.source.string());
        scratch->set("DAYBREAK_BUILD_DIR", tree.build.string());
    }
    static void TearDownTestSuite() { scratch.reset(); }

    static void plant(int number, const std::string& device, const std::string& code) {
        write_file(checkout / "lessons" / ("day0" + std::to_string(number) + "-planted") / "planted.cu",
                   program_of(number, device, code));
    }
    // A copy of day 91, as the prover makes it.
    fs::path built_copy(Build kind) {
        const fs::path file = tree.build / "copies of breaks" / "planted.cu", program = file.parent_path() / "program";
        const std::string source = read_file(lesson_of_day(tree, 91).program);
        write_file(file, source);
        const Outcome outcome =
            capture({.words = copy_command(tree, source, file, program, kind), .folder = tree.source});
        EXPECT_TRUE(outcome.good()) << outcome.output;
        return program;
    }
    Outcome cmake(std::vector<std::string> words) {
        words.insert(words.begin(), "cmake");
        return capture({.words = words, .folder = tree.source});
    }
    // Asks twice: the second build must have nothing to do.
    void expect_builds(std::vector<std::string> targets) {
        targets.insert(targets.begin(), {"--build", tree.build.string(), "--target"});
        const Outcome built = cmake(targets);
        ASSERT_TRUE(built.good()) << built.output;
        const Outcome again = cmake(targets);
        EXPECT_TRUE(has(again.output, "no work to do")) << again.output;
    }
    // The architectures of the code in a program of nvcc, "sm_75 sm_90a": each piece holds the options that made it.
    std::string architectures(const fs::path& program) {
        const std::string bytes = read_file(program), option = "-arch sm_";
        std::set<std::string> found;
        for (std::size_t at = bytes.find(option); at != bytes.npos; at = bytes.find(option, at + 1)) {
            const std::size_t begin = at + option.size() - 3;
            found.insert(bytes.substr(begin, bytes.find_first_not_of("sm_0123456789a", begin) - begin));
        }
        std::string text;
        for (const std::string& one : found) text += (text.empty() ? "" : " ") + one;
        return text;
    }

    inline static std::unique_ptr<Scratch> scratch;
    inline static fs::path checkout;
    inline static Tree tree;
};

TEST_F(Checkout, BuildsAndRunsALessonOfEachKind) {
    expect_builds({"day001.cpu", "day001.check", "day080.cpu", "day080.check", "day091.cpu"});

    // Through `day`: what has a plain path runs on the CPU device, the rest says in one line what it needs.
    const Said hello = say({"run", "1", "--device", "cpu"});
    EXPECT_EQ(hello.code, 0) << hello.err;
    EXPECT_EQ(say({"check", "1"}).code, 0);
    EXPECT_TRUE(has(say({"run", "91", "--device", "cpu"}).out, "\nran 45\n"));
    EXPECT_TRUE(has(say({"run", "81", "--device", "cpu"}).out, "\nran 45\n"));
    for (const std::string day : {"80", "90"}) {
        const Said said = say({"run", day});
        EXPECT_EQ(said.code, NO_SUITABLE_DEVICE);
        EXPECT_EQ(said.out, "");
        EXPECT_EQ(lines_of(said.err).size(), 1u) << said.err;
    }
    const std::string by_its_path = (checkout / "lessons" / "day091-planted" / "planted.cu").string();
    EXPECT_TRUE(has(say({"run", by_its_path, "--device", "cpu"}).out, "\nran 45\n"));
    // Through CTest: it ends as what is skipped does, and says why.
    const Outcome skipped = capture({.words = {(tree.build / "cpu" / "day080").string(), "--all-gates"}});
    EXPECT_EQ(skipped.exit, NO_SUITABLE_DEVICE);
    EXPECT_EQ(skipped.output, "day080 needs a GPU (sm_80) and does not run on the CPU device\n");

    // A new day builds, and fails until it is written.
    EXPECT_EQ(say({"new", "45", "new-one"}).code, 0);
    const Said unwritten = say({"run", "45", "--device", "cpu"});
    EXPECT_EQ(unwritten.code, 1) << unwritten.out << unwritten.err;

    const fs::path copy = built_copy(Build::cpu);
    EXPECT_EQ(capture({.words = {copy.string()}}).output, "ran 45\n");
}

TEST_F(Checkout, CompilesGpuCodeForWhatALessonAsks) {
    if (!find_cuda_tool("nvcc")) GTEST_SKIP() << "no nvcc: the lessons' GPU code is not built";
    const auto expect = [&](const char* chosen, const std::map<std::string, std::string>& wanted) {
        scratch->set("CUDAARCHS", chosen);
        const Outcome configured = cmake({"-S", tree.source.string(), "-B", tree.build.string()});
        ASSERT_TRUE(configured.good()) << configured.output;
        std::vector<std::string> targets;
        for (const auto& [id, found] : wanted) targets.push_back(id + ".gpu");
        expect_builds(targets);
        for (const auto& [id, found] : wanted) EXPECT_EQ(architectures(tree.build / "gpu" / id), found) << id;
    };
    expect("75", {{"day080", "sm_80"}, {"day081", "sm_75 sm_80"}, {"day090", "sm_90a"}, {"day091", "sm_75 sm_90a"}});
    if (HasFailure()) return;
    EXPECT_EQ(architectures(built_copy(Build::gpu)), "sm_75 sm_90a");
    expect("75,90", {{"day080", "sm_90"}, {"day091", "sm_75 sm_90a"}});
}

}  // namespace
}  // namespace day
