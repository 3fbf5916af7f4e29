#include "support/generator_scenario.h"

#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "support/scenario_random.h"
#include "support/scenario_settings.h"

namespace sgdma::test {
namespace {

class Generators {
 public:
  explicit Generators(std::uint64_t seed) : random_(seed) {}

  GeneratorScenario write() {
    text_ = random_settings(random_);
    const bool may_fail = text_.find("\nsize = ") != std::string::npos ||
                          text_.find("\ntimeout = ") != std::string::npos;
    write_workload();
    write_regions();
    const std::uint64_t generators = random_.between(1, 4);
    for (std::uint64_t at = 0; at < generators; ++at) write_generator(at);
    if (random_.chance(40)) write_listed();
    return {text_, may_fail};
  }

 private:
  template <class... Values>
  void add(const char* format, const Values&... values) {
    fmt::format_to(std::back_inserter(text_), fmt::runtime(format), values...);
    text_ += '\n';
  }

  void write_workload() {
    add("[workload]\nseed = {}", random_.between(0, 1000));
    peer_ = random_.chance(80);
    if (peer_) add("peer_delay = \"{} ps\"", random_.one_of({1, 777, 1000, 50000, 2000000}));
    if (random_.chance(60)) add("wire_rate = \"{} Gbit/s\"", random_.one_of({3, 40, 100, 400}));
    if (random_.chance(40)) add("max_backlog = {}", random_.one_of({1, 2, 5, 32}));
  }

  void write_regions() {
    add("[[region]]\nname = \"a\"\nkey = 7\niova = \"0x10000\"\nbase = \"0x10000\"");
    add("size = \"{} KiB\"", random_.one_of({20, 64}));
    add("layout = \"{}\"", random_.one_of({"rising", "shuffled"}));
    add("first_byte_offset = \"{} B\"", random_.one_of({0, 8, 1024}));
    add("access = [\"local_write\", \"remote_write\", \"remote_read\", \"remote_atomic\"]");
    add("[[region]]\nname = \"b\"\nkey = 8\niova = \"0x8000\"\nbase = \"0x40000\"");
    add("size = \"200000 B\"");
    add("access = [\"local_write\", \"remote_write\", \"remote_read\", \"remote_atomic\"]");
  }

  std::uint64_t write_queue_pairs(std::uint64_t most) {
    const std::uint64_t count = random_.between(1, most);
    add("[[qp]]\nnumber = {}\ncount = {}", next_qp_, count);
    add("path_mtu = \"{} B\"", random_.power(8, 12));
    add("weight = {}", random_.between(1, 4));
    add("priority = {}", random_.between(0, 3));
    return count;
  }

  void write_ops() {
    std::vector<std::string_view> ops = {"send",
                                         "write",
                                         "incoming_send",
                                         "incoming_write",
                                         "incoming_read",
                                         "incoming_compare_swap",
                                         "incoming_fetch_add"};
    if (peer_) ops.insert(ops.end(), {"read", "compare_swap", "fetch_add"});
    random_.shuffle(ops);
    const std::uint64_t kinds = random_.between(1, ops.size());
    text_ += "op = { weights = [";
    for (std::uint64_t kind = 0; kind < kinds; ++kind) {
      fmt::format_to(std::back_inserter(text_), "[\"{}\", {}],",
                     ops[static_cast<std::size_t>(kind)], random_.between(1, 5));
    }
    add("] }}");
  }

  void write_messages() {
    write_ops();
    add("size = {}",
        random_.one_of(
            {R"("0 B")", R"("8 B")", R"("4 KiB")", R"({ uniform = ["0 B", "3000 B"] })",
             R"({ uniform = ["1 B", "300 B"] })",
             R"({ weights = [["0 B", 1], ["64 B", 5], ["9000 B", 1]] })",
             R"({ table = [["0 B", 10], ["100 B", 50], ["2 KiB", 90], ["16 KiB", 100]] })"}));
    add("sges = {}", random_.one_of({"1", "3", "{ uniform = [1, 3] }"}));
    add("region = \"{}\"", random_.one_of({"a", "b"}));
    add("remote = \"{}\"", random_.one_of({"a", "b"}));
    add("alignment = \"{} B\"", random_.one_of({8, 64, 4096}));
    add("addresses = \"{}\"", random_.one_of({"sequential", "random", "same"}));
  }

  void write_open_loop() {
    const auto* const arrivals = random_.one_of({"fixed", "poisson", "on_off"});
    add("arrivals = \"{}\"", arrivals);
    if (arrivals == std::string_view("on_off")) {
      add("on = \"{} ns\"", random_.between(1, 5000));
      add("off = \"{} ns\"", random_.between(1, 5000));
    }
    add("interval = \"{} ps\"", random_.between(1, 900'000));
    add("qp_order = \"{}\"", random_.one_of({"round_robin", "random"}));
    add("incast = {}", random_.chance(30));
  }

  void write_generator(std::uint64_t at) {
    const std::uint64_t queue_pairs = write_queue_pairs(5);
    add("[[generator]]\nname = \"g{}\"\nqp = {}\nqps = {}", at, next_qp_, queue_pairs);
    next_qp_ += queue_pairs;
    write_messages();
    if (random_.chance(60)) {
      add("depth = {}", random_.between(1, 9));
    } else {
      write_open_loop();
    }
    add("messages = {}", random_.between(1, 120));
    if (random_.chance(20)) add("stop = \"{} ns\"", random_.between(5000, 20'000));
    add("start = \"{} ns\"", random_.one_of({0, 0, 5000}));
  }

  /// Work of queue pairs that are nobody's, signaled and not.
  void write_listed() {
    write_queue_pairs(1);
    const std::uint64_t items = random_.between(1, 8);
    for (std::uint64_t item = 0; item < items; ++item) {
      add("[[wqe]]\nqp = {}", next_qp_);
      add("op = \"{}\"", random_.one_of({"send", "write", peer_ ? "read" : "send"}));
      add("at = \"{} ns\"", random_.between(0, 3000));
      add("signaled = {}", random_.chance(50));
      add("count = {}", random_.between(1, 4));
      const std::uint64_t address = 0x8000 + random_.between(0, 100'000);
      add("sge = [{{ addr = {}, len = \"{} B\", key = 8 }}]", address, random_.between(0, 3000));
    }
  }

  ScenarioRandom random_;
  std::string text_;
  bool peer_ = false;
  std::uint64_t next_qp_ = 1;
};

}  // namespace

GeneratorScenario random_generators(std::uint64_t seed) { return Generators(seed).write(); }

}  // namespace sgdma::test
