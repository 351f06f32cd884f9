#include "verify/day/trial/kept.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>

#include "verify/day/base/hash.h"
#include "verify/day/base/process.h"

namespace day {

fs::path unique_beside(const fs::path& file) {
    static std::atomic<int> counter = 0;
    return fmt::format("{}.{}-{}", file.string(), getpid(), counter++);
}

Turn::Turn(const fs::path& file) : file_(open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666)) {
    while (file_ >= 0 && flock(file_, LOCK_EX) != 0 && errno == EINTR && !was_interrupted()) {
    }
}
Turn::~Turn() {
    if (file_ >= 0) close(file_);
}

std::string content_hash(const fs::path& file) {
    struct Known {
        std::uintmax_t size;
        fs::file_time_type time;
        std::string hash;
    };
    static std::mutex mutex;
    static std::map<std::string, Known> known;
    std::error_code none;
    const std::uintmax_t size = fs::file_size(file, none);
    const fs::file_time_type time = none ? fs::file_time_type() : fs::last_write_time(file, none);
    if (none) return "absent";
    const std::lock_guard lock(mutex);
    const auto [found, is_new] = known.try_emplace(file.string(), Known{size, time, ""});
    if (is_new || found->second.size != size || found->second.time != time) {
        std::ifstream stream(file, std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(stream)), {});
        found->second = {size, time, hash_text(text)};
    }
    return found->second.hash;
}

std::vector<fs::path> files_of_rule(std::string_view rule, const fs::path& folder) {
    std::vector<fs::path> files;
    for (const std::string& name : names_in_rule(rule)) files.push_back((folder / name).lexically_normal());
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    return files;
}

std::string contents_text(const std::vector<fs::path>& files) {
    std::string text;
    for (const fs::path& file : files) text += fmt::format("{} {}\n", content_hash(file), file.string());
    return text;
}

bool contents_hold(std::string_view text) {
    const std::vector<std::string> lines = lines_of(text);
    return std::all_of(lines.begin(), lines.end(), [](const std::string& line) {
        const std::size_t space = line.find(' ');
        return space != line.npos && content_hash(line.substr(space + 1)) == line.substr(0, space);
    });
}

}  // namespace day
