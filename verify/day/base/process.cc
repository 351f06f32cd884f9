#include "verify/day/base/process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <set>
#include <sstream>
#include <utility>

#include "verify/day/base/failure.h"
#include "verify/day/base/screen.h"

namespace day {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

// What the signal handlers share with the children that are running: their groups, 0 = a free place.
constexpr std::size_t MOST_CHILDREN = 512;
volatile sig_atomic_t child_groups[MOST_CHILDREN] = {};
volatile sig_atomic_t signals_passed_on = 0;

void tell_children(int signal) {
    for (const volatile sig_atomic_t& group : child_groups)
        if (const pid_t one = group; one > 0) kill(-one, signal);
}

// The first request to end goes to the children, which may have something to put in order; the second kills them.
void pass_on(int signal) {
    const int error = errno;
    signals_passed_on = signals_passed_on + 1;
    tell_children(signals_passed_on > 1 ? SIGKILL : signal);
    errno = error;
}

// Ctrl-Z stops the children and then this program; when this program goes on, so do they.
void pause_all(int) {
    const int error = errno;
    tell_children(SIGSTOP);
    raise(SIGSTOP);
    tell_children(SIGCONT);
    errno = error;
}

constexpr int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP};

// Of the EndsWhen that lives, if one does.
std::function<bool()> ends_when;
std::string ends_why;

std::mutex starting;  // guards a child from its fork until its number is known
std::mutex children;  // guards who takes a place in child_groups, and the number of Handlers

// The handlers while children run; the former ones come back when the last of the scopes ends.
class Handlers {
 public:
    Handlers() {
        const std::lock_guard lock(children);
        if (count++ > 0) return;
        signals_passed_on = 0;
        for (std::size_t i = 0; i < std::size(SIGNALS); ++i) {
            struct sigaction action {};
            action.sa_handler = SIGNALS[i] == SIGTSTP ? pause_all : pass_on;
            sigemptyset(&action.sa_mask);
            sigaction(SIGNALS[i], &action, &former[i]);
            if (former[i].sa_handler == SIG_IGN) sigaction(SIGNALS[i], &former[i], nullptr);  // nohup stays nohup
        }
    }
    ~Handlers() {
        const std::lock_guard lock(children);
        if (--count > 0) return;
        for (std::size_t i = 0; i < std::size(SIGNALS); ++i) sigaction(SIGNALS[i], &former[i], nullptr);
    }
    Handlers(const Handlers&) = delete;
    Handlers& operator=(const Handlers&) = delete;

 private:
    inline static int count = 0;
    inline static struct sigaction former[std::size(SIGNALS)] = {};
};

// The parents of all processes that there are, by their numbers.
std::map<pid_t, pid_t> parents() {
    std::map<pid_t, pid_t> parents;
    std::error_code none;
    for (std::filesystem::directory_iterator entry("/proc", none), end; !none && entry != end; entry.increment(none)) {
        const std::string name = entry->path().filename().string();
        if (!std::isdigit(static_cast<unsigned char>(name[0]))) continue;
        std::ifstream file(entry->path() / "stat");
        char text[1024];
        file.read(text, sizeof text);  // a process that has ended meanwhile makes it fail, which is no fault
        const std::string stat(text, std::size_t(file.gcount()));
        const std::size_t behind_name = stat.rfind(')');  // "12 (name) S 1 ...": state, parent
        if (behind_name == stat.npos || behind_name + 4 > stat.size()) continue;
        parents[pid_t(std::atol(name.c_str()))] = pid_t(std::atol(stat.c_str() + behind_name + 4));
    }
    return parents;
}

// Children that this program did not start, and theirs: it may have become what it is by an exec, in a shell.
class Strangers {
 public:
    // Before the first child is started.
    void note() {
        if (std::exchange(noted_, true)) return;
        const std::map<pid_t, pid_t> all = parents();
        for (const auto& [process, parent] : all)
            if (parent == getpid()) known_.insert(process);
        follow(all);
    }
    void follow(const std::map<pid_t, pid_t>& all) {
        std::erase_if(known_, [&](pid_t process) { return !all.contains(process); });
        for (bool any = true; any;) {
            any = false;
            for (const auto& [process, parent] : all)
                if (known_.contains(parent)) any = known_.insert(process).second || any;
        }
    }
    bool contains(pid_t process) const { return known_.contains(process); }

 private:
    bool noted_ = false;
    std::set<pid_t> known_;
};
Strangers strangers;

// Ends what the children left behind in groups of their own: such processes become this one's
// (PR_SET_CHILD_SUBREAPER). Only while no child runs: of which of them they are nobody can tell.
void end_orphans() {
    for (bool any = true; any;) {  // theirs come to us in their turn
        any = false;
        const std::map<pid_t, pid_t> all = parents();
        strangers.follow(all);
        for (const auto& [process, parent] : all) {
            if (parent != getpid() || strangers.contains(process)) continue;
            kill(process, SIGKILL);
            any = waitpid(process, nullptr, 0) == process || any;
        }
    }
}

