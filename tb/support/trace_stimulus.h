/// Reads and writes stimuli in the format of the contract's traces.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/fake_work_source.h"

namespace sgdma::test {

/// A line per transfer: `t qp dir addr len [addr len ...] [after] [atomic]`. No segments: zero
/// length. `after` sets `after_scatters`; `atomic` locks the granule of the first address. Throws
/// `std::invalid_argument` where a line is none of these.
std::vector<TimedRequest> parse_stimulus(std::string_view text);

/// The same line back.
std::string stimulus_line(const TimedRequest& timed);

}  // namespace sgdma::test
