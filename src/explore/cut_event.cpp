#include "explore/cut_event.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "workload/config/config_error.h"
#include "workload/config/nearest_name.h"

namespace sgdma::explore {
namespace {

using workload::ConfigError;

constexpr const char* kOption = "--event";
constexpr std::array<ControlKind, 3> kKinds = {
    ControlKind::kEngineReset, ControlKind::kQueuePairReset, ControlKind::kQueuePairError};

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
  throw ConfigError(kOption, message, hint);
}

ControlKind read_kind(const std::string& name) {
  std::vector<std::string> names;
  for (const ControlKind kind : kKinds) {
    if (name == name_of(kind)) return kind;
    names.emplace_back(name_of(kind));
  }
  const std::string nearest = workload::nearest_name(name, names);
  refuse("there is no event " + name, nearest.empty()
                                          ? "it is engine_reset, qp_reset:QP or qp_error:QP"
                                          : "did you mean " + nearest + "?");
}

std::optional<std::uint32_t> read_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size() && !text.empty();
  return whole ? std::optional(number) : std::nullopt;
}

}  // namespace

CutEvent parse_cut_event(const std::string& text, const workload::Scenario& scenario) {
  const std::size_t colon = text.find(':');
  CutEvent event{text, {}};
  event.request.kind = read_kind(text.substr(0, colon));
  const std::string kind(name_of(event.request.kind));
  if (event.request.kind == ControlKind::kEngineReset) {
    if (colon != std::string::npos) refuse(kind + " takes no queue pair", "write --event " + kind);
    return event;
  }
  const auto number = colon == std::string::npos
                          ? std::nullopt
                          : read_number(std::string_view(text).substr(colon + 1));
  if (!number) refuse(kind + " needs the number of a queue pair", "write " + kind + ":7");
  const auto& all = scenario.queue_pairs;
  const auto found = std::find_if(all.begin(), all.end(), [&](const platform::QueuePair& qp) {
    return raw(qp.number) == *number;
  });
  if (found == all.end()) {
    refuse("the scenario has no queue pair " + std::to_string(*number), "see its [[qp]]");
  }
  event.request.qp = QpIndex{static_cast<std::uint32_t>(found - all.begin())};
  event.request.number = QpNumber{*number};
  return event;
}

}  // namespace sgdma::explore
