// The rooms of the tree: a folder is a room, and a file includes only what lies in its own room or below it.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "verify/day/base/files.h"
#include "verify/day/course/course.h"
#include "verify/source/lexer.h"

namespace {

namespace fs = std::filesystem;

// Each tower bottom to top; an arrow needs one tower in which it points down. Rooms of one row count as one room. A
// folder that is not named belongs to the room around it.
using Row = std::vector<std::string>;
using Tower = std::vector<Row>;
const std::vector<Tower> TOWERS = {
    {{"verify/gate"}, {"verify"}, {"common"}, {"verify/bench", "verify/baseline"}, {"lessons"}},
    {{"verify/cpu/include"}, {"verify/editor"}},
    {{"verify"},
     {"verify/source"},
     {"verify/cpu/include"},
     {"verify/cpu/runtime/ground"},
     {"verify/cpu/runtime/run"},
     {"verify/cpu/runtime/streams"},
     {"verify/cpu/runtime/memory"},
     {"verify/cpu/runtime/device"},
     {"verify/cpu/checker"},
     {"verify/cpu/rewrite"},
     {"verify/cpu"}},
    {{"verify/source"},
     {"verify/day/base"},
     {"verify/day/course"},
     {"verify/day/measured"},
     {"verify/day/trial"},
     {"verify/day/proof"},
     {"verify/day/exercise"},
     {"verify/day/pages"},
     {"verify/day/commands"}},
};

constexpr std::size_t MOST_FILES = 16;  // in a folder of the learner's program, but for the commands

// The room that holds the file: the longest name that its folder begins with; "" when none does. Of tests, every folder
// is one.
std::string room_of(const std::string& file) {
    if (file.starts_with("verify/tests/")) return fs::path(file).parent_path();
    std::string found;
    for (const Tower& tower : TOWERS)
        for (const Row& row : tower)
            for (const std::string& room : row)
                if (file.starts_with(room + "/") && room.size() > found.size()) found = room;
    return found;
}

// How high a room stands in a tower; -1 where it does not.
int height_of(const Tower& tower, const std::string& room) {
    for (std::size_t i = 0; i < tower.size(); ++i)
        if (std::find(tower[i].begin(), tower[i].end(), room) != tower[i].end()) return int(i);
    return -1;
}

bool in_one_row(const std::string& a, const std::string& b) {
    return std::any_of(TOWERS.begin(), TOWERS.end(), [&](const Tower& tower) {
        return height_of(tower, a) >= 0 && height_of(tower, a) == height_of(tower, b);
    });
}

struct Arrow {
    std::string from, to;  // files, by their paths in the repository
    std::string text() const { return from + " includes " + to + "\n"; }
};

bool points_down(const Arrow& arrow) {
    if (arrow.from.starts_with("verify/tests/")) return true;
    if (arrow.to.starts_with("verify/tests/")) return false;
    const std::string from = room_of(arrow.from), to = room_of(arrow.to);
    if (from == to) return !from.empty();
    return std::any_of(TOWERS.begin(), TOWERS.end(), [&](const Tower& tower) {
        return height_of(tower, to) >= 0 && height_of(tower, from) >= height_of(tower, to);
    });
}

std::string upward(const std::vector<Arrow>& arrows) {
    std::string text;
    for (const Arrow& arrow : arrows)
        if (!points_down(arrow)) text += arrow.text();
    return text;
}

// Rooms of different rows that include each other.
std::string mutual(const std::vector<Arrow>& arrows) {
    std::map<std::pair<std::string, std::string>, const Arrow*> between;
    for (const Arrow& arrow : arrows)
        if (!in_one_row(room_of(arrow.from), room_of(arrow.to)))
            between[{room_of(arrow.from), room_of(arrow.to)}] = &arrow;
    std::string text;
    for (const auto& [rooms, arrow] : between)
        if (rooms.first != rooms.second && between.contains({rooms.second, rooms.first})) text += arrow->text();
    return text;
}

// What lessons may include of the repository: common/, the headers that lie in verify/ itself, and those of the
// libraries that they are measured beside.
std::string beyond_lessons(const std::vector<Arrow>& arrows) {
    std::string text;
    for (const Arrow& arrow : arrows) {
        const std::string folder = fs::path(arrow.to).parent_path();
        if (arrow.from.starts_with("lessons/") && folder != "common" && folder != "verify" &&
            folder != "verify/baseline")
            text += arrow.text();
    }
    return text;
}

class Rooms : public testing::Test {
 protected:
    Rooms() {
        for (const char* folder : {"lessons", "common", "verify"})
            for (const auto& entry : fs::recursive_directory_iterator(tree.source / folder)) {
                const std::string file = tree.shown(entry.path()), extension = entry.path().extension();
                if (extension != ".h" && extension != ".cc" && extension != ".cu" && extension != ".cuh") continue;
                files.push_back(file);
                add_arrows(file, day::read_file(entry.path()));
            }
    }

