#include "support/timeline_reader.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "support/scenario_run.h"

namespace sgdma::test {

namespace json = boost::json;

namespace {

class Reader {
 public:
  explicit Reader(TimelineFile& file) : file_(file) {}

  void read(const json::object& event) {
    const std::string phase(event.at("ph").as_string());
    const TimelineTrack track(event.at("pid").to_number<std::uint32_t>(),
                              event.at("tid").to_number<std::uint32_t>());
    const std::string name =
        event.contains("name") ? std::string(event.at("name").as_string()) : std::string();
    if (phase == "M") {
      name_it(name, track, event);
      return;
    }
    const std::uint64_t at = time_of(event);
    const json::object args =
        event.contains("args") ? event.at("args").as_object() : json::object();
    if (phase == "C") {
      file_.values.push_back({name, at, args.at("value").to_number<std::uint64_t>()});
      return;
    }
    used_.insert(track);
    if (at < last_[track]) wrong("a track goes back in time");
    last_[track] = at;
    std::vector<TimelineSlice>& open = open_[track];
    if (phase == "B") {
      open.push_back({track, name, at, at, open.size(), args});
    } else if (phase == "E") {
      if (open.empty()) return wrong("an end without a begin");
      TimelineSlice slice = open.back();
      open.pop_back();
      slice.to = at;
      for (const auto& member : args) slice.args[member.key()] = member.value();
      file_.slices.push_back(slice);
    } else if (phase == "i") {
      file_.instants.push_back({track, name, at, args});
    } else {
      wrong("an event of kind " + phase);
    }
  }

  void finish() {
    for (const auto& [track, open] : open_) {
      if (!open.empty()) wrong("a slice is left open");
    }
    for (const TimelineTrack& track : used_) {
      if (file_.names.count(track) == 0) wrong("a track without a name");
    }
  }

 private:
  void wrong(const std::string& problem) {
    if (file_.problem.empty()) file_.problem = problem;
  }
  void name_it(const std::string& what, TimelineTrack track, const json::object& event) {
    const json::object& args = event.at("args").as_object();
    if (what == "thread_name") file_.names[track] = args.at("name").as_string();
    if (what == "process_name") file_.processes[track.first] = args.at("name").as_string();
  }
  static std::uint64_t time_of(const json::object& event) {
    return static_cast<std::uint64_t>(
        std::llround(event.at("ts").to_number<double>() * 1'000'000.0));
  }

  TimelineFile& file_;
  std::map<TimelineTrack, std::vector<TimelineSlice>> open_;
  std::map<TimelineTrack, std::uint64_t> last_;
  std::set<TimelineTrack> used_;
};

}  // namespace

std::vector<TimelineSlice> TimelineFile::named(const std::string& name) const {
  std::vector<TimelineSlice> found;
  std::copy_if(slices.begin(), slices.end(), std::back_inserter(found),
               [&](const TimelineSlice& slice) { return slice.name == name; });
  return found;
}

TimelineFile read_timeline(const std::string& path) {
  TimelineFile file;
  json::error_code error;
  const json::value whole = json::parse(file_bytes(path), error);
  if (error) {
    file.problem = error.message();
    return file;
  }
  const json::object& about = whole.as_object().at("otherData").as_object();
  file.title = about.at("title").as_string();
  file.period_ps = about.at("period_ps").to_number<std::uint64_t>();
  Reader reader(file);
  for (const json::value& event : whole.as_object().at("traceEvents").as_array()) {
    reader.read(event.as_object());
  }
  reader.finish();
  return file;
}

}  // namespace sgdma::test
