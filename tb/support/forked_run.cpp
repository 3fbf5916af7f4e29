#include "support/forked_run.h"

#include <array>
#include <cerrno>
#include <exception>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace sgdma::test {
namespace {

void write_all(int file, const std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(file, text.data() + at, text.size() - at);
    if (written < 0 && errno != EINTR) _exit(1);
    at += written < 0 ? 0 : static_cast<std::size_t>(written);
  }
}

[[noreturn]] void run_child(const std::function<std::string()>& run, int file) {
  try {
    write_all(file, '.' + run());
  } catch (const std::exception& error) {
    write_all(file, error.what());
  }
  _exit(0);
}

std::string read_all(int file) {
  std::string text;
  std::array<char, 4096> part{};
  for (;;) {
    const ssize_t count = read(file, part.data(), part.size());
    if (count == 0) return text;
    if (count > 0) text.append(part.data(), static_cast<std::size_t>(count));
    if (count < 0 && errno != EINTR) throw std::runtime_error("a pipe cannot be read");
  }
}

}  // namespace

std::string run_forked(const std::function<std::string()>& run) {
  std::array<int, 2> ends{};
  if (pipe(ends.data()) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    close(ends[0]);
    run_child(run, ends[1]);
  }
  close(ends[1]);
  std::string text = read_all(ends[0]);
  close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) throw std::runtime_error("a child died");
  if (text.empty() || text.front() != '.') throw std::runtime_error("a child threw: " + text);
  return text.substr(1);
}

}  // namespace sgdma::test
