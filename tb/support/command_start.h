/// Starts the command line, for tests that meet it while it runs.
#pragma once

#include <string>
#include <sys/types.h>
#include <vector>

namespace sgdma::test {

/// Starts what `run_command` runs, and does not wait. Returns its process.
pid_t start_command(const std::vector<std::string>& arguments);

/// Waits for a process; its exit code, or -1 where a signal ended it.
int wait_for(pid_t process);

}  // namespace sgdma::test
