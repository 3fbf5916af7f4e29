#include "workload/capture/capture_time_scale.h"

#include <limits>
#include <numeric>
#include <string>

#include <fmt/format.h>

#include "core/wide.h"
#include "workload/capture/capture_error.h"

namespace sgdma::workload {
namespace {

constexpr std::size_t kLongestPart = 9;
constexpr char kSource[] = "time scale";
constexpr char kHint[] = "a positive factor such as 2, 0.125 or 1/3";

/// One to ten decimal digits (10^9 has ten).
std::uint64_t digits(std::string_view text, std::string_view whole) {
  if (text.empty() || text.size() > kLongestPart + 1) {
    throw CaptureError(kSource, fmt::format("cannot use '{}'", whole.substr(0, 64)), kHint);
  }
  std::uint64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') {
      throw CaptureError(kSource, fmt::format("cannot use '{}'", whole.substr(0, 64)), kHint);
    }
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return value;
}

}  // namespace

CaptureTimeScale::CaptureTimeScale(std::uint64_t numerator, std::uint64_t denominator) {
  if (numerator == 0 || denominator == 0) {
    throw CaptureError(kSource, fmt::format("{}/{} is not positive", numerator, denominator),
                       kHint);
  }
  const std::uint64_t divisor = std::gcd(numerator, denominator);
  numerator_ = numerator / divisor;
  denominator_ = denominator / divisor;
  if (numerator_ > kLargestPart || denominator_ > kLargestPart) {
    throw CaptureError(kSource,
                       fmt::format("{}/{} has a part above 10^9", numerator_, denominator_), kHint);
  }
}

CaptureTimeScale CaptureTimeScale::parse(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    return {digits(text.substr(0, slash), text), digits(text.substr(slash + 1), text)};
  }
  const std::size_t point = text.find('.');
  if (point == std::string_view::npos) return {digits(text, text), 1};
  const std::string_view fraction = text.substr(point + 1);
  if (point > kLongestPart || fraction.size() > kLongestPart) {
    throw CaptureError(kSource, fmt::format("'{}' has too many digits", text.substr(0, 64)), kHint);
  }
  std::uint64_t denominator = 1;
  for (std::size_t i = 0; i < fraction.size(); ++i) denominator *= 10;
  const std::uint64_t whole = digits(text.substr(0, point), text);
  return {whole * denominator + digits(fraction, text), denominator};
}

std::optional<std::uint64_t> CaptureTimeScale::to_picoseconds(std::uint64_t nanoseconds) const {
  const core::WideUnsigned exact =
      core::WideUnsigned{nanoseconds} * 1000 * numerator_ / denominator_;
  if (exact > std::numeric_limits<std::uint64_t>::max()) return std::nullopt;
  return static_cast<std::uint64_t>(exact);
}

}  // namespace sgdma::workload
