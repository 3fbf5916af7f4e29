#include "support/scenario_work.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace sgdma::test {
namespace {

constexpr std::uint64_t kAtomic = ~std::uint64_t{0};
constexpr std::uint64_t kMostSges = 6;

}  // namespace

ScenarioWork::ScenarioWork(ScenarioRandom& random, ScenarioRegions& regions, std::uint32_t qp,
                           std::uint32_t path_mtu)
    : random_(random), regions_(regions), qp_(qp), path_mtu_(path_mtu) {}

std::string ScenarioWork::write(std::uint64_t operations) {
  text_.clear();
  for (std::uint64_t done = 0; done < operations; ++done) {
    if (random_.chance(50)) nanoseconds_ += random_.between(0, 150);
    add_operation();
    if (random_.chance(50)) answer();
  }
  while (!reads_.empty()) {
    answer();
  }
  return text_;
}

void ScenarioWork::add_operation() {
  switch (random_.between(0, 12)) {
    case 0:
    case 1:
    case 2: return add_send();
    case 3: return add_read();
    case 4: return add_requested_atomic();
    case 5: return add_receive();
    case 6:
    case 7: return add_incoming_send();
    case 8:
    case 9: return add_incoming_write();
    case 10: return add_read_request();
    case 11: return add_incoming_atomic();
    default: return add_stray_packet();
  }
}

void ScenarioWork::add_send() {
  begin("wqe", random_.one_of({"send", "send_imm", "send_inv", "write", "write_imm"}));
  if (random_.chance(30)) text_ += "signaled = false\n";
  if (random_.chance(20)) {
    fmt::format_to(std::back_inserter(text_), "inline = \"{} B\"\n", random_.between(0, 240));
  } else if (random_.chance(95)) {
    text_ += sges(message_bytes());
  }
  repeat();
}

void ScenarioWork::add_read() {
  const std::uint64_t bytes = message_bytes();
  begin("wqe", "read");
  text_ += sges(bytes);
  reads_.push_back(bytes);
}

void ScenarioWork::add_requested_atomic() {
  begin("wqe", random_.one_of({"compare_swap", "fetch_add"}));
  text_ += sges(8);
  reads_.push_back(kAtomic);
}

void ScenarioWork::add_receive() {
  begin("wqe", "recv");
  receives_.push_back(message_bytes());
  text_ += sges(receives_.back());
}

void ScenarioWork::add_incoming_send() {
  if (receives_.empty() && random_.chance(95)) add_receive();
  std::uint64_t bytes = message_bytes();
  if (!receives_.empty()) {
    if (random_.chance(95)) bytes = random_.between(0, receives_.front());
    receives_.pop_front();
  }
  add_message("send", random_.one_of({"", "_imm", "_inv"}), bytes, "");
}

void ScenarioWork::add_incoming_write() {
  const bool immediate = random_.chance(30);
  if (immediate) {
    if (receives_.empty() && random_.chance(95)) add_receive();
    if (!receives_.empty()) receives_.pop_front();
  }
  const std::uint64_t bytes = message_bytes();
  const ScenarioRange range = regions_.range(bytes);
  add_message("write", immediate ? "_imm" : "", bytes,
              fmt::format("va = \"{:#x}\"\nrkey = {}\nlength = \"{} B\"\n", range.address,
                          range.key, bytes));
  if (bytes <= path_mtu_) repeat();
}

void ScenarioWork::add_read_request() {
  const std::uint64_t bytes = message_bytes();
  const ScenarioRange range = regions_.range(bytes);
  begin("packet", "read_request");
  fmt::format_to(std::back_inserter(text_), "va = \"{:#x}\"\nrkey = {}\nlength = \"{} B\"\n",
                 range.address, range.key, bytes);
}

