#include "observe/wave/clocked_wave.h"

namespace sgdma::observe {

void ClockedWave::begin(Cycle first, const std::vector<SignalValue>& values) {
  std::vector<SignalValue> all = values;
  all[static_cast<std::size_t>(clock_)] = {1, true};
  file_.begin(time_of(first), all);
  begun_ = true;
  first_ = last_ = first;
}

void ClockedWave::fall() {
  const SignalChange low{clock_, {0, true}};
  file_.write(time_of(last_) + scale_.units_a_cycle / 2, &low, 1);
}

void ClockedWave::tick_to(Cycle edge) {
  const SignalChange high{clock_, {1, true}};
  while (last_ + 1 < edge && !ended_) {
    fall();
    ++last_;
    file_.write(time_of(last_), &high, 1);
    if (limit_ != 0 && file_.bytes() >= limit_) {
      full_ = true;
      end(last_);
    }
  }
}

void ClockedWave::write(Cycle now, const SignalChange* first, std::size_t count) {
  tick_to(now);
  if (ended_) {
    return;
  }
  fall();
  last_ = now;
  edge_.assign(first, first + count);
  edge_.push_back({clock_, {1, true}});
  file_.write(time_of(now), edge_.data(), edge_.size());
  changes_ += count;
  if (limit_ != 0 && file_.bytes() >= limit_) {
    full_ = true;
    end(now);
  }
}

void ClockedWave::end(Cycle last) {
  if (ended_) {
    return;
  }
  if (!full_ && last > last_) {
    tick_to(last + 1);
    if (ended_) {
      return;
    }
  }
  fall();
  ended_ = true;
  file_.close(time_of(last_) + scale_.units_a_cycle);
}

}  // namespace sgdma::observe
