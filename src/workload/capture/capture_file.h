/// A pcap file, frame by frame.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "workload/capture/roce_parser.h"

namespace sgdma::workload {

/// Ethernet frames of a pcap file with micro- or nanosecond time stamps, of either byte order.
class CaptureFile {
 public:
  /// Throws CaptureError where `path` is not such a file.
  explicit CaptureFile(const std::string& path);
  ~CaptureFile();
  CaptureFile(const CaptureFile&) = delete;
  CaptureFile& operator=(const CaptureFile&) = delete;

  /// The next frame in the order of the file, or false at its end. `frame.bytes` stays valid until
  /// the next call. Throws CaptureError, with the number of the frame and the offset of its record
  /// in the file, where the file ends in the middle of a record or a record makes no sense.
  bool next(CapturedFrame& frame);

  const std::string& path() const { return path_; }

 private:
  class Handle;

  std::string path_;
  std::unique_ptr<Handle> handle_;
  std::uint64_t frames_ = 0;
};

}  // namespace sgdma::workload
