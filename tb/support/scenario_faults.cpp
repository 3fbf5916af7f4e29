#include "support/scenario_faults.h"

#include <fmt/format.h>

namespace sgdma::test {
namespace {

std::string random_fault(ScenarioRandom& random, std::uint64_t queue_pairs) {
  std::string text = "[[fault]]\n";
  text += fmt::format("direction = \"{}\"\n", random.one_of({"either", "gather", "scatter"}));
  if (random.chance(50))
    text += fmt::format("qp = {}\n", 3 * random.between(0, queue_pairs - 1) + 1);
  const bool burst = random.chance(30);
  if (burst) text += fmt::format("burst = {}\n", random.between(0, 4));
  // A burst may have one beat only.
  if (random.chance(30)) text += fmt::format("beat = {}\n", burst ? 0 : random.between(0, 9));
  if (random.chance(70)) text += fmt::format("per_million = {}\n", random.power(8, 17));
  if (random.chance(30)) text += fmt::format("limit = {}\n", random.between(1, 5));
  const char* answer = random.one_of({"slave_error", "decode_error", "silent"});
  text += fmt::format("answer = \"{}\"\n", answer);
  if (std::string(answer) == "silent") {
    text += fmt::format("late = \"{} ps\"\n", random.multiple(1, 3000, {1, 250, 1000}));
  }
  return text;
}

}  // namespace

std::string random_faults(ScenarioRandom& random, std::uint64_t queue_pairs) {
  std::string text;
  if (random.chance(60)) return text;
  for (std::uint64_t rules = random.between(1, 3); rules > 0; --rules) {
    text += random_fault(random, queue_pairs);
  }
  return text;
}

}  // namespace sgdma::test
