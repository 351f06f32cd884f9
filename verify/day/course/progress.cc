#include "verify/day/course/progress.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pwd.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <thread>

#include "verify/day/base/failure.h"
#include "verify/day/base/files.h"
#include "verify/day/base/process.h"

namespace day {
namespace {

constexpr int VERSION = 1;
constexpr std::string_view HEAD = "daybreak progress ";

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

// Held as long as the object lives. It is a file beside the progress file, which is itself replaced by every change.
class Lock {
 public:
    explicit Lock(const fs::path& file) : name_(file.string() + ".lock") {
        constexpr std::chrono::seconds PATIENCE(10);
        const auto started = std::chrono::steady_clock::now();
        make_folder(file.parent_path());
        file_ = open(name_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
        if (file_ < 0)
            throw Failure(fmt::format("cannot write {}: {}: name another place: DAYBREAK_PROGRESS=FILE scripts/day ...",
                                      file.string(), std::strerror(errno)));
        while (flock(file_, LOCK_EX | LOCK_NB) != 0) {
            const int error = errno;
            const bool busy = error == EWOULDBLOCK || error == EINTR;
            if (busy && std::chrono::steady_clock::now() - started < PATIENCE) {
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
                continue;
            }
            close(file_);
            throw Failure(
                busy ? fmt::format("another scripts/day has held {} for 10 s: end it, then type it again", name_)
                     : fmt::format("cannot lock {}: {}", name_, std::strerror(error)));
        }
    }
    ~Lock() { close(file_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

 private:
    std::string name_;
    int file_ = -1;
};

// The version in the first line of a file; 0 = it is no progress file.
int version_of(const std::string& line) {
    if (!line.starts_with(HEAD)) return 0;
    const std::string number = line.substr(HEAD.size());
    return !number.empty() && number.size() < 9 && number.find_first_not_of("0123456789") == number.npos
               ? std::atoi(number.c_str())
               : 0;
}

}  // namespace

std::string Entry::value(const std::string& key) const {
    for (const auto& [name, text] : values)
        if (name == key) return text;
    return "";
}

int Entry::number(const std::string& key) const { return std::atoi(value(key).c_str()); }

std::vector<std::string> Entry::words(const std::string& key) const { return words_of(value(key)); }

void Entry::set(const std::string& key, const std::string& value) {
    const auto place = std::find_if(values.begin(), values.end(), [&](const auto& pair) { return pair.first == key; });
    if (value.empty()) {
        if (place != values.end()) values.erase(place);
    } else if (place != values.end()) {
        place->second = value;
    } else {
        values.emplace_back(key, value);
    }
}

const Entry* Progress::find(const std::string& lesson, const std::string& id) const {
    for (const Entry& entry : entries)
        if (entry.lesson == lesson && entry.id == id) return &entry;
    return nullptr;
}

Entry& Progress::touch(const std::string& lesson, const std::string& id) {
    const auto same = [&](const Entry& entry) { return entry.lesson == lesson && entry.id == id; };
    const auto found = std::find_if(entries.begin(), entries.end(), same);
    if (found == entries.end()) return entries.emplace_back(Entry{lesson, id});
    std::rotate(found, found + 1, entries.end());
    return entries.back();
}

std::string Progress::text() const {
    std::string text = fmt::format("{}{}\n", HEAD, VERSION);
    for (const Entry& entry : entries) {
        if (entry.values.empty()) continue;
        text += "\n";
        for (const std::string& comment : entry.above) text += comment + "\n";
        text += fmt::format("[{}{}{}]\n", entry.lesson, entry.id.empty() ? "" : " ", entry.id);
        for (const auto& [key, value] : entry.values)
            text += fmt::format("{}{}{}\n", key, key.empty() ? "" : ": ", value);
    }
    if (!below.empty()) text += "\n";
    for (const std::string& comment : below) text += comment + "\n";
    return text;
}

Progress parse_progress(std::string_view text, const std::string& name) {
    if (trimmed(text).empty()) return {};  // it was made and not written to yet
    const std::vector<std::string> lines = lines_of(text);
    const int version = version_of(lines[0]);
    const std::string anew = fmt::format("start over: mv {0} {0}.old", quoted(name));
    if (version == 0) throw Failure(fmt::format("{}:1: this is not a progress file: {}", name, anew));
    if (version > VERSION)
        throw Failure(
            fmt::format("{} was written by a newer Daybreak (version {}; this one knows {}): update this one: "
                        "git pull, or name another file: DAYBREAK_PROGRESS=FILE scripts/day",
                        name, version, VERSION));
    Progress progress;
    std::vector<std::string> comments;  // that belong to what comes next
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::string line(trimmed(lines[i]));
        if (line.empty()) continue;
        if (line[0] == '#') {
            comments.push_back(line);
            continue;
        }
        const std::size_t colon = line.find(": ");
        if (line[0] == '[' && line.back() == ']') {
            const std::vector<std::string> words = words_of(line.substr(1, line.size() - 2));
            if (words.size() == 1 || words.size() == 2) {
                Entry& entry = progress.touch(words[0], words.size() == 2 ? words[1] : "");
                entry.above.insert(entry.above.end(), comments.begin(), comments.end());
                comments.clear();
                continue;
            }
        } else if (colon != line.npos && colon > 0 && !progress.entries.empty()) {
            Entry& entry = progress.entries.back();
            for (const std::string& comment : comments) entry.values.emplace_back("", comment);
            comments.clear();
            entry.set(line.substr(0, colon), std::string(trimmed(line.substr(colon + 2))));
            continue;
        }
        throw Failure(
            fmt::format("{}:{}: neither `[LESSON BREAK]` nor `KEY: VALUE`: mend the line, or {}", name, i + 1, anew));
    }
    progress.below = comments;
    return progress;
}

fs::path progress_file() {
    const auto named = [](const char* variable) {
        const char* value = std::getenv(variable);
        return fs::path(value ? value : "");
    };
    if (const fs::path file = named("DAYBREAK_PROGRESS"); !file.empty()) {
        std::error_code none;
        if (fs::exists(file, none) && !fs::is_regular_file(file, none))
            throw Failure(
                fmt::format("DAYBREAK_PROGRESS is {}, which is no file: name one: "
                            "DAYBREAK_PROGRESS=$HOME/progress.txt scripts/day",
                            file.string()));
        return fs::weakly_canonical(fs::absolute(file));
    }
    fs::path state = named("XDG_STATE_HOME");
    if (!state.is_absolute()) {  // the XDG specification: what is not absolute is not there
        fs::path home = named("HOME");
        if (const passwd* me = home.empty() ? getpwuid(getuid()) : nullptr) home = me->pw_dir;
        if (home.empty())
            throw Failure("there is no home folder for your progress: DAYBREAK_PROGRESS=FILE scripts/day names a file");
        state = home / ".local" / "state";
    }
    return fs::weakly_canonical(state / "daybreak" / "progress.txt");  // where it is a link, what the link names
}

Progress read_progress() {
    const fs::path file = progress_file();
    std::error_code none;
    if (!fs::exists(file, none)) return {};
    return parse_progress(read_file(file), file.string());
}

void change_progress(const std::function<void(Progress&)>& change) {
    const fs::path file = progress_file();
    const Lock lock(file);
    Progress progress = read_progress();
    const std::string before = progress.text();
    change(progress);
    if (progress.text() != before) write_file(file, progress.text());
}

std::string slug_of(const Lesson& lesson) {
    constexpr std::size_t NUMBER = 7;  // "day044-"
    return lesson.name().substr(NUMBER);
}

}  // namespace day
