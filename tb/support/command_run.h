/// Runs the command line as a user does: the real binary, its exit code, and what it printed.
#pragma once

#include <string>
#include <vector>

namespace sgdma::test {

struct CommandResult {
  int exit_code = -1;  ///< -1: ended by a signal
  std::string out;
  std::string err;
};

/// Runs the command line with these arguments, and its bus, if it has one, under the rules of the
/// base protocol: what breaks them is on standard error, and in the exit code.
CommandResult run_command(const std::vector<std::string>& arguments);

/// Runs any program, found by `PATH`, with its arguments.
CommandResult run_program(const std::vector<std::string>& words);

}  // namespace sgdma::test
