#include "observe/wave/save_layout.h"

#include <algorithm>
#include <array>

namespace sgdma::observe {

namespace {

struct Labelled {
  const char* path;  ///< from the platform
  const char* label;
};

constexpr std::array<Labelled, 21> kOverview = {{
    {"clk", "clk"},
    {"engine.in_flight_table.slots_in_use", "slots in use"},
    {"engine.gather_channel.stall_cause", "gather cycle"},
    {"engine.scatter_channel.stall_cause", "scatter cycle"},
    {"engine.slot_arbiter.grant_gather.valid", "gather granted"},
    {"engine.slot_arbiter.grant_gather.qp", "gather granted to QP"},
    {"engine.slot_arbiter.grant_scatter.valid", "scatter granted"},
    {"engine.slot_arbiter.grant_scatter.qp", "scatter granted to QP"},
    {"engine.memory_bus.read_request.valid", "read request"},
    {"engine.memory_bus.read_data.valid", "read data"},
    {"engine.memory_bus.write_data.valid", "write data"},
    {"engine.memory_bus.write_response.valid", "write response"},
    {"engine.gather_channel.fault.valid", "gather fault"},
    {"engine.scatter_channel.fault.valid", "scatter fault"},
    {"engine.completion_port.gather.valid", "gather completion"},
    {"engine.completion_port.scatter.valid", "scatter completion"},
    {"cqe_generator.valid", "CQE"},
    {"cqe_generator.status", "CQE status"},
    {"cqe_generator.count", "CQEs so far"},
    {"cqe_generator.errors", "with an error"},
    {"rejected_work.valid", "rejected work"},
}};

constexpr std::string_view kEngine = "engine";
constexpr std::string_view kTag = "tag";

}  // namespace

SaveLayout::SaveLayout(const SignalTable& table, GtkwaveSave& save)
    : table_(table), index_(table), save_(save) {}

std::string_view SaveLayout::name_of(ScopeId scope) const {
  return table_.scopes()[static_cast<std::size_t>(scope)].name;
}

void SaveLayout::add(const ShownScopes& shown) {
  add_overview(shown);
  add_arbiter(shown);
  add_slots(shown);
  if (const auto engine = index_.scope(shown.platform, kEngine)) {
    add_bus(*engine);
    add_scopes(*engine, "payload", {"payload_out", "payload_in"}, true);
    add_completions(shown, *engine);
    add_scopes(*engine, "faults", {"gather_channel.fault", "scatter_channel.fault"}, true);
    add_scopes(*engine, "control", {"control"}, true);
  }
}

void SaveLayout::add_overview(const ShownScopes& shown) {
  save_.open_group("overview");
  for (const Labelled& line : kOverview) {
    if (const auto signal = index_.signal(shown.platform, line.path)) {
      save_.add(*signal, line.label);
    }
  }
  save_.close_group();
}

void SaveLayout::add_arbiter(const ShownScopes& shown) {
  const auto arbiter = index_.scope(shown.platform, "engine.slot_arbiter");
  if (!arbiter) {
    return;
  }
  save_.open_group("arbiter");
  add_signals(*arbiter);
  for (const std::string_view grant : {"grant_gather", "grant_scatter"}) {
    if (const auto scope = index_.scope(*arbiter, grant)) {
      add_scope(*scope, grant, true);
    }
  }
  add_some_open(shown.queue_pairs, kOpenQueuePairs, "further queue pairs");
  save_.close_group();
}

void SaveLayout::add_slots(const ShownScopes& shown) {
  save_.open_group("slots in use");
  add_some_open(shown.slots, kOpenSlots, "further slots");
  save_.close_group();
}

void SaveLayout::add_bus(ScopeId engine) {
  const auto bus = index_.scope(engine, "memory_bus");
  if (!bus) {
    return;
  }
  save_.open_group("bus");
  add_signals(*bus);
  for (const ScopeId channel : index_.scopes_in(*bus)) {
    const std::string_view name = name_of(channel);
    add_scope(channel, name, name != "read_data" && name != "write_data");
  }
  save_.close_group();
}

void SaveLayout::add_completions(const ShownScopes& shown, ScopeId engine) {
  save_.open_group("completions");
  for (const std::string_view name : {"cqe_generator", "rejected_work"}) {
    if (const auto scope = index_.scope(shown.platform, name)) {
      add_scope(*scope, name, name != "cqe_generator");
    }
  }
  if (const auto port = index_.scope(engine, "completion_port")) {
    add_scope(*port, name_of(*port), true);
  }
  save_.close_group();
}

void SaveLayout::add_scopes(ScopeId within, std::string_view group,
                            const std::vector<std::string_view>& paths, bool closed) {
  save_.open_group(group, closed);
  for (const std::string_view path : paths) {
    if (const auto scope = index_.scope(within, path)) {
      add_scope(*scope, path.substr(0, path.find('.')), false);
    }
  }
  save_.close_group();
}

void SaveLayout::add_some_open(const std::vector<ScopeId>& scopes, std::size_t open,
                               std::string_view others) {
  const std::size_t count = std::min(scopes.size(), kMost);
  for (std::size_t at = 0; at < count; ++at) {
    if (at == open) {
      save_.open_group(others, true);
    }
    add_scope(scopes[at], name_of(scopes[at]), false);
  }
  if (count > open) {
    save_.close_group();
  }
}

void SaveLayout::add_signals(ScopeId scope) {
  for (const SignalId signal : index_.signals_in(scope)) {
    save_.add(signal, table_.signal(signal).name);
  }
}

void SaveLayout::add_scope(ScopeId scope, std::string_view name, bool closed) {
  save_.open_group(name, closed);
  add_signals(scope);
  for (const ScopeId inner : index_.scopes_in(scope)) {
    add_scope(inner, name_of(inner), name_of(inner) == kTag);
  }
  save_.close_group();
}

}  // namespace sgdma::observe