    void add_arrows(const std::string& file, const std::string& text) {
        const std::vector<source::Token> tokens = source::lex(text);
        for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
            if (tokens[i].text != "#include" || tokens[i + 1].kind != source::Kind::string) continue;
            const std::string name(tokens[i + 1].text.substr(1, tokens[i + 1].text.size() - 2));
            if (name.starts_with("verify/") || name.starts_with("common/") || name.starts_with("lessons/"))
                arrows.push_back({file, name});
            else if (fs::exists(tree.source / "verify/cpu/include" / name))
                arrows.push_back({file, "verify/cpu/include/" + name});
        }
    }

    const day::Tree tree = day::Tree::from_environment();
    std::vector<std::string> files;
    std::vector<Arrow> arrows;
};

TEST_F(Rooms, ArrowsPointDown) {
    ASSERT_GT(arrows.size(), 300u);
    EXPECT_EQ(upward(arrows), "");
}

TEST_F(Rooms, NoTwoRoomsIncludeEachOther) { EXPECT_EQ(mutual(arrows), ""); }

TEST_F(Rooms, LessonsIncludeCommonAndTheHeadersOfVerifyAlone) { EXPECT_EQ(beyond_lessons(arrows), ""); }

TEST_F(Rooms, AFolderOfTheLearnersProgramIsSmall) {
    std::map<std::string, std::size_t> sizes;
    for (const std::string& file : files)
        if (file.starts_with("verify/day/")) ++sizes[fs::path(file).parent_path()];
    EXPECT_GE(sizes.size(), 7u);
    sizes.erase("verify/day/commands");
    for (const auto& [folder, size] : sizes) EXPECT_LE(size, MOST_FILES) << folder << ": make two rooms of it";
}

TEST_F(Rooms, EveryFolderIsNamed) {
    for (const std::string& file : files) {
        const std::string room = room_of(file), folder = fs::path(file).parent_path();
        EXPECT_TRUE(!room.empty() && (room != "verify" || folder == "verify"))
            << file << ": name its folder in TOWERS, at the height where it stands";
    }
}

TEST(RoomsOfATree, WrongArrowsAreFound) {
    const std::vector<Arrow> right = {{"verify/day/course/a.cc", "verify/day/base/b.h"},
                                      {"verify/day/base/a.cc", "verify/day/base/b.h"},
                                      {"verify/day/proof/a.cc", "verify/source/b.h"},
                                      {"verify/cpu/include/cuda.h", "verify/cpu/include/cpu/b.h"},
                                      {"verify/cpu/include/cpu/b.h", "verify/cpu/include/c.h"},
                                      {"verify/tests/a_test.cc", "verify/day/base/b.h"},
                                      {"lessons/day001-a/a.cu", "common/b.h"},
                                      {"lessons/day001-a/a.cu", "verify/gate.h"},
                                      {"lessons/day001-a/a.cu", "verify/baseline/b.h"}};
    EXPECT_EQ(upward(right) + mutual(right) + beyond_lessons(right), "");
    for (const Arrow& wrong : {Arrow{"verify/day/base/a.cc", "verify/day/course/b.h"},
                               {"verify/day/pages/a.cc", "verify/day/commands/b.h"},
                               {"verify/day/base/a.cc", "verify/cpu/include/b.h"},
                               {"verify/cpu/runtime/ground/a.cc", "verify/cpu/checker/b.h"},
                               {"verify/source/a.cc", "verify/day/base/b.h"},
                               {"verify/gate.h", "common/b.h"},
                               {"verify/day/base/a.cc", "verify/tests/day/b.h"}})
        EXPECT_EQ(upward({wrong}), wrong.text());
    const std::vector<Arrow> pair = {{"verify/tests/a/b.h", "verify/tests/c/d.h"},
                                     {"verify/tests/c/e.h", "verify/tests/a/b.h"}};
    EXPECT_EQ(mutual(pair), pair[0].text() + pair[1].text());
    const Arrow far{"lessons/day001-a/a.cu", "verify/source/lexer.h"};
    EXPECT_EQ(beyond_lessons({far}), far.text());
}

}  // namespace
