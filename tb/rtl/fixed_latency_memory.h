/// The lightest memory behind the RTL copy engine: never in the way, and a copy of 64 bytes a beat.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

namespace sgdma::rtl {

/// A flat array from address 0. AR, AW and W are accepted at once; the first R comes `latency`
/// cycles after its AR at the earliest, then one a cycle, in order; B comes `latency` cycles after
/// the last W. Requires a latency of at least 1 and addresses in range.
class FixedLatencyMemory {
 public:
  FixedLatencyMemory(std::size_t bytes, std::uint64_t latency) : bytes_(bytes), latency_(latency) {}

  std::vector<std::uint8_t>& bytes() { return bytes_; }
  [[nodiscard]] std::uint64_t read_beats() const { return read_beats_; }
  [[nodiscard]] std::uint64_t write_beats() const { return write_beats_; }

  template <class Ports>
  void cycle(Ports& ports, std::uint64_t now) {
    ports.m_axi_arready = 1;
    ports.m_axi_awready = 1;
    ports.m_axi_wready = 1;
    read(ports, now);
    write(ports, now);
  }

 private:
  static constexpr std::size_t kWord = 64;
  static constexpr std::size_t kReads = 256;  ///< more than the words of the engine's FIFO
  static constexpr std::size_t kWrites = 64;  ///< more than its write bursts

  struct Read {
    std::uint64_t address;
    std::uint64_t due;
    unsigned left;
  };

  template <class Ports>
  void read(Ports& ports, std::uint64_t now) {
    if (ports.m_axi_arvalid != 0) {
      reads_[read_tail_++ % kReads] = {ports.m_axi_araddr & ~(kWord - 1), now + latency_,
                                       ports.m_axi_arlen + 1U};
    }
    Read& head = reads_[read_head_ % kReads];
    const bool valid = read_head_ != read_tail_ && head.due <= now;
    ports.m_axi_rvalid = valid ? 1 : 0;
    if (valid) {
      std::memcpy(ports.m_axi_rdata.data(), &bytes_[head.address], kWord);
      head.address += kWord;
      ++read_beats_;
      const bool last = --head.left == 0;
      ports.m_axi_rlast = last ? 1 : 0;
      read_head_ += last ? 1 : 0;
    }
  }

  template <class Ports>
  void write(Ports& ports, std::uint64_t now) {
    ports.m_axi_bvalid = answer_head_ != write_head_ && due_[answer_head_ % kWrites] <= now ? 1 : 0;
    answer_head_ += ports.m_axi_bvalid;
    if (ports.m_axi_awvalid != 0) {
      writes_[write_tail_++ % kWrites] = ports.m_axi_awaddr & ~(kWord - 1);
    }
    if (ports.m_axi_wvalid != 0) {
      std::uint64_t& address = writes_[write_head_ % kWrites];
      store(&bytes_[address], ports.m_axi_wdata.data(), ports.m_axi_wstrb);
      address += kWord;
      ++write_beats_;
      if (ports.m_axi_wlast != 0) {
        due_[write_head_++ % kWrites] = now + latency_;
      }
    }
  }

  /// The bytes of a word that `strobes` has.
  static void store(std::uint8_t* to, const void* word, std::uint64_t strobes) {
    if (strobes == ~std::uint64_t{0}) {
      std::memcpy(to, word, kWord);
      return;
    }
    std::array<std::uint8_t, kWord> bytes;
    std::memcpy(bytes.data(), word, kWord);
    for (std::size_t at = 0; at < kWord; ++at) {
      if ((strobes >> at & 1) != 0) {
        to[at] = bytes[at];
      }
    }
  }

  std::vector<std::uint8_t> bytes_;
  std::uint64_t latency_;
  std::array<Read, kReads> reads_{};
  std::array<std::uint64_t, kWrites> writes_{};  ///< address of the next beat
  std::array<std::uint64_t, kWrites> due_{};     ///< of answers
  std::size_t read_tail_ = 0;
  std::size_t read_head_ = 0;
  std::size_t write_tail_ = 0;
  std::size_t write_head_ = 0;
  std::size_t answer_head_ = 0;
  std::uint64_t read_beats_ = 0;
  std::uint64_t write_beats_ = 0;
};

}  // namespace sgdma::rtl
