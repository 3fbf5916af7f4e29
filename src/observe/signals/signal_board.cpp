#include "observe/signals/signal_board.h"

namespace sgdma::observe {

SignalId SignalBoard::add(ScopeId scope, std::string_view name, std::uint32_t width,
                          const WordTable* words) {
  cells_.push_back({{0, false}, {0, false}, false});
  return table_.add(scope, name, width, words);
}

SignalId SignalBoard::add_bit(ScopeId scope, std::string_view name) {
  const SignalId signal = add(scope, name, 1);
  cells_.back() = {{0, true}, {0, true}, false};
  return signal;
}

BundleId SignalBoard::add_bundle(SignalId valid) {
  bundles_.push_back({valid, static_cast<std::uint32_t>(cells_.size()), 0});
  return BundleId{static_cast<std::uint32_t>(bundles_.size() - 1)};
}

void SignalBoard::release(BundleId bundle) {
  const Bundle& released = bundles_[static_cast<std::size_t>(bundle)];
  set(released.valid, 0);
  for (std::uint32_t at = static_cast<std::uint32_t>(released.valid) + 1; at < released.end; ++at) {
    release(SignalId{at});
  }
}

void SignalBoard::strobe(BundleId bundle) {
  Bundle& strobed = bundles_[static_cast<std::size_t>(bundle)];
  set(strobed.valid, 1);
  if (strobed.strobed_at != edge_) {
    strobed.strobed_at = edge_;
    strobed_.push_back(bundle);
  }
}

void SignalBoard::end_strobes() {
  for (const BundleId bundle : ending_) {
    if (bundles_[static_cast<std::size_t>(bundle)].strobed_at != edge_) {
      release(bundle);
    }
  }
  ending_.swap(strobed_);
  strobed_.clear();
  ++edge_;
}

const std::vector<SignalChange>& SignalBoard::take_changes() {
  end_strobes();
  changes_.clear();
  for (const SignalId signal : touched_) {
    Cell& cell = cells_[static_cast<std::size_t>(signal)];
    cell.touched = false;
    if (!same(cell.next, cell.shown)) {
      cell.shown = cell.next;
      changes_.push_back({signal, cell.next});
    }
  }
  touched_.clear();
  return changes_;
}

std::vector<SignalValue> SignalBoard::values() const {
  std::vector<SignalValue> values;
  values.reserve(cells_.size());
  for (const Cell& cell : cells_) {
    values.push_back(cell.shown);
  }
  return values;
}

}  // namespace sgdma::observe