// A place among the children that signals are passed on to, for as long as one runs. With the last of them goes what
// they left behind.
class Place {
 public:
    Place() {
        const std::lock_guard lock(children);
        strangers.note();
        for (volatile sig_atomic_t& group : child_groups)
            if (group == 0) {
                group_ = &group;
                group = -1;  // taken, and nobody there yet
                return;
            }
        throw Failure(fmt::format("more than {} programs at once", MOST_CHILDREN));
    }
    ~Place() {
        const std::lock_guard lock(children);
        *group_ = 0;
        const auto is_free = [](const volatile sig_atomic_t& group) { return group == 0; };
        if (std::all_of(std::begin(child_groups), std::end(child_groups), is_free)) end_orphans();
    }
    Place(const Place&) = delete;
    Place& operator=(const Place&) = delete;
    void holds(pid_t child) {
        *group_ = child;
        if (signals_passed_on > 0) kill(-child, SIGTERM);  // a signal that came to another thread just before
    }

 private:
    volatile sig_atomic_t* group_ = nullptr;
};

// Both ends of a pipe, closed in whatever is executed.
struct Pipe {
    int read = -1, write = -1;
    Pipe() {
        int ends[2];
        if (pipe2(ends, O_CLOEXEC) != 0) throw Failure(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
        read = ends[0], write = ends[1];
    }
    ~Pipe() { close_read(), close_write(); }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void close_read() { close_end(read); }
    void close_write() { close_end(write); }
    static void close_end(int& end) {
        if (end >= 0) close(end);
        end = -1;
    }
};

void read_nothing() {
    const int nothing = open("/dev/null", O_RDONLY);
    if (nothing >= 0) dup2(nothing, STDIN_FILENO), close(nothing);
}

// In the child: becomes the program, or tells through `errors` why not.
[[noreturn]] void become(const Command& command, const Pipe* output, int errors, const sigset_t& mask) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);  // not even a killed parent leaves it behind
    for (const int signal : SIGNALS) {
        struct sigaction action {};
        if (sigaction(signal, nullptr, &action) == 0 && action.sa_handler != SIG_IGN) std::signal(signal, SIG_DFL);
    }
    pthread_sigmask(SIG_SETMASK, &mask, nullptr);
    if (output) dup2(output->write, STDOUT_FILENO), dup2(output->write, STDERR_FILENO);
    if (output || isatty(STDIN_FILENO)) read_nothing();
    for (const auto& [name, value] : command.environment)
        value ? setenv(name.c_str(), value->c_str(), 1) : unsetenv(name.c_str());

    if (command.limit_cpu_s > 0) {  // however many others want the processor: SIGXCPU, and a second later SIGKILL
        const rlim_t most = rlim_t(std::ceil(command.limit_cpu_s));
        const struct rlimit limit { most, most + 1 };
        setrlimit(RLIMIT_CPU, &limit);
    }

    std::vector<char*> words;
    for (const std::string& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    if (!command.folder.empty()) setenv("PWD", command.folder.c_str(), 1);  // compilers name the folder by it
    if (command.folder.empty() || chdir(command.folder.c_str()) == 0) execvp(words[0], words.data());
    const int error = errno;
    [[maybe_unused]] const ssize_t told = write(errors, &error, sizeof error);
    _exit(127);
}

pid_t start(const Command& command, const Pipe* output, Place& place) {
    Pipe errors;
    // A signal that comes before the child's number is known waits until it is.
    sigset_t ours, former;
    sigemptyset(&ours);
    for (const int signal : SIGNALS) sigaddset(&ours, signal);
    pthread_sigmask(SIG_BLOCK, &ours, &former);
    std::unique_lock known(starting);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    const pid_t child = fork();
    if (child == 0) become(command, output, errors.write, former);
    const int fork_error = errno;
    if (child > 0) {
        setpgid(child, child);  // in the child too: whichever comes first, the group exists from now on
        place.holds(child);
    }
    known.unlock();
    pthread_sigmask(SIG_SETMASK, &former, nullptr);
    if (child < 0) throw Failure(fmt::format("cannot start {}: {}", command.words[0], std::strerror(fork_error)));

    errors.close_write();
    int error = 0;
    ssize_t got;
    do got = read(errors.read, &error, sizeof error);
    while (got < 0 && errno == EINTR);
    if (got == ssize_t(sizeof error)) {
        waitpid(child, nullptr, 0);
        throw Failure(fmt::format("cannot start {}: {}", command.words[0], std::strerror(error)));
    }
    return child;
}

