#include "workload/config/section_key_parts.h"

namespace sgdma::workload {
namespace {

using Table = KeyTable<Scenario>;

/// The policy of one cause.
Key<Scenario> teardown(std::string_view name, std::string_view summary,
                       TeardownPolicy TeardownConfig::*policy) {
  return {choice("teardown", name, summary)
              .one_of({kTeardownPolicyNames.begin(), kTeardownPolicyNames.end()}),
          {[policy](Scenario& scenario, const KeyValue& value) {
             store(scenario.engine.teardown.*policy, value);
           },
           [policy](const Scenario& scenario) {
             return std::optional<KeyValue>(load(scenario.engine.teardown.*policy));
           }}};
}

/// The timeout is held in cycles.
Binding<Scenario> drain_timeout() {
  return {[](Scenario& scenario, const KeyValue& value) {
            scenario.engine.teardown.drain_timeout = cycles_of(value.number, scenario.clock_period);
          },
          [](const Scenario& scenario) {
            return std::optional<KeyValue>(
                load(scenario.engine.teardown.drain_timeout * scenario.clock_period));
          }};
}

}  // namespace

void add_teardown_keys(Table& keys) {
  keys.push_back(teardown("bus_fault",
                          "Where a transfer stops after an error on the bus: at the beat, or at "
                          "the end of the bursts that have begun.",
                          &TeardownConfig::bus_fault));
  keys.push_back(teardown("qp_reset", "Where a queue pair's transfers stop in a RESET.",
                          &TeardownConfig::qp_reset));
  keys.push_back(teardown("qp_error", "Where they stop in ERR.", &TeardownConfig::qp_error));
  keys.push_back(teardown("engine_reset", "Where all transfers stop in an engine reset.",
                          &TeardownConfig::engine_reset));
  keys.push_back(teardown("deregister",
                          "Where transfers of a region stop that is deregistered with "
                          "force_error. One whose next piece of a translation fails stops at the "
                          "beat with finish_beat, else behind the bursts that have begun.",
                          &TeardownConfig::deregister));
  keys.push_back(
      {time("teardown", "drain_timeout",
            "How long the payload of a drain may stand still, before it stops at a beat; in whole "
            "cycles, rounded up.")
           .range(1, kLongestDelay)
           .or_word("never"),
       drain_timeout()});
  keys.push_back({choice("teardown", "on_failure",
                         "What the failure of a WQE or message does to its queue pair: nothing "
                         "more, or it brings it into ERR, as a reliable connection is.")
                      .one_of({"go_on", "qp_error"}),
                  field(&Scenario::on_failure)});
}

}  // namespace sgdma::workload
