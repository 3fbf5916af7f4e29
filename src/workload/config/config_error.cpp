#include "workload/config/config_error.h"

#include <utility>

namespace sgdma::workload {

ConfigError::ConfigError(std::vector<Diagnostic> diagnostics)
    : diagnostics_(std::move(diagnostics)) {
  for (const Diagnostic& diagnostic : diagnostics_) {
    if (!text_.empty()) text_ += '\n';
    text_ += to_string(diagnostic);
  }
}

ConfigError::ConfigError(std::string source, std::string message, std::string hint)
    : ConfigError(std::vector<Diagnostic>{
          {std::move(source), 0, 0, {}, std::move(message), std::move(hint)}}) {}

}  // namespace sgdma::workload
