/// A capture of RoCEv2 traffic as a workload.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "platform/platform_config.h"
#include "platform/region.h"
#include "workload/capture/capture_report.h"
#include "workload/capture/capture_time_scale.h"
#include "workload/capture/ip_address.h"
#include "workload/scenario.h"

namespace sgdma::workload {

struct CaptureOptions {
  CaptureTimeScale time_scale;
  /// Address whose queue pairs are modelled: what reaches it is received, and the SENDs and WRITEs
  /// that it sent are posted and gathered. Without it, all queue pairs that receive something are
  /// modelled, and only receive.
  std::optional<IpAddress> side;
};

/// What `apply` puts into a scenario. Packets come at their captured times, counted from the first
/// one and scaled; what had to be made up is in the report.
struct CaptureWorkload {
  std::vector<platform::Region> regions;
  platform::QueuePairList queue_pairs;  ///< sorted by number
  std::vector<RepeatedItem> work;       ///< in order of time
  CaptureReport report;
};

/// Reads a pcap or pcapng file of Ethernet frames: RC packets in UDP to port 4791 over IPv4 or IPv6
/// (RoCEv2: annex 17 of the InfiniBand specification). Throws CaptureError where the file cannot be
/// read, is damaged, or has no RC packet to the side and no request from it.
CaptureWorkload read_capture(const std::string& path, const CaptureOptions& options = {});

/// Replaces regions, queue pairs and work of a scenario. Throws CaptureError where its memory is
/// too small for the regions.
void apply(const CaptureWorkload& workload, Scenario& scenario);

}  // namespace sgdma::workload
