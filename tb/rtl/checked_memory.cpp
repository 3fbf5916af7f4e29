#include "rtl/checked_memory.h"

#include <cstring>

namespace sgdma::rtl {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr unsigned kLongestBurst = 16;
constexpr unsigned kIncr = 1;
constexpr unsigned kSizeOfWord = 6;  // AxSIZE: 2^6 bytes
constexpr unsigned kSlvErr = 2;

}  // namespace

void CheckedMemory::check(bool holds, const std::string& problem) {
  if (!holds) {
    problems_.push_back("cycle " + std::to_string(now_) + ": " + problem);
  }
}

void CheckedMemory::cycle(Vaxi_copy_engine& ports, std::uint64_t now) {
  now_ = now;
  const bool read_ready = random_.chance(pace_.address_percent);
  const bool write_ready = random_.chance(pace_.address_percent);
  ports.m_axi_arready = read_ready ? 1 : 0;
  ports.m_axi_awready = write_ready ? 1 : 0;
  read_data(ports);
  write_answers(ports);
  write_data(ports);
  if (ports.m_axi_arvalid != 0) {
    check(ports.m_axi_arsize == kSizeOfWord && ports.m_axi_arburst == kIncr,
          "AR: not INCR of words");
  }
  if (ports.m_axi_awvalid != 0) {
    check(ports.m_axi_awsize == kSizeOfWord && ports.m_axi_awburst == kIncr,
          "AW: not INCR of words");
  }
  address_channel("AR", {ports.m_axi_arvalid != 0, ports.m_axi_araddr, ports.m_axi_arlen + 1U, {}},
                  read_ready, kept_read_, read_bursts_);
  address_channel("AW", {ports.m_axi_awvalid != 0, ports.m_axi_awaddr, ports.m_axi_awlen + 1U, {}},
                  write_ready, kept_write_, write_bursts_);
}

void CheckedMemory::address_channel(const char* name, const Kept& offered, bool ready, Kept& kept,
                                    std::vector<BurstRecord>& bursts) {
  const std::string channel = name;
  check(!kept.valid || offered == kept, channel + " changes before it is accepted");
  kept = {};
  if (!offered.valid) {
    return;
  }
  const std::uint64_t end = offered.address + offered.beats * kWord;
  check(offered.address % kWord == 0, channel + " is not aligned");
  check(offered.beats <= kLongestBurst, channel + " has more than 16 beats");
  check(offered.address / kPage == (end - 1) / kPage, channel + " crosses 4 KiB");
  check(end <= bytes_.size(), channel + " is out of range");
  if (!ready) {
    kept = offered;
  } else if (end <= bytes_.size()) {
    bursts.push_back({offered.address, offered.beats, now_});
  }
}

void CheckedMemory::read_data(Vaxi_copy_engine& ports) {
  ports.m_axi_rvalid = 0;
  if (read_burst_ == read_bursts_.size() ||
      read_bursts_[read_burst_].cycle + pace_.read_latency > now_ ||
      !random_.chance(pace_.answer_percent)) {
    return;
  }
  const BurstRecord& burst = read_bursts_[read_burst_];
  check(ports.m_axi_rready != 0, "R is not taken at once");
  const bool last = read_beat_ + 1 == burst.beats;
  ports.m_axi_rvalid = 1;
  ports.m_axi_rlast = last ? 1 : 0;
  ports.m_axi_rresp = failing_read_ == read_beats_.size() ? kSlvErr : 0;
  std::memcpy(ports.m_axi_rdata.data(), &bytes_[burst.address + read_beat_ * kWord], kWord);
  read_beats_.push_back(now_);
  ++read_beat_;
  if (last) {
    ++read_burst_;
    read_beat_ = 0;
  }
}

void CheckedMemory::write_data(Vaxi_copy_engine& ports) {
  const bool ready = random_.chance(pace_.data_percent);
  ports.m_axi_wready = ready ? 1 : 0;
  Kept offered{ports.m_axi_wvalid != 0, 0, ports.m_axi_wlast, std::vector<std::uint8_t>(kWord)};
  std::memcpy(offered.data.data(), ports.m_axi_wdata.data(), kWord);
  check(!kept_data_.valid || offered == kept_data_, "W changes before it is accepted");
  kept_data_ = {};
  if (!offered.valid) {
    return;
  }
  check(ports.m_axi_wstrb == ~std::uint64_t{0}, "W without all strobes");
  if (write_burst_ == write_bursts_.size()) {
    check(false, "W before its AW");
    return;
  }
  const BurstRecord& burst = write_bursts_[write_burst_];
  const bool last = write_beat_ + 1 == burst.beats;
  check((ports.m_axi_wlast != 0) == last, "WLAST is wrong");
  if (!ready) {
    kept_data_ = offered;
    return;
  }
  std::memcpy(&bytes_[burst.address + write_beat_ * kWord], offered.data.data(), kWord);
  write_beats_.push_back(now_);
  ++write_beat_;
  if (last) {
    answers_.push_back(now_ + pace_.write_latency);
    ++write_burst_;
    write_beat_ = 0;
  }
}

void CheckedMemory::write_answers(Vaxi_copy_engine& ports) {
  ports.m_axi_bvalid = 0;
  if (answers_.empty() || answers_.front() > now_ || !random_.chance(pace_.answer_percent)) {
    return;
  }
  check(ports.m_axi_bready != 0, "B is not taken at once");
  ports.m_axi_bvalid = 1;
  ports.m_axi_bresp = failing_write_ == answered_ ? kSlvErr : 0;
  ++answered_;
  answers_.pop_front();
}

}  // namespace sgdma::rtl
