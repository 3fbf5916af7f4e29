#include "workload/config/default_work.h"

#include <iterator>

#include <fmt/format.h>

namespace sgdma::workload {
namespace {

constexpr unsigned kQueuePairs = 16;
constexpr unsigned kPages = 257;
constexpr unsigned kWriteBytes = 64U << 10U;
constexpr unsigned kPacketsPerQueuePair = 224;
constexpr unsigned kPacketBytes = 4U << 10U;

constexpr std::string_view kHeader = R"([workload]
name = "default"

[[qp]]
number = 1
count = 16

[[region]]
name = "incoming"
key = "0x200"
iova = "0x20000000"
size = "8 MiB"
page_size = "2 MiB"
pages = ["0x80600000", "0x80000000", "0x80800000", "0x80200000"]
access = ["local_write", "remote_write"]

[[region]]
name = "receives"
key = "0x300"
iova = "0x30000000"
size = "7 MiB"
page_size = "2 MiB"
first_byte_offset = "256 B"
pages = ["0xa0200000", "0xa0800000", "0xa0000000", "0xa0600000"]
access = ["local_write"]

[[region]]
name = "outgoing"
key = "0x100"
iova = "0x10000000"
size = "1 MiB"
first_byte_offset = "256 B"
pages = [)";

/// Physical addresses of the outgoing pages: a permutation, so that few neighbours stay neighbours.
std::string page_list() {
  std::string text;
  for (unsigned i = 0; i < kPages; ++i) {
    fmt::format_to(std::back_inserter(text), "{}\"{:#x}\",", i % 6 == 0 ? "\n  " : " ",
                   0x40000000U + (i * 37U + 11U) % kPages * 4096U);
  }
  return text + "\n]\n";
}

/// Arrivals of the queue pairs are staggered by a sixteenth of the interval.
void add_outgoing(std::string& text, unsigned index) {
  fmt::format_to(std::back_inserter(text), R"(
[[wqe]]
qp = {}
op = "write"
at = "{} ps"
count = 14
every = "20971520 ps"
sge = [{{ addr = "{:#x}", len = "64 KiB", key = "outgoing" }}]
)",
                 index + 1, index * 1310720U, 0x10000000U + index * kWriteBytes);
}

void add_incoming_writes(std::string& text, unsigned index) {
  fmt::format_to(std::back_inserter(text), R"(
[[packet]]
qp = {}
op = "write_only"
at = "{} ps"
count = {}
every = "1310720 ps"
stride = "4 KiB"
bytes = "4 KiB"
va = "{:#x}"
rkey = "incoming"
)",
                 index + 1, index * 81920U, kPacketsPerQueuePair,
                 0x20000000U + index * kPacketsPerQueuePair * kPacketBytes);
}

void add_incoming_sends(std::string& text, unsigned index) {
  fmt::format_to(std::back_inserter(text), R"(
[[wqe]]
qp = {0}
op = "recv"
count = {2}
stride = "4 KiB"
sge = [{{ addr = "{3:#x}", len = "4 KiB", key = "receives" }}]

[[packet]]
qp = {0}
op = "send_only"
at = "{1} ps"
count = {2}
every = "1310720 ps"
bytes = "4 KiB"
)",
                 index + 1, index * 81920U, kPacketsPerQueuePair,
                 0x30000000U + (index - kQueuePairs / 2) * kPacketsPerQueuePair * kPacketBytes);
}

}  // namespace

std::string default_work() {
  std::string text = std::string(kHeader) + page_list();
  for (unsigned index = 0; index < kQueuePairs; ++index) {
    add_outgoing(text, index);
    if (index < kQueuePairs / 2)
      add_incoming_writes(text, index);
    else
      add_incoming_sends(text, index);
  }
  return text;
}

}  // namespace sgdma::workload