// What may end a child before its time. Each way is asked of again and again while it runs.
class Patience {
 public:
    Patience(pid_t child, const Command& command, Clock::time_point started)
        : child_(child), limit_s_(command.limit_s), started_(started) {}

    bool needed() const { return (limit_s_ > 0 || ends_when) && !killed_; }

    void look(Outcome& outcome) {
        if (!needed()) return;
        if (limit_s_ > 0 && seconds_since(started_) > limit_s_) {
            outcome.timed_out = true;
            end(SIGKILL);
        } else if (unwanted_) {
            if (seconds_since(asked_) > GRACE_S) end(SIGKILL);
        } else if (ends_when && ends_when()) {  // a build removes what is half written when it is asked to end
            unwanted_ = true;
            asked_ = Clock::now();
            kill(-child_, SIGTERM);
        }
    }
    bool unwanted() const { return unwanted_; }

 private:
    static constexpr double GRACE_S = 1.0;
    void end(int signal) {
        killed_ = true;
        kill(-child_, signal);
    }
    pid_t child_;
    double limit_s_;
    Clock::time_point started_, asked_{};
    bool unwanted_ = false, killed_ = false;
};

// Waits for the child; kills its whole group when it has to go before its time.
void finish(pid_t child, const Command& command, Clock::time_point started, Patience& patience, Outcome& outcome) {
    int status = 0;
    struct rusage used {};
    while (true) {
        const bool watch = patience.needed();
        const pid_t ended = wait4(child, &status, watch ? WNOHANG : 0, &used);
        if (ended == child) break;
        if (ended < 0 && errno != EINTR) break;
        if (!watch) continue;
        patience.look(outcome);
        poll(nullptr, 0, 10);
    }
    outcome.exit = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    outcome.seconds = seconds_since(started);
    const auto seconds = [](const timeval& time) { return double(time.tv_sec) + 1e-6 * double(time.tv_usec); };
    outcome.cpu_seconds = seconds(used.ru_utime) + seconds(used.ru_stime);
    outcome.interrupted = signals_passed_on > 0;
    // Who does not listen to SIGXCPU is killed a second later; who hangs while listening
    // (verify/cpu/checker/time_limit.cc) sets an alarm.
    const bool over = outcome.signal == SIGXCPU || ((outcome.signal == SIGKILL || outcome.signal == SIGALRM) &&
                                                    outcome.cpu_seconds >= std::ceil(command.limit_cpu_s));
    if (command.limit_cpu_s > 0 && over) outcome.timed_out = outcome.used_up = true;
    kill(-child, SIGKILL);  // those in its group that did not listen, and what it left behind
    if (patience.unwanted() && !outcome.interrupted) throw Failure(ends_why);
}

bool has_ended(pid_t child) {
    siginfo_t ended{};
    return waitid(P_PID, id_t(child), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid == child;
}

// Passes on what a child says while it says it. On a terminal a build's progress, `[3/7] Building ...` and `-- ...`,
// takes one line, which is gone at the end.
class Passing {
 public:
    Passing() = default;
    ~Passing() {
        if (progress_) std::fputs(CLEAR, stderr);
        std::fflush(stderr);
    }
    Passing(const Passing&) = delete;
    Passing& operator=(const Passing&) = delete;

    // `text` is what was said since the last time.
    void on(std::string_view text) {
        if (columns_ == 0) {
            std::fwrite(text.data(), 1, text.size(), stderr);
            return;
        }
        begun_ += text;
        std::size_t at = 0;
        for (std::size_t end; (end = begun_.find('\n', at)) != begun_.npos; at = end + 1)
            show(begun_.substr(at, end - at));
        begun_.erase(0, at);
    }

 private:
    void show(const std::string& line) {
        const bool progress = line.starts_with("-- ") || (line.starts_with("[") && line.find("] ") != line.npos);
        if (progress_) std::fputs(CLEAR, stderr);
        fmt::print(stderr, "{}{}", progress ? cut(line, columns_ - 1) : line, progress ? "" : "\n");
        progress_ = progress;
    }

    static constexpr const char* CLEAR = "\r\033[K";
    const std::size_t columns_ = std::size_t(passing_width());  // 0: everything is passed on as it comes
    std::string begun_;                                         // a line that has no end yet
    bool progress_ = false;  // the line at which the terminal stands is one of progress
};

// The beginning and the end of a text that may never end.
class Kept {
 public:
    void add(std::string_view text) {
        const std::size_t first = std::min(text.size(), KEPT_BYTES - begin_.size());
        begin_ += text.substr(0, first);
        end_ += text.substr(first);
        if (end_.size() >= 2 * KEPT_BYTES) shorten();  // not at every call: that moves all of it
    }
    std::string text() {
        shorten();
        if (left_out_ == 0) return begin_ + end_;
        return fmt::format("{}\n(day: {} bytes of the output are left out here)\n{}", begin_, left_out_, end_);
    }

 private:
    void shorten() {
        if (end_.size() <= KEPT_BYTES) return;
        left_out_ += end_.size() - KEPT_BYTES;
        end_.erase(0, end_.size() - KEPT_BYTES);
    }
    std::string begin_, end_;
    std::size_t left_out_ = 0;
};

// Reads until the child has ended and no more comes. (A process that it left behind may hold the pipe open.)
void drain(pid_t child, Patience& patience, const Pipe& pipe, double show_after_s, Clock::time_point started,
           Outcome& outcome) {
    Passing passing;
    Kept kept;
    char buffer[1 << 16];
    while (true) {
        if (show_after_s >= 0 && !outcome.shown && seconds_since(started) > show_after_s) {
            outcome.shown = true;
            passing.on(kept.text());
        }
        patience.look(outcome);
        pollfd ready{pipe.read, POLLIN, 0};
        const bool ended = has_ended(child);
        const int polled = poll(&ready, 1, ended ? 0 : 100);
        if (polled == 0 && ended) break;
        if (polled <= 0) continue;
        const ssize_t got = read(pipe.read, buffer, sizeof buffer);
        if (got == 0) break;
        if (got < 0) continue;
        kept.add({buffer, std::size_t(got)});
        if (outcome.shown) passing.on({buffer, std::size_t(got)});
    }
    outcome.output = kept.text();
}

}  // namespace

