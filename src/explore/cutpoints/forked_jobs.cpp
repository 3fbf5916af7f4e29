#include "explore/cutpoints/forked_jobs.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <poll.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace sgdma::explore {
namespace {

/// In front of what a job says: it came to the end, or it threw.
constexpr char kSaid = '=';
constexpr char kThrew = '!';

[[noreturn]] void throw_errno(const char* what) {
  throw std::system_error(errno, std::generic_category(), what);
}

bool write_all(int file, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(file, text.data() + at, text.size() - at);
    if (written < 0 && errno != EINTR) return false;
    at += written > 0 ? static_cast<std::size_t>(written) : 0;
  }
  return true;
}

std::string describe(int status, std::chrono::seconds timeout) {
  if (WIFSIGNALED(status)) {
    const int signal = WTERMSIG(status);
    if (signal == SIGALRM) {
      return "it had not ended after " + std::to_string(timeout.count()) + " s";
    }
    return "it was ended by signal " + std::to_string(signal) + " (" + strsignal(signal) + ")" +
           (signal == SIGKILL ? ", perhaps for want of memory" : "");
  }
  return "it ended with exit code " + std::to_string(WEXITSTATUS(status)) + " and said nothing";
}

}  // namespace

ForkedJobs::ForkedJobs(unsigned jobs, std::chrono::seconds timeout, Ended ended)
    : jobs_(jobs), timeout_(timeout), ended_(std::move(ended)) {}

ForkedJobs::~ForkedJobs() {
  for (const Job& job : running_) {
    kill(job.process, SIGKILL);
    close(job.pipe);
    waitpid(job.process, nullptr, 0);
  }
}

void ForkedJobs::start(std::size_t number, const Work& work) {
  while (running_.size() >= jobs_) wait_for_one();
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw_errno("pipe");
  std::fflush(nullptr);
  const pid_t process = fork();
  if (process < 0) {
    close(ends[0]);
    close(ends[1]);
    throw_errno("fork");
  }
  if (process == 0) {
    close(ends[0]);
    for (const Job& other : running_) close(other.pipe);
    run(work, ends[1]);
  }
  close(ends[1]);
  running_.push_back({process, ends[0], number, {}});
}

void ForkedJobs::run(const Work& work, int pipe) const {
  // Ctrl-C is for the process that started it, which ends its jobs.
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
  std::signal(SIGALRM, SIG_DFL);
  alarm(static_cast<unsigned>(timeout_.count()));
  std::string said;
  try {
    said = kSaid + work();
  } catch (const std::exception& error) {
    said = kThrew + std::string(error.what());
  } catch (...) {
    // Nothing may leave this function: above it stands the parent's work.
    said = kThrew + std::string("it threw something that is no exception");
  }
  const bool written = write_all(pipe, said);
  // Without destructors and exit handlers: what is open is the parent's too.
  _exit(written ? 0 : 1);
}

void ForkedJobs::wait() {
  while (!running_.empty()) wait_for_one();
}

void ForkedJobs::wait_for_one() {
  std::vector<pollfd> files;
  for (const Job& job : running_) files.push_back({job.pipe, POLLIN, 0});
  if (poll(files.data(), files.size(), -1) < 0) {
    if (errno == EINTR) return;
    throw_errno("poll");
  }
  for (std::size_t at = files.size(); at > 0; --at) {
    if (files[at - 1].revents == 0) continue;
    const auto job = running_.begin() + static_cast<std::ptrdiff_t>(at - 1);
    std::array<char, 4096> buffer{};
    const ssize_t bytes = read(job->pipe, buffer.data(), buffer.size());
    if (bytes > 0) {
      job->said.append(buffer.data(), static_cast<std::size_t>(bytes));
    } else if (bytes == 0) {
      int status = 0;
      while (waitpid(job->process, &status, 0) < 0 && errno == EINTR) {
      }
      end(job, status);
    }
  }
}

void ForkedJobs::end(std::vector<Job>::iterator job, int status) {
  JobEnd end;
  end.number = job->number;
  const bool whole = WIFEXITED(status) && WEXITSTATUS(status) == 0 && !job->said.empty();
  if (!whole) {
    end.failure = describe(status, timeout_);
  } else if (job->said.front() == kThrew) {
    end.failure = job->said.substr(1);
  } else {
    end.said = job->said.substr(1);
  }
  close(job->pipe);
  running_.erase(job);
  ended_(end);
}

}  // namespace sgdma::explore
