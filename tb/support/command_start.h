/// Starts the command line, for tests that meet it while it runs.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace sgdma::test {

/// Starts a program, found by `PATH`, and does not wait. Returns its process, which ends with this
/// one at the latest.
pid_t start_program(std::vector<std::string> words);

/// Starts what `run_command` runs in the same way.
pid_t start_command(const std::vector<std::string>& arguments);

/// Waits for a process; its exit code, or -1 where a signal ended it.
int wait_for(pid_t process);

}  // namespace sgdma::test
