#include "explore/cutpoints/cut_event.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string_view>
#include <vector>

#include "workload/config/config_error.h"
#include "workload/config/key_spec.h"
#include "workload/config/nearest_name.h"
#include "workload/config/quantity.h"

namespace sgdma::explore {
namespace {

using workload::ConfigError;

constexpr const char* kOption = "--event";
constexpr std::array<ControlKind, 3> kRequests = {
    ControlKind::kEngineReset, ControlKind::kQueuePairReset, ControlKind::kQueuePairError};
constexpr const char* kBusError = "bus_error";
constexpr const char* kDeregister = "dereg";

[[noreturn]] void refuse(const std::string& message, const std::string& hint) {
  throw ConfigError(kOption, message, hint);
}

/// What software asks for; nothing where the name is that of a bus error.
std::optional<ControlKind> read_kind(const std::string& name) {
  if (name == kBusError) return std::nullopt;
  if (name == kDeregister) return ControlKind::kDeregister;
  std::vector<std::string> names{kBusError, kDeregister};
  for (const ControlKind kind : kRequests) {
    if (name == name_of(kind)) return kind;
    names.emplace_back(name_of(kind));
  }
  const std::string nearest = workload::nearest_name(name, names);
  refuse("there is no event " + name,
         nearest.empty()
             ? "it is engine_reset, qp_reset:QP, qp_error:QP, bus_error:QP or dereg:REGION"
             : "did you mean " + nearest + "?");
}

std::optional<std::uint32_t> read_number(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc() && end == text.data() + text.size() && !text.empty();
  return whole ? std::optional(number) : std::nullopt;
}

/// A region by its name, or by its key as a number.
ControlRequest deregistration_of(const std::string& name, const workload::Scenario& scenario) {
  const workload::ParsedQuantity number = workload::parse_number(name);
  const auto& all = scenario.regions;
  const auto found = std::find_if(all.begin(), all.end(), [&](const platform::Region& region) {
    return number.problem.empty() ? raw(region.key) == number.value : region.name == name;
  });
  if (found == all.end()) {
    refuse("the scenario has no region " + workload::quoted(name), "see its [[region]]");
  }
  ControlRequest request{ControlKind::kDeregister};
  request.region = found->key;
  return request;
}

}  // namespace

CutEvent parse_cut_event(const std::string& text, const workload::Scenario& scenario) {
  const std::size_t colon = text.find(':');
  const std::string name = text.substr(0, colon);
  const std::optional<ControlKind> kind = read_kind(name);
  CutEvent event;
  event.text = text;
  if (kind == ControlKind::kEngineReset) {
    if (colon != std::string::npos) refuse(name + " takes no queue pair", "write --event " + name);
    event.request = ControlRequest{*kind, {}, {}, {}};
    return event;
  }
  if (kind == ControlKind::kDeregister) {
    if (colon == std::string::npos) refuse(name + " needs a region", "write " + name + ":NAME");
    event.request = deregistration_of(text.substr(colon + 1), scenario);
    return event;
  }
  const auto number = colon == std::string::npos
                          ? std::nullopt
                          : read_number(std::string_view(text).substr(colon + 1));
  if (!number) refuse(name + " needs the number of a queue pair", "write " + name + ":7");
  const std::optional<QpIndex> found = scenario.queue_pairs.find(QpNumber{*number});
  if (!found) {
    refuse("the scenario has no queue pair " + std::to_string(*number), "see its [[qp]]");
  }
  event.qp = QpNumber{*number};
  if (kind) {
    event.request = ControlRequest{*kind, *found, *event.qp, {}};
  } else {
    event.fault.emplace();
    event.fault->qp = event.qp;
    event.fault->limit = 1;
  }
  return event;
}

}  // namespace sgdma::explore
