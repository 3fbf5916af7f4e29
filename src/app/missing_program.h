/// An outside program that is not there.
#pragma once

#include <stdexcept>
#include <string>

namespace sgdma::app {

/// Ends the command with `kExitMissingProgram`. The text is what a user reads, the hint included.
class MissingProgram : public std::runtime_error {
 public:
  MissingProgram(const std::string& program, const std::string& message, const std::string& hint)
      : std::runtime_error(program + ": error: " + message + "\nhint: " + hint) {}
};

}  // namespace sgdma::app
