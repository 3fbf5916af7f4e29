/// One event of a run, and its line in the format of the contract's traces.
#pragma once

#include <string>
#include <vector>

#include "core/burst.h"
#include "types/bus_status.h"
#include "types/completion.h"
#include "types/control.h"
#include "types/cycle.h"
#include "types/teardown.h"

namespace sgdma::test {

enum class TraceKind {
  kIntake,
  kGrant,
  kRequest,
  kBurst,
  kBeat,
  kMove,
  kResponse,
  kFault,
  kDone,
  kCompletion,
  kWaste,
  kTeardown,
  kAsked,
  kAnswered,
  kQuarantine,
  kReturn
};

/// Which fields count depends on the kind.
struct TraceEvent {
  Cycle edge = 0;
  TraceKind kind{};
  Direction direction{};
  std::uint32_t slot = 0;
  std::uint32_t qp = 0;
  CompletionTag tag;
  std::uint32_t bus_tag = 0;
  std::uint32_t segment = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  std::uint32_t beats = 0;   ///< of a burst; position of a beat in it
  std::uint32_t offset = 0;  ///< of a beat in its transfer
  std::uint32_t remaining = 0;
  bool last = false;
  BusStatus bus_status = BusStatus::kOkay;
  CompletionStatus status = CompletionStatus::kSuccess;
  ControlKind control{};
  TeardownEvent teardown;
};

/// Without the edge:
///   `intake qp`, `grant slot qp dir addr len`, `ar slot addr bytes beats`,
///   `w slot addr bytes last`, `move slot addr bytes remaining`, `done slot` as in the contract;
///   `aw slot addr bytes beats`, `response slot dir addr status`, `fault slot addr status`,
///   `completion qp dir status bytes`, `waste slot dir addr last`, `teardown slot cause policy`,
///   `asked kind [qp]`, `answered kind [qp]`, `quarantine slot dir addr`,
///   `return slot dir addr` besides.
std::string text_of(const TraceEvent& event);

/// First word of the line.
std::string word_of(TraceKind kind);

/// Whether the contract's traces show this kind.
bool in_contract(TraceKind kind);

/// `edge text` of the events that `in_contract` admits, sorted by edge, then bytewise by the text.
std::vector<std::string> contract_lines(const std::vector<TraceEvent>& events);

}  // namespace sgdma::test
