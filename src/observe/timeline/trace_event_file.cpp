#include "observe/timeline/trace_event_file.h"

#include <boost/json.hpp>

namespace sgdma::observe {

namespace {

/// With its quotes.
std::string quoted(std::string_view text) {
  return boost::json::serialize(boost::json::string_view(text.data(), text.size()));
}

}  // namespace

TraceEventFile::TraceEventFile(const std::string& path, std::string_view title,
                               std::uint64_t period_ps)
    : file_(path), period_ps_(period_ps) {
  file_.put(
      "{{\"displayTimeUnit\":\"ns\",\"otherData\":{{\"title\":{},\"period_ps\":{}}},"
      "\"traceEvents\":[",
      quoted(title), period_ps);
}

void TraceEventFile::name_process(std::uint32_t process, std::string_view name) {
  head('M', {process, 0}, "process_name");
  finish(fmt::format("\"name\":{}", quoted(name)));
  head('M', {process, 0}, "process_sort_index");
  finish(fmt::format("\"sort_index\":{}", process));
}

void TraceEventFile::name_track(Track track, std::string_view name) {
  head('M', track, "thread_name");
  finish(fmt::format("\"name\":{}", quoted(name)));
  head('M', track, "thread_sort_index");
  finish(fmt::format("\"sort_index\":{}", track.thread));
}

void TraceEventFile::begin(Track track, Cycle now, std::string_view name, std::string_view args) {
  head('B', track, name);
  time(now);
  finish(args);
}

void TraceEventFile::end(Track track, Cycle now, std::string_view args) {
  head('E', track, {});
  time(now);
  finish(args);
}

void TraceEventFile::instant(Track track, Cycle now, std::string_view name, std::string_view args) {
  head('i', track, name);
  time(now);
  file_.put(",\"s\":\"t\"");
  finish(args);
}

void TraceEventFile::counter(std::uint32_t process, Cycle now, std::string_view name,
                             std::uint64_t value) {
  head('C', {process, 0}, name);
  time(now);
  finish(fmt::format("\"value\":{}", value));
}

void TraceEventFile::close() {
  file_.put("\n]}}\n");
  file_.flush();
}

void TraceEventFile::head(char phase, Track track, std::string_view name) {
  file_.put(first_ ? "\n" : ",\n");
  first_ = false;
  file_.put("{{\"ph\":\"{}\",\"pid\":{},\"tid\":{}", phase, track.process, track.thread);
  if (!name.empty()) {
    file_.put(",\"name\":{}", quoted(name));
  }
}

/// Microseconds.
void TraceEventFile::time(Cycle now) {
  constexpr std::uint64_t kPicoseconds = 1'000'000;
  const std::uint64_t time = now * period_ps_;
  if (time % 1000 == 0) {
    file_.put(",\"ts\":{}.{:03}", time / kPicoseconds, time % kPicoseconds / 1000);
  } else {
    file_.put(",\"ts\":{}.{:06}", time / kPicoseconds, time % kPicoseconds);
  }
}

void TraceEventFile::finish(std::string_view args) {
  if (!args.empty()) {
    file_.put(",\"args\":{{{}}}", args);
  }
  file_.put("}}");
  file_.end_line();
}

}  // namespace sgdma::observe
