/// A pcap or pcapng file, frame by frame.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "workload/capture/roce_parser.h"

namespace sgdma::workload {

/// Ethernet frames, in either byte order. Time stamps of pcap are micro- or nanoseconds; those of
/// pcapng are rounded down to nanoseconds, and 0 where a packet has none.
class CaptureFile {
 public:
  /// Throws CaptureError where `path` is not such a file.
  explicit CaptureFile(const std::string& path);
  ~CaptureFile();
  CaptureFile(const CaptureFile&) = delete;
  CaptureFile& operator=(const CaptureFile&) = delete;

  /// The next frame in the order of the file, or false at its end. `frame.bytes` stays valid until
  /// the next call. Throws CaptureError, with the number of the frame and the offset of its record
  /// in the file, where the file ends in the middle of a record, a record makes no sense, or a
  /// later interface of a pcapng file differs in link type or snapshot length from the first.
  bool next(CapturedFrame& frame);

  const std::string& path() const { return path_; }

 private:
  class Handle;

  std::string path_;
  std::unique_ptr<Handle> handle_;
  std::uint64_t frames_ = 0;
};

}  // namespace sgdma::workload
