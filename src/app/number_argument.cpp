#include "app/number_argument.h"

#include "workload/config/config_error.h"
#include "workload/config/quantity.h"

namespace sgdma::app {

using workload::ConfigError;

std::uint64_t number_argument(const std::string& option, const std::string& text,
                              std::uint64_t least, std::uint64_t most) {
  const std::string source = option + " " + text;
  const workload::ParsedQuantity parsed = workload::parse_number(text);
  if (!text.empty() && text.front() == '-') throw ConfigError(source, "is negative");
  if (!parsed.problem.empty()) throw ConfigError(source, parsed.problem, parsed.hint);
  if (parsed.value < least || parsed.value > most) {
    throw ConfigError(source,
                      "is out of range: " + std::to_string(least) + " to " + std::to_string(most));
  }
  return parsed.value;
}

}  // namespace sgdma::app
