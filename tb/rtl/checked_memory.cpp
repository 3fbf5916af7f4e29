#include "rtl/checked_memory.h"

namespace sgdma::rtl {
namespace {

constexpr std::uint64_t kPage = 4096;
constexpr unsigned kLongestBurst = 16;
constexpr unsigned kIncr = 1;
constexpr unsigned kSizeOfWord = 6;  // AxSIZE: 2^6 bytes
constexpr std::uint8_t kSlvErr = 2;

}  // namespace

void CheckedMemory::check(bool holds, const std::string& problem) {
  if (!holds) {
    problems_.push_back("cycle " + std::to_string(now_) + ": " + problem);
  }
}

CheckedMemory::Inputs CheckedMemory::answer(const Outputs& outputs, std::uint64_t now) {
  now_ = now;
  Inputs inputs;
  inputs.read_ready = random_.chance(pace_.address_percent);
  inputs.write_ready = random_.chance(pace_.address_percent);
  read_data(outputs, inputs);
  write_answers(outputs, inputs);
  write_data(outputs.data, inputs);
  address_channel("AR", outputs.read, inputs.read_ready, kept_read_, read_bursts_);
  address_channel("AW", outputs.write, inputs.write_ready, kept_write_, write_bursts_);
  return inputs;
}

void CheckedMemory::address_channel(const char* name, const Address& offered, bool ready,
                                    Address& kept, std::vector<BurstRecord>& bursts) {
  const std::string channel = name;
  check(!kept.valid || offered == kept, channel + " changes before it is accepted");
  kept = {};
  if (!offered.valid) {
    return;
  }
  const std::uint64_t end = offered.address / kWord * kWord + offered.beats * kWord;
  check(offered.size == kSizeOfWord && offered.burst == kIncr, channel + ": not INCR of words");
  check(offered.beats <= kLongestBurst, channel + " has more than 16 beats");
  check(offered.address / kPage == (end - 1) / kPage, channel + " crosses 4 KiB");
  check(end <= bytes_.size(), channel + " is out of range");
  if (!ready) {
    kept = offered;
  } else if (end <= bytes_.size()) {
    bursts.push_back({offered.address, offered.beats, now_});
  }
}

void CheckedMemory::read_data(const Outputs& outputs, Inputs& inputs) {
  if (read_burst_ == read_bursts_.size() ||
      read_bursts_[read_burst_].cycle + pace_.read_latency > now_ ||
      !random_.chance(pace_.answer_percent)) {
    return;
  }
  const BurstRecord& burst = read_bursts_[read_burst_];
  check(outputs.read_data_ready, "R is not taken at once");
  const bool last = read_beat_ + 1 == burst.beats;
  inputs.read_data = true;
  inputs.read_last = last;
  inputs.read_response = failing_read_ == read_beats_.size() ? kSlvErr : 0;
  const std::uint64_t word = burst.address / kWord * kWord + read_beat_ * kWord;
  for (std::uint64_t at = 0; at < kWord; ++at) {
    inputs.read_bytes[at] = word + at < burst.address
                                ? static_cast<std::uint8_t>(random_.between(0, 255))
                                : bytes_[word + at];
  }
  read_beats_.push_back(now_);
  ++read_beat_;
  if (last) {
    ++read_burst_;
    read_beat_ = 0;
  }
}

void CheckedMemory::write_data(const Data& offered, Inputs& inputs) {
  inputs.data_ready = random_.chance(pace_.data_percent);
  check(!kept_data_.valid || offered == kept_data_, "W changes before it is accepted");
  kept_data_ = {};
  if (!offered.valid) {
    return;
  }
  if (write_burst_ == write_bursts_.size()) {
    check(false, "W before its AW");
    return;
  }
  const BurstRecord& burst = write_bursts_[write_burst_];
  const bool last = write_beat_ + 1 == burst.beats;
  check(offered.last == last, "WLAST is wrong");
  if (!inputs.data_ready) {
    kept_data_ = offered;
    return;
  }
  const std::uint64_t word = burst.address / kWord * kWord + write_beat_ * kWord;
  if (word < burst.address) {
    const std::uint64_t below = ~(~std::uint64_t{0} << (burst.address - word));
    check((offered.strobes & below) == 0, "a strobe below the address of the burst");
  }
  for (std::uint64_t at = 0; at < kWord; ++at) {
    if ((offered.strobes >> at & 1) != 0) {
      bytes_[word + at] = offered.bytes[at];
      ++writes_[word + at];
    }
  }
  write_beats_.push_back(now_);
  ++write_beat_;
  if (last) {
    answers_.push_back(now_ + pace_.write_latency);
    ++write_burst_;
    write_beat_ = 0;
  }
}

void CheckedMemory::write_answers(const Outputs& outputs, Inputs& inputs) {
  if (answers_.empty() || answers_.front() > now_ || !random_.chance(pace_.answer_percent)) {
    return;
  }
  check(outputs.answer_ready, "B is not taken at once");
  inputs.answer = true;
  inputs.answer_response = failing_write_ == answered_ ? kSlvErr : 0;
  ++answered_;
  answers_.pop_front();
}

}  // namespace sgdma::rtl
