/// Everything that is wrong with a user's input.
#pragma once

#include <exception>
#include <string>
#include <vector>

#include "workload/config/diagnostic.h"

namespace sgdma::workload {

/// Thrown for a user's mistake. Holds at least one diagnostic, in the order in which they are
/// shown: by source, then by line.
class ConfigError : public std::exception {
 public:
  explicit ConfigError(std::vector<Diagnostic> diagnostics);
  /// One error that has no place in a file.
  ConfigError(std::string source, std::string message, std::string hint = {});

  const std::vector<Diagnostic>& diagnostics() const { return diagnostics_; }
  /// All diagnostics as text, one after the other.
  const char* what() const noexcept override { return text_.c_str(); }

 private:
  std::vector<Diagnostic> diagnostics_;
  std::string text_;
};

}  // namespace sgdma::workload
