#include "model/run_ahead.h"

#include <algorithm>
#include <string>

#include "core/mutation.h"

namespace sgdma::model {

namespace {

// Beside something that acts at every edge, a clock for one, looking is a loss.
constexpr std::uint32_t kFutile = 8;  ///< wakes after which it rests
constexpr std::uint32_t kRest = 64;   ///< wakes

}  // namespace

Ticks RunAhead::next_activity() const {
  // As `sc_time_to_pending_activity`, without the way through sums of times.
  const sc_core::sc_simcontext& kernel = *sc_core::sc_get_curr_simcontext();
  if (kernel.pending_activity_at_current_time()) {
    return now_;
  }
  sc_core::sc_time next;
  return kernel.next_time(next) ? next.value() : ~Ticks{0};
}

void RunAhead::begin(Ticks now) {
  now_ = now;
  limit_ = 0;
  if (off_ || promised_ <= now) {
    return;
  }
  if (resting_ > 0) {
    --resting_;
    return;
  }
  limit_ = before(core::mutated(core::Fault::kPendingIgnored) ? ~Ticks{0} : next_activity());
}

inline Ticks RunAhead::before(Ticks next) const {
  const bool endless = core::mutated(core::Fault::kHorizonIgnored);
  const Ticks limit = endless ? next : std::min(promised_, next);
  return core::mutated(core::Fault::kTieIgnored) && limit == next ? limit + 1 : limit;
}

Ticks RunAhead::end() {
  const Ticks last = now_ + lead_.value();
  if (last != now_) {
    futile_ = 0;
    lead_ = sc_core::SC_ZERO_TIME;
  } else if (limit_ != 0 && ++futile_ == kFutile) {
    futile_ = 0;
    resting_ = kRest;
  }
  return last;
}

void RunAhead::look_again(const sc_core::sc_object& socket) {
  if (core::mutated(core::Fault::kNotAskedAgain)) {
    return;
  }
  const Ticks next = next_activity();
  limit_ = before(next);
  if (next < edge_) {
    report_past(socket, "the target acts at a time before that of the call");
  }
}

void RunAhead::report_past(const sc_core::sc_object& who, const char* what) {
  const std::string text = std::string(who.name()) + ": " + what;
  SC_REPORT_ERROR("/sgdma/bus/past", text.c_str());
}

}  // namespace sgdma::model
