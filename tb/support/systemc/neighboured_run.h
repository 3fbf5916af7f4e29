/// The command line with neighbours in its simulation.
#pragma once

#include <string>
#include <vector>

#include "support/command_run.h"

namespace sgdma::test {

/// As `sgdma`, beside the neighbours of support/neighbour_options.h. Says at the end on standard
/// error how many edges the engine has stepped ahead of the kernel's time. Returns the exit code.
int neighboured_command_line(const std::string& neighbours, int argc, const char* const* argv);

/// The same in a process of its own, as the binary would do it: the arguments begin with its name.
CommandResult run_neighboured(const std::string& neighbours, const std::vector<std::string>& words);

}  // namespace sgdma::test
