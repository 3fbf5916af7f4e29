/// A file of Chrome trace events, which Perfetto and chrome://tracing open.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "observe/buffered_file.h"
#include "types/cycle.h"

namespace sgdma::observe {

/// A row of the display: a "thread" of a "process", as the format has it.
struct Track {
  std::uint32_t process = 0;
  std::uint32_t thread = 0;
};

/// One JSON object, strict, written as it comes; memory does not grow with it. Times are
/// microseconds with all their picoseconds, so that what is back to back stays so. Arguments
/// (`args`) are the members of a JSON object, without its braces: `"qp":7,"len":64`.
///
/// Invariant: what was begun on a track is ended in reverse order (the caller's part).
class TraceEventFile {
 public:
  /// Creates or empties `path`. `title` is what the file says of itself, any text. Throws
  /// `std::system_error` where that fails, as all that write do.
  TraceEventFile(const std::string& path, std::string_view title, std::uint64_t period_ps);

  void name_process(std::uint32_t process, std::string_view name);
  /// Tracks of a process are shown in the order of their threads.
  void name_track(Track track, std::string_view name);

  /// A slice, from the edge `now` on.
  void begin(Track track, Cycle now, std::string_view name, std::string_view args = {});
  void end(Track track, Cycle now, std::string_view args = {});
  /// A point in time.
  void instant(Track track, Cycle now, std::string_view name, std::string_view args = {});
  /// A value, from the edge `now` on.
  void counter(std::uint32_t process, Cycle now, std::string_view name, std::uint64_t value);

  /// Written so far, but for the closing brackets.
  std::uint64_t bytes() const { return file_.bytes(); }
  /// Ends the file. Nothing can be written any more.
  void close();

 private:
  /// Up to and with the track.
  void head(char phase, Track track, std::string_view name);
  void time(Cycle now);
  void finish(std::string_view args);

  BufferedFile file_;
  std::uint64_t period_ps_;
  bool first_ = true;
};

}  // namespace sgdma::observe