std::string Command::text() const {
    std::string text;
    for (const auto& [name, value] : environment)
        if (value) text += name + "=" + *value + " ";
    for (const std::string& word : words) text += (&word == &words[0] ? "" : " ") + quoted(word);
    return text;
}

std::string quoted(const std::string& word) {
    const bool plain = !word.empty() && word.find_first_of(" \t\n'\"\\$`*?[](){}<>|&;#~!") == std::string::npos;
    if (plain) return word;
    std::string inside = word;
    for (std::size_t at = inside.find('\''); at != inside.npos; at = inside.find('\'', at + 4))
        inside.replace(at, 1, "'\\''");
    return "'" + inside + "'";
}

std::string behind_dashes(const std::vector<std::string>& arguments) {
    std::string text = arguments.empty() ? "" : " --";
    for (const std::string& argument : arguments) text += " " + quoted(argument);
    return text;
}

std::string Outcome::verdict() const {
    if (used_up) return fmt::format("killed after {:.0f} s of processor time", cpu_seconds);
    if (timed_out) return fmt::format("killed after {:.0f} s", seconds);
    return signal ? signal_name(signal) : fmt::format("exit {}", exit);
}

EndsWhen::EndsWhen(std::function<bool()> says, std::string why) {
    ends_when = std::move(says);
    ends_why = std::move(why);
}
EndsWhen::~EndsWhen() { ends_when = nullptr; }

bool was_interrupted() { return signals_passed_on > 0; }

Outcome run_shown(const Command& command) {
    std::fflush(nullptr);
    const Handlers handlers;
    const Clock::time_point started = Clock::now();
    Place place;
    Outcome outcome;
    const pid_t child = start(command, nullptr, place);
    Patience patience(child, command, started);
    finish(child, command, started, patience, outcome);
    return outcome;
}

Outcome capture(const Command& command, double show_after_s) {
    std::fflush(nullptr);
    const Handlers handlers;
    const Clock::time_point started = Clock::now();
    Outcome outcome;
    Place place;
    Pipe pipe;
    const pid_t child = start(command, &pipe, place);
    pipe.close_write();
    Patience patience(child, command, started);
    drain(child, patience, pipe, show_after_s, started, outcome);
    finish(child, command, started, patience, outcome);
    if (outcome.interrupted) throw Failure(fmt::format("interrupted while running {}", command.words[0]), 128 + SIGINT);
    return outcome;
}

std::optional<std::filesystem::path> which(const std::string& name, const std::vector<std::string>& more) {
    std::vector<std::string> folders;
    const char* path = std::getenv("PATH");
    std::istringstream parts(path ? path : "");
    for (std::string folder; std::getline(parts, folder, ':');) folders.push_back(folder.empty() ? "." : folder);
    folders.insert(folders.end(), more.begin(), more.end());
    for (const std::string& folder : folders) {
        const std::filesystem::path file = std::filesystem::path(folder) / name;
        if (access(file.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(file)) return file;
    }
    return std::nullopt;
}

std::string signal_name(int signal) {
    const char* name = sigabbrev_np(signal);
    const char* text = sigdescr_np(signal);
    return name && text ? fmt::format("SIG{} ({})", name, text) : fmt::format("signal {}", signal);
}

}  // namespace day
