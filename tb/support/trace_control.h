/// Reads control requests as text.
#pragma once

#include <string_view>
#include <vector>

#include "support/core_bench.h"

namespace sgdma::test {

/// A line per request: `t kind [qp]`. Asked for between edges t - 1 and t, it takes effect at t.
/// `kind` is `engine_reset`, `qp_reset` or `qp_error`. Throws `std::invalid_argument` where a line
/// is none of these.
std::vector<TimedControl> parse_control(std::string_view text);

}  // namespace sgdma::test
