#include "observe/wave/wave_window.h"

#include <algorithm>
#include <utility>

namespace sgdma::observe {

WaveWindow::WaveWindow(ClockedWave& wave, Cycle from, Cycle to)
    : wave_(wave), from_(from), to_(to) {}

WaveWindow::WaveWindow(ClockedWave& wave, Cycle margin)
    : wave_(wave), margin_(margin), margin_after_(margin) {}

void WaveWindow::start(std::vector<SignalValue> values) { values_ = std::move(values); }

void WaveWindow::edge(Cycle now, const std::vector<SignalChange>& changes) {
  if (closed()) {
    return;
  }
  if (margin_) {
    hold(now, changes);
  } else if (now > to_) {
    end(to_);
  } else if (wave_.begun()) {
    wave_.write(now, changes.data(), changes.size());
  } else if (now > from_) {
    wave_.begin(from_, values_);
    wave_.write(now, changes.data(), changes.size());
  } else {
    for (const SignalChange& change : changes) {
      apply(change);
    }
    if (now == from_) {
      wave_.begin(from_, values_);
    }
  }
}

void WaveWindow::hold(Cycle now, const std::vector<SignalChange>& changes) {
  while (!held_.empty() && held_.front().edge + *margin_ <= now) {
    apply(held_.front().change);
    held_.pop_front();
  }
  for (const SignalChange& change : changes) {
    held_.push_back() = {now, change};
  }
}

void WaveWindow::fire(Cycle now) {
  if (margin_) {
    const Cycle first = now - std::min(now, *margin_);
    margin_.reset();
    replay(first);
    if (!closed() && wave_.last() < now) {
      wave_.write(now, nullptr, 0);
    }
  }
}

void WaveWindow::replay(Cycle first) {
  while (!held_.empty() && held_.front().edge <= first) {
    apply(held_.front().change);
    held_.pop_front();
  }
  wave_.begin(first, values_);
  while (!held_.empty() && !closed()) {
    const Cycle edge = held_.front().edge;
    edge_.clear();
    for (; !held_.empty() && held_.front().edge == edge; held_.pop_front()) {
      edge_.push_back(held_.front().change);
    }
    wave_.write(edge, edge_.data(), edge_.size());
  }
}

void WaveWindow::release(Cycle now) {
  to_ = std::min(to_, now + std::min(margin_after_, kNever - now));
}

void WaveWindow::end(Cycle last) {
  if (closed() || margin_) {
    return;
  }
  const Cycle end = std::min(last, to_);
  if (!wave_.begun()) {
    if (from_ > end) {
      return;
    }
    wave_.begin(from_, values_);
  }
  wave_.end(std::max(end, wave_.last()));
}

}  // namespace sgdma::observe
