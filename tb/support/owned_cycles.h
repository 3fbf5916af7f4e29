/// Whose the cycles of a run are, as its result says.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include <boost/json.hpp>

namespace sgdma::test {

/// By direction and owner, a queue pair's number or "nobody": cycles by cause, none of them 0.
using OwnedCycles =
    std::map<std::pair<std::string, std::string>, std::map<std::string, std::uint64_t>>;

OwnedCycles owned_cycles(const boost::json::object& result);

/// What does not add up: over the owners to the causes of "read" and "write", over the causes to
/// the cycles of the window. Empty where all does.
std::string unbalanced(const boost::json::object& result);

}  // namespace sgdma::test
