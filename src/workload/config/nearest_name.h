/// What somebody probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sgdma::workload {

/// The candidate with the smallest edit distance to `name`; empty if none is near enough to be what
/// was meant (more than a third of the letters, and more than two, differ). The first of equals.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

/// `did you mean "..."?` for the nearest candidate, or `fallback`.
std::string did_you_mean(std::string_view name, const std::vector<std::string>& candidates,
                         std::string fallback);

}  // namespace sgdma::workload
