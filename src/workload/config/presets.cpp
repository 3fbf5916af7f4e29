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

}  // namespace

const std::vector<Preset>& presets() {
  static const std::vector<Preset> list = {
      {"rnic-400g", "400 Gbit/s: PCIe Gen5 x16, 512-bit bus at 1 GHz, 128 slots, 768 read tags",
       kRnic400g},
      {"rnic-200g", "200 Gbit/s: PCIe Gen4 x16, 512-bit bus at 400 MHz, 64 slots, 256 read tags",
       kRnic200g},
  };
  return list;
}

}  // namespace sgdma::workload
