#include "support/systemc/neighboured_run.h"

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

#include "app/command_line.h"
#include "support/scenario_run.h"
#include "support/scratch.h"
#include "support/systemc/neighbours.h"

namespace sgdma::test {
namespace {

[[noreturn]] void run_child(const std::string& neighbours, const std::vector<std::string>& words,
                            const std::string& out, const std::string& err) {
  if (std::freopen(out.c_str(), "w", stdout) == nullptr ||
      std::freopen(err.c_str(), "w", stderr) == nullptr) {
    _exit(EXIT_FAILURE);
  }
  std::vector<const char*> arguments;
  arguments.reserve(words.size());
  for (const std::string& word : words) arguments.push_back(word.c_str());
  const int code =
      neighboured_command_line(neighbours, static_cast<int>(arguments.size()), arguments.data());
  std::cout.flush();
  std::cerr.flush();
  std::fflush(nullptr);
  _exit(code);
}

}  // namespace

int neighboured_command_line(const std::string& neighbours, int argc, const char* const* argv) {
  try {
    Neighbours beside(neighbours_of(neighbours));
    const int code = app::command_line(argc, argv, beside.binding());
    std::cerr << beside.stepped_ahead() << " edges stepped ahead\n";
    return code;
  } catch (const std::logic_error& error) {
    std::cerr << "neighbours: " << error.what() << '\n';
    return 2;
  }
}

CommandResult run_neighboured(const std::string& neighbours,
                              const std::vector<std::string>& words) {
  const std::string out = scratch_path("stdout");
  const std::string err = scratch_path("stderr");
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) run_child(neighbours, words, out, err);
  int status = 0;
  waitpid(child, &status, 0);
  CommandResult result;
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  result.out = file_bytes(out);
  result.err = file_bytes(err);
  return result;
}

}  // namespace sgdma::test
