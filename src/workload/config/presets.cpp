#include "workload/config/presets.h"

namespace sgdma::workload {
namespace {

constexpr std::string_view kRnic400g = R"([clock]
frequency = "1 GHz"

[bus]
width = "64 B"
max_read_burst = "4 KiB"
max_write_burst = "512 B"
posted_writes = true
read_bursts = 768
read_bytes = "128 KiB"
write_bursts = 256

[engine]
slots = 128

[memory]
read_latency = "547 ns"
)";

constexpr std::string_view kRnic200g = R"([clock]
period = "2500 ps"

[bus]
width = "64 B"
max_read_burst = "512 B"
max_write_burst = "256 B"
posted_writes = true
read_bursts = 256
read_bytes = "64 KiB"
write_bursts = 256

[engine]
slots = 64

[memory]
read_latency = "547 ns"
)";

// 16 lanes of 16 GT/s, 128 of 130 bits data; TLPs with 4 bytes of framing, 2 of sequence number, 4
// of link CRC, and a header of 12 bytes (completion) or 16 (64-bit address), less 2 where they
// share.
constexpr std::string_view kPcieGen4x16 = R"([bus]
max_read_burst = "512 B"
max_write_burst = "256 B"
posted_writes = true
response_order = "any"
read_bursts = 256
read_bytes = "64 KiB"

[memory]
read_latency = { table = [["520 ns", 0], ["547 ns", 50], ["600 ns", 99], ["947 ns", 100]] }
read_bandwidth = "252.0615 Gbit/s"
write_bandwidth = "252.0615 Gbit/s"
request_header = "24 B"
write_header = "24 B"
completion_header = "20 B"
read_completion_size = "64 B"
reorder_window = 16
)";

constexpr std::string_view kPcieGen5x16 = R"([bus]
max_read_burst = "4 KiB"
max_write_burst = "512 B"
posted_writes = true
response_order = "any"
read_bursts = 768
read_bytes = "128 KiB"

[memory]
read_latency = { table = [["520 ns", 0], ["547 ns", 50], ["600 ns", 99], ["947 ns", 100]] }
read_bandwidth = "504.1231 Gbit/s"
write_bandwidth = "504.1231 Gbit/s"
request_header = "24 B"
write_header = "24 B"
completion_header = "20 B"
read_completion_size = "64 B"
reorder_window = 16
)";

// DDR4-3200 with 64 data bits, less a refresh of 350 ns in each 7.8 us.
constexpr std::string_view kAxiDdr = R"([bus]
max_read_burst = "4 KiB"
max_write_burst = "4 KiB"
posted_writes = false
response_order = "slot"
read_bursts = 64
write_bursts = 64

[memory]
read_latency = { uniform = ["70 ns", "110 ns"] }
write_latency = "50 ns"
read_bandwidth = "195.61 Gbit/s"
write_bandwidth = "195.61 Gbit/s"
shared_data_path = true
)";

}  // namespace

const std::vector<Preset>& presets() {
  static const std::vector<Preset> list = {
      {"rnic-400g", "400 Gbit/s: PCIe Gen5 x16, 512-bit bus at 1 GHz, 128 slots, 768 read tags",
       kRnic400g},
      {"rnic-200g", "200 Gbit/s: PCIe Gen4 x16, 512-bit bus at 400 MHz, 64 slots, 256 read tags",
       kRnic200g},
      {"pcie-gen4-x16", "host memory behind PCIe Gen4 x16: MPS 256, MRRS 512, 256 tags, RCB 64",
       kPcieGen4x16},
      {"pcie-gen5-x16", "host memory behind PCIe Gen5 x16: MPS 512, MRRS 4096, 768 tags, RCB 64",
       kPcieGen5x16},
      {"axi-ddr", "DDR4-3200 with 64 data bits behind an AXI port: one data path, answered writes",
       kAxiDdr},
  };
  return list;
}

}  // namespace sgdma::workload
