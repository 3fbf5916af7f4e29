#include "workload/config/nearest_name.h"

#include <algorithm>
#include <utility>

#include <edlib.h>

namespace sgdma::workload {
namespace {

/// Names of keys are short; what is longer is no misspelt name, and would only cost time.
constexpr std::size_t kLongestName = 200;

int distance(std::string_view a, std::string_view b) {
  const EdlibAlignResult result = edlibAlign(a.data(), static_cast<int>(a.size()), b.data(),
                                             static_cast<int>(b.size()), edlibDefaultAlignConfig());
  const int distance = result.editDistance;
  edlibFreeAlignResult(result);
  return distance;
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
  if (name.empty() || name.size() > kLongestName) return {};
  const int limit = std::max(2, static_cast<int>(name.size()) / 3);
  std::string nearest;
  int best = limit + 1;
  for (const std::string& candidate : candidates) {
    const int away = distance(name, candidate);
    if (away < best && away < static_cast<int>(candidate.size())) {
      best = away;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates,
                         std::string fallback) {
  const std::string nearest = nearest_name(name, candidates);
  if (nearest.empty()) return fallback;
  return "did you mean \"" + nearest + "\"?";
}

}  // namespace sgdma::workload
