#include "support/scenario_deregistrations.h"

#include <fmt/format.h>

namespace sgdma::test {
namespace {

std::string event(const char* kind, std::uint64_t nanoseconds, std::uint64_t key) {
  return fmt::format("[[event]]\nkind = \"{}\"\nat = \"{} ns\"\nregion = {}\n", kind, nanoseconds,
                     key);
}

}  // namespace

std::string random_key_cache(ScenarioRandom& random) {
  const std::string policy = random.one_of({"immediate", "wait", "fence", "force_error"});
  std::string text =
      fmt::format("[key_cache]\ntranslation = \"{}\"\nderegistration = \"{}\"\n",
                  random.one_of({"captured", "segment", "page", "burst", "beat"}), policy);
  if (policy == "immediate") text += "baseline = \"immediate\"\n";
  if (random.chance(40)) {
    const std::uint64_t ways = random.between(1, 4);
    const std::uint64_t sets = random.between(1, 9);
    text += fmt::format("associativity = {}\ncapacity = {}\n", ways, ways * sets);
    text += fmt::format("pages_per_line = {}\n", random.power(0, 4));
    text += fmt::format("miss_latency = \"{} cycles\"\n", random.between(1, 200));
    if (random.chance(50)) text += fmt::format("outstanding_misses = {}\n", random.between(1, 4));
  }
  if (random.chance(40)) text += fmt::format("hit_latency = \"{} cycles\"\n", random.between(0, 9));
  if (random.chance(30)) text += fmt::format("ports = {}\n", random.between(1, 2));
  return text;
}

std::string random_deregistrations(ScenarioRandom& random, std::uint64_t regions) {
  std::string text;
  for (std::uint64_t key = 1; key <= regions; ++key) {
    if (random.chance(60)) continue;
    const std::uint64_t most = random.power(4, 14);
    std::uint64_t at = random.between(0, most);
    for (std::uint64_t times = random.between(1, 2); times > 0; --times) {
      text += event("deregister", at, key);
      if (random.chance(40)) break;
      at += random.between(0, 3000);
      text += event("register", at, key);
      at += 100 * random.between(1, 3000);
    }
  }
  return text;
}

}  // namespace sgdma::test
