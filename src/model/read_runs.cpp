#include "model/read_runs.h"

#include <algorithm>
#include <utility>

namespace sgdma::model {

void ReadRuns::put(const ReadRun& run) {
  if (runs_.empty() || run.valid_at >= last_valid_) {
    runs_.push_back() = run;
  } else {
    for (ReadRun rest = run; rest.beats > 0; advance(rest, 1)) {
      put_before(rest);
    }
  }
  last_valid_ = std::max(last_valid_, last_of(run));
}

void ReadRuns::put_before(ReadRun run) {
  run.beats = 1;
  std::size_t at = runs_.size();
  while (at > 0 && run.valid_at < last_of(runs_[at - 1])) {
    ReadRun& other = runs_[at - 1];
    if (run.valid_at >= other.valid_at) {
      // In the middle of that run: what becomes valid later is put behind.
      const auto before = static_cast<std::uint32_t>((run.valid_at - other.valid_at) / period_) + 1;
      ReadRun rest = other;
      advance(rest, before);
      other.beats = before;
      insert(at, rest);
      break;
    }
    --at;
  }
  insert(at, run);
}

void ReadRuns::insert(std::size_t at, const ReadRun& run) {
  runs_.push_back() = run;
  for (std::size_t last = runs_.size() - 1; last > at; --last) {
    std::swap(runs_[last], runs_[last - 1]);
  }
}

}  // namespace sgdma::model
