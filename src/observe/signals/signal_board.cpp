#include "observe/signals/signal_board.h"

namespace sgdma::observe {

SignalId SignalBoard::add(ScopeId scope, std::string_view name, std::uint32_t width,
                          const WordTable* words) {
  next_.push_back({0, false});
  shown_.push_back({0, false});
  touched_.push_back(0);
  strobed_at_.push_back(0);
  return table_.add(scope, name, width, words);
}

SignalId SignalBoard::add_bit(ScopeId scope, std::string_view name) {
  const SignalId signal = add(scope, name, 1);
  next_.back() = shown_.back() = {0, true};
  return signal;
}

void SignalBoard::put(SignalId signal, SignalValue value) {
  const auto at = static_cast<std::size_t>(signal);
  next_[at] = value;
  if (touched_[at] == 0) {
    touched_[at] = 1;
    touched_list_.push_back(signal);
  }
}

void SignalBoard::note_strobe(SignalId signal, bool to_zero) {
  std::uint64_t& at = strobed_at_[static_cast<std::size_t>(signal)];
  if (at != edge_) {
    at = edge_;
    strobes_.push_back({signal, to_zero});
  }
}

void SignalBoard::end_strobes() {
  for (const Strobe& strobe : ending_) {
    if (strobed_at_[static_cast<std::size_t>(strobe.signal)] != edge_) {
      put(strobe.signal, {0, strobe.to_zero});
    }
  }
  ending_.swap(strobes_);
  strobes_.clear();
  ++edge_;
}

const std::vector<SignalChange>& SignalBoard::take_changes() {
  end_strobes();
  changes_.clear();
  for (const SignalId signal : touched_list_) {
    const auto at = static_cast<std::size_t>(signal);
    touched_[at] = 0;
    const SignalValue& value = next_[at];
    SignalValue& shown = shown_[at];
    if (value.bits != shown.bits || value.driven != shown.driven) {
      shown = value;
      changes_.push_back({signal, value});
    }
  }
  touched_list_.clear();
  return changes_;
}

}  // namespace sgdma::observe
