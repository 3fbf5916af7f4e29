/// The RTL engine by itself: work, and a memory as the cycle contract has it, and the lines of its
/// trace.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "cosim/rtl_engine.h"
#include "support/fake_work_source.h"

namespace sgdma::test {

/// Takes everything at once. A read burst that is taken at edge a has its first beat valid from a +
/// `read_latency`, or one edge behind the beat before it; the response to a write burst is valid
/// from its last beat + `write_latency` on, at most one an edge.
struct RtlMemory {
  Cycle read_latency = 0;
  Cycle write_latency = 0;
};

class RtlBench {
 public:
  RtlBench(cosim::RtlEngine& rtl, const cosim::RtlConfig& config, RtlMemory memory,
           std::vector<TimedRequest> work);

  /// Until nothing is left to do. False where `most` edges are not enough.
  bool run(Cycle most);

  /// As the contract's traces have them: sorted by edge, then bytewise by the text.
  std::vector<std::string> lines() const;

 private:
  struct ReadBeat {
    std::uint32_t slot = 0;
    bool last = false;
    Cycle valid = 0;
  };
  struct Response {
    std::uint32_t slot = 0;
    Cycle valid = 0;
  };
  /// The beat that is on the write channel.
  struct WriteBeat {
    bool valid = false;
    bool last = false;
    std::uint32_t slot = 0;
    std::uint64_t address = 0;
    std::uint32_t bytes = 0;
  };

  void step();
  cosim::RtlInputs answers();
  /// The requests and beats that stand on the bus are taken at this edge.
  void take_requests();
  void follow(const std::vector<std::uint64_t>& addresses, std::uint64_t busy);
  void follow_queues();
  void line(const std::string& text) { lines_.emplace_back(now_, text); }
  std::uint64_t address_of(std::uint32_t slot) const;
  std::uint32_t remaining_of(std::uint32_t slot) const;

  cosim::RtlEngine& rtl_;
  RtlMemory memory_;
  bool posted_;
  std::vector<TimedRequest> work_;
  std::size_t next_ = 0;  ///< item of the work
  std::vector<std::deque<TransferRequest>> queues_;
  std::size_t queued_ = 0;
  std::deque<ReadBeat> reads_;
  Cycle last_read_ = 0;  ///< edge from which the latest beat is valid
  std::deque<Response> responses_;
  Cycle last_response_ = 0;
  WriteBeat write_;
  Cycle now_ = 0;
  std::vector<std::pair<Cycle, std::string>> lines_;
};

}  // namespace sgdma::test
