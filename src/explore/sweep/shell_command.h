/// Commands of a shell.
#pragma once

#include <string>
#include <string_view>

namespace sgdma::explore {

struct ShellResult {
  int exit_code = 0;
  std::string out;
  std::string err;
};

/// Runs `command` with /bin/sh and waits for it. Throws std::system_error where that cannot be
/// done.
ShellResult run_shell(const std::string& command);

/// `text` as one word of a shell.
std::string shell_word(std::string_view text);

}  // namespace sgdma::explore
