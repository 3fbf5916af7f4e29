/// A capture that cannot be read or used.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace sgdma::workload {

/// Thrown for a user's mistake. `what()` is `source: error: message`, followed by a line with the
/// hint where there is one.
class CaptureError : public std::runtime_error {
 public:
  CaptureError(std::string source, std::string message, std::string hint = {})
      : std::runtime_error(source + ": error: " + message +
                           (hint.empty() ? std::string() : "\n  hint: " + hint)),
        source_(std::move(source)),
        message_(std::move(message)),
        hint_(std::move(hint)) {}

  const std::string& source() const { return source_; }    ///< the file, or what else is wrong
  const std::string& message() const { return message_; }  ///< one sentence, without a full stop
  const std::string& hint() const { return hint_; }        ///< what to do about it; may be empty

 private:
  std::string source_;
  std::string message_;
  std::string hint_;
};

}  // namespace sgdma::workload