void ScenarioWork::add_incoming_atomic() {
  const std::string op = random_.one_of({"compare_swap", "fetch_add", "atomic_write"});
  const ScenarioRange range = random_.chance(95) ? regions_.aligned_range(8) : regions_.range(8);
  begin("packet", op.c_str());
  fmt::format_to(std::back_inserter(text_), "va = \"{:#x}\"\nrkey = {}\n", range.address,
                 range.key);
  if (op == "compare_swap") text_ += "compare = 5\n";
  if (op != "atomic_write") text_ += "swap_add = 7\n";
}

void ScenarioWork::add_stray_packet() {
  const char* op = random_.one_of({"acknowledge", "send_middle", "send_last", "write_middle",
                                   "read_response_last", "atomic_response"});
  add_packet(op, random_.between(0, path_mtu_));
}

std::uint64_t ScenarioWork::message_bytes() {
  switch (random_.between(0, 5)) {
    case 0: return random_.between(0, 8);
    case 1: return random_.between(1, 100);
    case 2: return random_.between(1, 2) * path_mtu_;
    case 3: return random_.between(1, ScenarioRegions::kMostBytes);
    default: return random_.between(1, 1500);
  }
}

/// SGEs of `bytes` in all, some of them of length 0, very rarely one with a key that does not
/// exist.
std::string ScenarioWork::sges(std::uint64_t bytes) {
  std::string text = "sge = [\n";
  const auto add = [&](std::uint64_t address, std::uint64_t length, std::uint32_t key) {
    fmt::format_to(std::back_inserter(text),
                   "  {{ addr = \"{:#x}\", len = \"{} B\", key = {} }},\n", address, length, key);
  };
  for (std::uint64_t left = random_.between(1, kMostSges); left > 0; --left) {
    if (random_.chance(5)) add(random_.between(0, 1U << 20U), 0, 0xDEAD);
    const std::uint64_t length = left == 1 ? bytes : random_.between(0, bytes);
    const ScenarioRange range = regions_.range(length);
    add(range.address, length, random_.chance(1) ? 0xDEAD : range.key);
    bytes -= length;
  }
  return text + "]\n";
}

void ScenarioWork::begin(const char* table, const char* op) {
  fmt::format_to(std::back_inserter(text_), "[[{}]]\nqp = {}\nop = \"{}\"\nat = \"{} ns\"\n", table,
                 qp_, op, nanoseconds_);
}

void ScenarioWork::add_packet(const std::string& op, std::uint64_t bytes) {
  begin("packet", op.c_str());
  if (op != "acknowledge" && op != "atomic_response") {
    fmt::format_to(std::back_inserter(text_), "bytes = \"{} B\"\n", bytes);
  }
}

void ScenarioWork::add_message(const std::string& op, const char* last, std::uint64_t bytes,
                               const std::string& header) {
  if (bytes <= path_mtu_) {
    add_packet(op + "_only" + last, bytes);
    text_ += header;
    return;
  }
  add_packet(op + "_first", path_mtu_);
  text_ += header;
  for (bytes -= path_mtu_; bytes > path_mtu_; bytes -= path_mtu_) {
    if (random_.chance(30)) nanoseconds_ += random_.between(0, 100);
    add_packet(op + "_middle", path_mtu_);
  }
  if (random_.chance(95)) add_packet(op + "_last" + last, bytes);
}

void ScenarioWork::repeat() {
  if (random_.chance(10)) {
    const std::uint64_t count = random_.between(2, 4);
    const std::uint64_t every = random_.between(0, 100);
    fmt::format_to(std::back_inserter(text_), "count = {}\nevery = \"{} ns\"\n", count, every);
  }
}

/// The response that is due, if any.
void ScenarioWork::answer() {
  if (reads_.empty()) return;
  const std::uint64_t bytes = reads_.front();
  reads_.pop_front();
  if (bytes == kAtomic) {
    add_packet("atomic_response", 8);
  } else {
    add_message("read_response", "", bytes, "");
  }
}

}  // namespace sgdma::test
