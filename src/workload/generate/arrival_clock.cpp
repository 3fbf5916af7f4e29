#include "workload/generate/arrival_clock.h"

#include <algorithm>

namespace sgdma::workload {

using platform::Picoseconds;

namespace {

/// Later than any run lasts. A drawn time is at most half of it.
constexpr Picoseconds kNeverComes = Picoseconds{1} << 63U;

/// Both up to `kNeverComes`, and so is what it returns.
Picoseconds later(Picoseconds from, Picoseconds time) { return std::min(from + time, kNeverComes); }

}  // namespace

ArrivalClock::ArrivalClock(const GeneratorConfig& config, std::uint64_t seed)
    : config_(config),
      stream_(seed, "generator." + config.name + ".arrivals"),
      next_(config.start) {
  if (config.arrivals == ArrivalKind::kOnOff) {
    off_from_ = later(next_, draw(config.on));
  }
  if (config.arrivals != ArrivalKind::kFixed) {
    advance();
  }
}

void ArrivalClock::advance() {
  switch (config_.arrivals) {
    case ArrivalKind::kFixed: next_ = later(next_, config_.interval); break;
    case ArrivalKind::kPoisson: next_ = later(next_, draw(config_.interval)); break;
    case ArrivalKind::kOnOff: advance_while_on(); break;
  }
}

/// Exponential times have no memory: what is left of an interval when it goes off is drawn anew
/// when it is on again.
void ArrivalClock::advance_while_on() {
  next_ = later(next_, draw(config_.interval));
  while (next_ > off_from_) {
    const Picoseconds on_from = later(off_from_, draw(config_.off));
    off_from_ = later(on_from, draw(config_.on));
    next_ = later(on_from, draw(config_.interval));
  }
}

Picoseconds ArrivalClock::draw(Picoseconds mean) {
  return stream_.exponential(static_cast<double>(mean));
}

}  // namespace sgdma::workload
