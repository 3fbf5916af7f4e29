#include "support/scenario_events.h"

#include <fmt/format.h>

namespace sgdma::test {
namespace {

/// The tag of a transfer that may well exist.
std::string random_tag(ScenarioRandom& random, std::uint64_t qp) {
  const char* side = random.one_of({"sq", "sq", "rq", "responder"});
  const std::uint64_t number = random.between(0, 6);
  const std::uint64_t part = random.chance(60) ? 0 : random.between(0, 3);
  const std::uint64_t epoch = random.chance(80) ? 0 : 1;
  return fmt::format("{}.{}.{}.{}@{}", qp, side, number, part, epoch);
}

class Events {
 public:
  Events(ScenarioRandom& random, std::uint64_t queue_pairs)
      : random_(random), queue_pairs_(queue_pairs) {}

  std::string write(std::uint64_t events) {
    for (; events > 0; --events) add();
    return text_;
  }

 private:
  std::uint64_t queue_pair() { return 3 * random_.between(0, queue_pairs_ - 1) + 1; }

  void add() {
    const std::string kind = random_.one_of(
        {"qp_reset", "qp_reset", "qp_reset", "qp_error", "qp_error", "engine_reset"});
    text_ += fmt::format("[[event]]\nkind = \"{}\"\n", kind);
    if (kind != "engine_reset") text_ += fmt::format("qp = {}\n", queue_pair());
    add_moment();
  }

  void add_moment() {
    if (random_.chance(30)) {
      text_ += fmt::format("after = \"{}\"\n", random_tag(random_, queue_pair()));
      text_ += fmt::format("beat = {}\n", random_.chance(50) ? 0 : random_.between(0, 40));
      return;
    }
    // Often together with the one before, or an edge or two behind it.
    if (random_.chance(60)) picoseconds_ += random_.between(0, 700'000);
    if (random_.chance(30)) picoseconds_ += random_.between(1, 3000);
    text_ += fmt::format("at = \"{} ps\"\n", picoseconds_);
  }

  ScenarioRandom& random_;
  std::uint64_t queue_pairs_;
  std::uint64_t picoseconds_ = 0;
  std::string text_;
};

}  // namespace

std::string random_teardown(ScenarioRandom& random) {
  std::string text = "[teardown]\n";
  text += fmt::format("bus_fault = \"{}\"\n", random.one_of({"finish_beat", "finish_burst"}));
  for (const char* cause : {"qp_reset", "qp_error", "engine_reset"}) {
    text += fmt::format(
        "{} = \"{}\"\n", cause,
        random.one_of({"finish_beat", "finish_burst", "finish_segment", "finish_transfer"}));
  }
  if (random.chance(30)) {
    text += fmt::format("drain_timeout = \"{} ps\"\n", random.between(1, 300'000));
  }
  if (random.chance(40)) text += "on_failure = \"qp_error\"\n";
  return text;
}

std::string random_events(ScenarioRandom& random, std::uint64_t queue_pairs) {
  const std::uint64_t events = random.between(1, 8);
  return Events(random, queue_pairs).write(events);
}

}  // namespace sgdma::test
