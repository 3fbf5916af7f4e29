#include "app/size_argument.h"

#include "workload/config/config_error.h"
#include "workload/config/quantity.h"

namespace sgdma::app {

std::uint64_t size_argument(const std::string& option, const std::string& text) {
  const workload::ParsedQuantity parsed = workload::parse_bytes(text);
  if (!parsed.problem.empty()) {
    throw workload::ConfigError(option + " " + text, parsed.problem, parsed.hint);
  }
  if (parsed.value == 0) {
    throw workload::ConfigError(option + " " + text, "is out of range: 1 B or more");
  }
  return parsed.value;
}

}  // namespace sgdma::app
