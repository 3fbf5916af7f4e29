/// Runs something in a process of its own, since SystemC elaborates once in each.
#pragma once

#include <functional>
#include <string>

namespace sgdma::test {

/// What `run` returns in a child process. Throws `std::runtime_error` where it throws, or the child
/// dies.
std::string run_forked(const std::function<std::string()>& run);

}  // namespace sgdma::test
