#include "module/wave_stream.h"

#include <set>

#include "support/scenario_random.h"

namespace sgdma::wave_test {

namespace {

using observe::SignalChange;
using observe::SignalId;
using observe::SignalValue;
using observe::WaveTime;
using test::ScenarioRandom;

SignalValue draw_value(ScenarioRandom& random) {
  const std::uint64_t bits = random.between(0, ~std::uint64_t{0});
  const std::uint64_t shift = random.between(0, 63);
  return {bits >> shift, !random.chance(10)};
}

/// Digit by digit, unlike the writers.
std::string digits_of(SignalValue value, std::uint32_t width) {
  std::string digits(width, 'z');
  for (std::uint32_t bit = 0; value.driven && bit < width; ++bit) {
    digits[width - 1 - bit] = (value.bits >> bit) % 2 == 0 ? '0' : '1';
  }
  return digits;
}

void append(test::VcdValues& values, WaveTime time, std::string digits) {
  if (values.empty() || values.back().second != digits) {
    values.emplace_back(time, std::move(digits));
  }
}

}  // namespace

WaveStream::WaveStream(std::uint64_t seed, std::size_t signals, std::size_t moments) {
  ScenarioRandom random(seed);
  std::vector<observe::ScopeId> scopes{table_.add_scope(std::nullopt, "top")};
  for (int scope = 0; scope < 5; ++scope) {
    scopes.push_back(table_.add_scope(random.one_in(scopes), "part"));
  }
  for (std::size_t at = 0; at < signals; ++at) {
    const bool words = random.chance(20);
    const auto width = static_cast<std::uint32_t>(
        words ? random.between(1, 4) : random.one_of({1U, 1U, 2U, 7U, 8U, 9U, 31U, 33U, 64U}));
    table_.add(random.one_in(scopes), "s", width, words ? &states_ : nullptr);
    initial_.push_back(draw_value(random));
  }
  begin_ = random.one_of({std::uint64_t{0}, std::uint64_t{7}});
  end_ = begin_;
  for (std::size_t at = 0; at < moments; ++at) {
    end_ += random.between(1, 300);
    WaveMoment moment{end_, {}};
    std::set<std::uint64_t> changed;
    for (std::uint64_t left = random.between(1, std::min<std::size_t>(signals, 6)); left > 0;
         --left) {
      changed.insert(random.between(0, signals - 1));
    }
    for (const std::uint64_t signal : changed) {
      moment.changes.push_back({SignalId{static_cast<std::uint32_t>(signal)}, draw_value(random)});
    }
    moments_.push_back(std::move(moment));
  }
  end_ += random.between(0, 300);
}

void WaveStream::play(observe::WaveFile& file) const {
  file.begin(begin_, initial_);
  for (const WaveMoment& moment : moments_) {
    file.write(moment.time, moment.changes.data(), moment.changes.size());
  }
  file.close(end_);
}

WaveHistory WaveStream::history() const {
  WaveHistory history;
  const auto change = [&](WaveTime time, SignalId signal, SignalValue value) {
    append(history[table_.path_of(signal)], time, digits_of(value, table_.signal(signal).width));
  };
  for (std::size_t at = 0; at < initial_.size(); ++at) {
    change(begin_, SignalId{static_cast<std::uint32_t>(at)}, initial_[at]);
  }
  for (const WaveMoment& moment : moments_) {
    for (const SignalChange& each : moment.changes) {
      change(moment.time, each.signal, each.value);
    }
  }
  return history;
}

WaveHistory history_of(const test::VcdDump& dump) {
  WaveHistory history;
  for (const test::VcdChange& change : dump.changes) {
    append(history[dump.signals[change.signal].path], change.time, change.value);
  }
  return history;
}

}  // namespace sgdma::wave_test
