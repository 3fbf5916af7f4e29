#include "explore/sweep/design_space.h"

#include <limits>
#include <random>
#include <set>

#include <boost/random/sobol.hpp>

namespace sgdma::explore {
namespace {

/// Draws for each point that is asked for, before a sample is given up.
constexpr std::uint64_t kDrawsForAPoint = 1000;

/// Advances to the next design; false behind the last.
bool advance(Design& design, const std::vector<SweepAxis>& axes) {
  for (std::size_t axis = axes.size(); axis-- > 0;) {
    if (++design[axis] < axes[axis].steps.size()) return true;
    design[axis] = 0;
  }
  return false;
}

}  // namespace

std::uint64_t grid_size(const std::vector<SweepAxis>& axes) {
  std::uint64_t size = 1;
  for (const SweepAxis& axis : axes) {
    if (size > std::numeric_limits<std::uint64_t>::max() / axis.steps.size()) {
      return std::numeric_limits<std::uint64_t>::max();
    }
    size *= axis.steps.size();
  }
  return size;
}

std::vector<Design> full_grid(const std::vector<SweepAxis>& axes, const Admits& admits) {
  std::vector<Design> designs;
  Design design(axes.size(), 0);
  do {
    if (admits(design)) designs.push_back(design);
  } while (advance(design, axes));
  return designs;
}

std::vector<Design> space_filling(const std::vector<SweepAxis>& axes, const SampleRequest& request,
                                  const Admits& admits) {
  std::mt19937_64 random(request.seed);
  std::vector<std::uint64_t> shifts(axes.size());
  for (std::uint64_t& shift : shifts) shift = random();
  boost::random::sobol sequence(axes.size());
  std::set<Design> chosen;
  std::set<Design> seen;
  const std::uint64_t size = grid_size(axes);
  for (std::uint64_t draw = 0; draw < kDrawsForAPoint * request.points; ++draw) {
    if (chosen.size() == request.points || seen.size() == size) break;
    Design design(axes.size());
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
      // Boost leaves out the first point of the sequence, the origin, without which it is uneven.
      const std::uint64_t bits = (draw == 0 ? 0 : sequence()) ^ shifts[axis];
      const double share = static_cast<double>(bits >> 11U) * 0x1p-53;
      design[axis] =
          static_cast<std::uint32_t>(share * static_cast<double>(axes[axis].steps.size()));
    }
    if (seen.insert(design).second && admits(design)) chosen.insert(design);
  }
  return {chosen.begin(), chosen.end()};
}

}  // namespace sgdma::explore
