/// Damages scenarios: by bytes, as a broken disk does, and by tokens and lines, as people do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <boost/random/mersenne_twister.hpp>

namespace sgdma::test {

/// The same seed and texts give the same variants, on every platform.
class ScenarioMutator {
 public:
  /// Requires at least one text.
  ScenarioMutator(std::uint32_t seed, std::vector<std::string> texts);

  /// One of the texts with up to six changes.
  std::string next();

 private:
  std::size_t below(std::size_t bound);
  const std::string& any(const std::vector<std::string>& list) { return list[below(list.size())]; }
  /// A name, a number or a quoted text of any of the scenarios.
  std::string other_token();

  void change_bytes(std::string& text);
  void change_token(std::string& text);
  void change_line(std::string& text);

  boost::random::mt19937 random_;
  std::vector<std::string> texts_;
};

}  // namespace sgdma::test
