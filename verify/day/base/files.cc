#include "verify/day/base/files.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <sstream>

#include "verify/day/base/failure.h"
#include "verify/day/base/process.h"

namespace day {

std::string read_file(const fs::path& file) {
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (fs::is_directory(file)) throw Failure(fmt::format("cannot read {}: it is a folder", file.string()));
    std::ostringstream text;
    if (!in || !(text << in.rdbuf() || in.peek() == std::ifstream::traits_type::eof()))
        throw Failure(fmt::format("cannot read {}: {}", file.string(), std::strerror(errno ? errno : EIO)));
    return text.str();
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw Failure(fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
}

void expect_place(const std::string& option, const fs::path& file) {
    if (file.empty()) return;
    std::error_code none;
    const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
    const auto refuse = [&](const std::string& why) { throw Failure(fmt::format("{}: {}", option, why), 2); };
    if (fs::is_directory(file, none)) refuse(fmt::format("{} is a folder: name a file", file.string()));
    if (fs::exists(file, none) && !fs::is_regular_file(file, none))
        refuse(fmt::format("{} is not a regular file: name another", file.string()));
    if (!fs::is_directory(folder, none))
        refuse(fmt::format("there is no folder {0}: mkdir -p {0}", quoted(folder.string())));
    if (access(folder.c_str(), W_OK) != 0)
        refuse(fmt::format("the folder {} cannot be written: name a file elsewhere", folder.string()));
}

void write_file(const fs::path& file, std::string_view text) {
    if (file.has_parent_path()) make_folder(file.parent_path());
    std::error_code none;
    if (fs::is_symlink(file, none)) return write_file(file.parent_path() / fs::read_symlink(file), text);
    // What is no plain file, a terminal or a pipe, is written to as it is: a rename would put a file in its place.
    const bool plain = !fs::exists(file, none) || fs::is_regular_file(file, none);
    const fs::path temporary =
        plain ? file.parent_path() / fmt::format(".{}.{}.tmp", file.filename().string(), getpid()) : file;

    bool good = false;
    int error = 0;
    if (std::FILE* out = std::fopen(temporary.c_str(), "wb")) {
        if (!plain) {
            good = std::fwrite(text.data(), 1, text.size(), out) == text.size();
            good = std::fclose(out) == 0 && good;
            if (good) return;
            throw Failure(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
        }
        good = std::fwrite(text.data(), 1, text.size(), out) == text.size() && std::fflush(out) == 0 &&
               fsync(fileno(out)) == 0;
        error = errno;
        good = std::fclose(out) == 0 && good;
        if (good && std::rename(temporary.c_str(), file.c_str()) == 0) return;
        if (good) error = errno;
        std::remove(temporary.c_str());
    } else {
        error = errno;
    }
    throw Failure(fmt::format("cannot write {}: {}", file.string(), std::strerror(error)));
}

std::string cached_value(const fs::path& build_folder, const std::string& name) {
    const fs::path cache = build_folder / "CMakeCache.txt";
    if (!fs::exists(cache)) return "";
    for (const std::string& line : lines_of(read_file(cache)))  // NAME:TYPE=VALUE
        if (line.starts_with(name + ":")) return line.substr(line.find('=') + 1);
    return "";
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view SPACE = " \t\r\n";
    const std::size_t first = text.find_first_not_of(SPACE);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(SPACE) - first + 1);
}

std::size_t times(std::string_view text, std::string_view what) {
    std::size_t count = 0;
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + 1)) ++count;
    return count;
}

std::vector<std::string> names_in_rule(std::string_view rule) {
    std::vector<std::string> names;
    std::string name;
    const auto end_name = [&] {
        if (!name.empty()) names.push_back(name);
        name.clear();
    };
    const std::size_t colon = rule.find(": ");
    for (std::size_t i = colon == rule.npos ? rule.size() : colon + 1; i < rule.size() && rule[i] != '\n'; ++i) {
        const char c = rule[i];
        const bool escapes = i + 1 < rule.size() && (c == '\\' || (c == '$' && rule[i + 1] == '$'));
        if (escapes && rule[++i] != '\n')
            name += rule[i];
        else if (escapes || c == ' ' || c == '\t')
            end_name();
        else
            name += c;
    }
    end_name();
    return names;
}

bool in(const std::vector<std::string>& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

std::string listed(const std::vector<std::string>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i)
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    return text;
}

}  // namespace day
