#include "support/owned_cycles.h"

namespace sgdma::test {

namespace json = boost::json;

namespace {

constexpr std::pair<const char*, const char*> kChannels[] = {{"read", "gather"},
                                                             {"write", "scatter"}};

}  // namespace

OwnedCycles owned_cycles(const json::object& result) {
  OwnedCycles owned;
  const auto add = [&](const std::string& direction, const std::string& owner,
                       const json::value& causes) {
    for (const auto& cause : causes.as_object()) {
      owned[{direction, owner}][cause.key()] = cause.value().to_number<std::uint64_t>();
    }
  };
  for (const auto& [channel, direction] : kChannels) {
    add(direction, "nobody", result.at(channel).at("cycles_of_nobody"));
    for (const json::value& qp : result.at("qps").as_array()) {
      add(direction, json::serialize(qp.at("qp")), qp.at("cycles").at(direction));
    }
  }
  return owned;
}

std::string unbalanced(const json::object& result) {
  std::map<std::string, std::map<std::string, std::uint64_t>> sums;  // by direction
  for (const auto& [owner, causes] : owned_cycles(result)) {
    for (const auto& [cause, cycles] : causes) {
      sums[owner.first][cause] += cycles;
    }
  }
  std::string text;
  for (const auto& [channel, direction] : kChannels) {
    std::uint64_t total = 0;
    for (const auto& cause : result.at(channel).at("cycles").as_object()) {
      const auto cycles = cause.value().to_number<std::uint64_t>();
      const std::uint64_t sum = sums[direction][cause.key()];
      total += sum;
      if (sum != cycles) {
        text += std::string(direction) + ' ' + std::string(cause.key()) + ": " +
                std::to_string(sum) + " of " + std::to_string(cycles) + "; ";
      }
    }
    const auto measured = result.at("measured_cycles").to_number<std::uint64_t>();
    if (total != measured) {
      text += std::string(direction) + ": " + std::to_string(total) + " of " +
              std::to_string(measured) + " cycles; ";
    }
  }
  return text;
}

}  // namespace sgdma::test
