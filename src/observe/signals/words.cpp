#include "observe/signals/words.h"

#include <string>

#include "core/stall_account.h"
#include "types/bus_status.h"
#include "types/completion_status.h"
#include "types/completion_tag.h"
#include "types/direction.h"
#include "types/observer.h"

namespace sgdma::observe {

namespace {

/// The names of an enumeration whose last value is `last`.
template <class Value>
WordTable words_of(std::string name, Value last) {
  WordTable table{std::move(name), {}};
  for (std::size_t value = 0; value <= static_cast<std::size_t>(last); ++value) {
    table.words.emplace_back(name_of(static_cast<Value>(value)));
  }
  return table;
}

}  // namespace

const WordTable& slot_state_words() {
  static const WordTable table{
      "slot_state", {"free", "granted", "requested", "moving", "answering", "failing", "other"}};
  return table;
}

const WordTable& direction_words() {
  static const WordTable table = words_of("direction", Direction::kScatter);
  return table;
}

const WordTable& side_words() {
  static const WordTable table = words_of("side", Side::kResponder);
  return table;
}

const WordTable& completion_status_words() {
  static const WordTable table = words_of("completion_status", CompletionStatus::kGeneralErr);
  return table;
}

const WordTable& bus_status_words() {
  static const WordTable table = words_of("bus_status", BusStatus::kTimeout);
  return table;
}

const WordTable& stall_cause_words() {
  static const WordTable table = words_of("stall_cause", core::StallCause::kNoWork);
  return table;
}

const WordTable& control_words() {
  static const WordTable table = words_of("control", ControlKind::kRegister);
  return table;
}

}  // namespace sgdma::observe
