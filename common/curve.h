// A curve as an SVG file, whole or not at all. A tool, no part of any day's idea.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace common {

// A file that a run will draw a curve into when it ends. Make the object before the run: it refuses then what could not
// be written. Both functions throw std::runtime_error, one line with the file, what is wrong with it, and the remedy.
class CurveFile {
 public:
    // `option`: what names the file on the command line, for the remedy ("--curve FILE").
    CurveFile(std::string path, std::string option) : path_(std::move(path)), option_(std::move(option)) {
        const Part tried(*this);
    }

    const std::string& path() const { return path_; }

    // Draws the values over their numbers, from 0 up to the largest. `what` they are stands above the curve: no markup.
    // `curve` has at least one value.
    // The file changes when the picture is whole, so that nobody finds half of one. A symbolic link stays a link.
    void draw(const std::string& what, const std::vector<float>& curve) const {
        const float top = *std::max_element(curve.begin(), curve.end());
        std::ostringstream svg;
        svg.precision(4);
        svg << R"(<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 400" fill="#888" font-family="sans-serif">
<text x="60" y="22">)"
            << what << ": " << curve.front() << " after step 1, " << curve.back() << " after step " << curve.size()
            << R"(</text>
<path d="M60 30V350H700" fill="none" stroke="#888"/><text x="44" y="355">0</text>
<polyline fill="none" stroke="#2a8fbd" stroke-width="2" points=")";
        for (std::size_t n = 0; n < curve.size(); ++n)
            svg << 60 + 640.0f * n / curve.size() << ',' << 350 - 310 * curve[n] / top << ' ';
        svg << "\"/>\n</svg>\n";
        Part(*this).become(svg.str());
    }

 private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw std::runtime_error("cannot write '" + path_ + "': " + why + "; name another: " + option_);
    }

    bool is_open_as(int descriptor) const {
        struct stat file, open;
        return stat(path_.c_str(), &file) == 0 && fstat(descriptor, &open) == 0 && file.st_dev == open.st_dev &&
               file.st_ino == open.st_ino;
    }

    // The regular file that is to hold the picture, behind all symbolic links, or the place where there is none yet.
    std::string target() const {
        namespace fs = std::filesystem;
        std::error_code error;
        const fs::file_status status = fs::status(path_, error);
        switch (status.type()) {
            case fs::file_type::regular:
                if (access(path_.c_str(), W_OK) != 0) refuse(std::strerror(errno));
                if (is_open_as(STDOUT_FILENO) || is_open_as(STDERR_FILENO)) refuse("the program's output goes there");
                return fs::canonical(path_).string();
            case fs::file_type::not_found:
                if (!fs::path(path_).has_filename()) refuse("it names no file");
                if (fs::is_symlink(fs::symlink_status(path_, error)))
                    refuse("it is a symbolic link that leads nowhere");
                return path_;
            case fs::file_type::directory:
                refuse("it is a folder");
            case fs::file_type::none:
                refuse(error.message());
            default:
                refuse("it is no regular file");
        }
    }

    // A new file beside the target, which becomes the target or goes.
    class Part {
     public:
        explicit Part(const CurveFile& whole)
            : whole_(whole),
              target_(whole.target()),
              name_(target_ + ".part" + std::to_string(getpid())),
              file_(std::fopen(name_.c_str(), "wx")) {  // x: never over a file that is there
            if (file_ == nullptr) whole_.refuse(std::strerror(errno));
        }
        ~Part() {
            if (file_ != nullptr) std::fclose(file_);
            if (!kept_) std::remove(name_.c_str());
        }
        Part(const Part&) = delete;
        Part& operator=(const Part&) = delete;

        void become(const std::string& text) {
            errno = 0;
            bool good = std::fwrite(text.data(), 1, text.size(), file_) == text.size() && std::fflush(file_) == 0;
            const int error = errno;
            good = std::fclose(std::exchange(file_, nullptr)) == 0 && good;
            if (!good) whole_.refuse(std::strerror(error != 0 ? error : errno));
            kept_ = std::rename(name_.c_str(), target_.c_str()) == 0;
            if (!kept_) whole_.refuse(std::strerror(errno));
        }

     private:
        const CurveFile& whole_;
        std::string target_, name_;
        std::FILE* file_;
        bool kept_ = false;
    };

    std::string path_, option_;
};

}  // namespace common
