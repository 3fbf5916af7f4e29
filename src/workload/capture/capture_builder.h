/// From the packets of a capture to work for the engine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "workload/capture/capture.h"
#include "workload/capture/capture_memory.h"
#include "workload/capture/capture_messages.h"
#include "workload/capture/capture_reads.h"
#include "workload/capture/capture_receivers.h"
#include "workload/capture/capture_send_queue.h"
#include "workload/capture/roce_packet.h"

namespace sgdma::workload {

/// Used once: `build` hands its result away. Packets are in order of time.
class CaptureBuilder {
 public:
  /// `source` names the capture in errors.
  CaptureBuilder(std::string source, std::vector<RocePacket> packets, const CaptureOptions& options,
                 CaptureReport report);

  CaptureWorkload build();

 private:
  /// An item and its place among those of its time: posts first, then packets as they came.
  struct Placed {
    std::uint64_t at = 0;
    bool packet = false;
    std::size_t order = 0;
    RepeatedItem item;
  };

  /// A receive that a message consumes.
  struct Receive {
    std::uint64_t at = 0;  ///< time of the first packet of the message
    platform::WorkQueueElement wqe;
  };

  void set_times(const CaptureTimeScale& scale);
  void skip_foreign(const CaptureReceiver& receiver);
  void add_receiver(std::size_t receiver);
  CaptureMessages accept(std::vector<CaptureArrival> arrivals, std::uint32_t path_mtu);
  void add_requests(const CaptureReceiver& receiver);
  void add_message(const CaptureReceiver& receiver, const CaptureMessage& message);
  void add_receive(const CaptureReceiver& receiver, const CaptureMessage& message);
  void add_reads(std::size_t receiver);
  void add_read(QpNumber number, const CaptureRead& read);
  void add_sends(const CaptureReceiver& sender);
  void add_send(QpNumber number, const CaptureMessage& message);
  void add_packet(const AcceptedPacket& accepted, const platform::IncomingPacket& packet);
  void post(std::uint64_t at, platform::WorkQueueElement wqe);
  void count(const platform::IncomingPacket& packet);
  void sort_into(std::vector<RepeatedItem>& work);

  std::string source_;
  std::vector<RocePacket> packets_;
  std::vector<std::uint64_t> times_;  ///< of the packets, in ps from the first on, scaled
  std::optional<IpAddress> side_;
  CaptureReport report_;
  std::vector<CaptureReceiver> receivers_;
  CaptureMemory memory_;
  QpIndex qp_{};                      ///< of the receiver at work
  std::vector<Receive> receives_;     ///< of the receiver at work, in order
  CaptureSendQueue send_queue_;       ///< of the receiver at work
  std::set<std::uint64_t> answered_;  ///< PSNs of READs and atomics in it
  std::vector<Placed> placed_;
};

}  // namespace sgdma::workload
