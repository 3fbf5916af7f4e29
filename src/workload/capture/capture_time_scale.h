/// The factor between the times in a capture and the times in a run, as an exact fraction.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace sgdma::workload {

/// A positive fraction in lowest terms, both parts at most `kLargestPart`. 1 leaves the times as
/// they are, 1/2 lets everything arrive twice as fast.
class CaptureTimeScale {
 public:
  static constexpr std::uint64_t kLargestPart = 1'000'000'000;

  CaptureTimeScale() = default;
  /// Throws CaptureError where the fraction, reduced, is not positive or has too large a part.
  CaptureTimeScale(std::uint64_t numerator, std::uint64_t denominator);
  /// Reads "2", "0.125" or "1/3": digits only, no sign, no exponent, at most nine digits on either
  /// side of the point. Throws CaptureError for anything else.
  static CaptureTimeScale parse(std::string_view text);

  std::uint64_t numerator() const { return numerator_; }
  std::uint64_t denominator() const { return denominator_; }

  /// `nanoseconds` times the factor, in picoseconds, rounded down; nothing where that does not fit
  /// in 64 bits.
  std::optional<std::uint64_t> to_picoseconds(std::uint64_t nanoseconds) const;

 private:
  std::uint64_t numerator_ = 1;
  std::uint64_t denominator_ = 1;
};

}  // namespace sgdma::workload
