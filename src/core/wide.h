/// Integers wide enough for byte counts in exact fractions.
#pragma once

namespace sgdma::core {

/// 128 bits: 2^31 bytes in units of a fraction with a denominator below 2^60 do not overflow.
__extension__ using WideUnsigned = unsigned __int128;

}  // namespace sgdma::core
