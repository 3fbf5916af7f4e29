#include "support/wave_replay.h"

#include <regex>
#include <stdexcept>

namespace sgdma::test {

namespace {

/// Femtoseconds of a text such as "100 ps" or "10ps".
std::uint64_t femtoseconds(const std::string& text) {
  static const std::regex time_text("([0-9]+) ?(fs|ps|ns|us|ms|s)");
  std::smatch match;
  if (!std::regex_match(text, match, time_text)) throw std::invalid_argument("no time: " + text);
  std::uint64_t unit = 1;
  for (const char* name : {"fs", "ps", "ns", "us", "ms", "s"}) {
    if (match[2] == name) break;
    unit *= 1000;
  }
  return std::stoull(match[1]) * unit;
}

std::uint64_t period_of(const VcdDump& dump) {
  static const std::regex period_text("clock period ([0-9]+ ps)");
  std::smatch match;
  if (!std::regex_search(dump.comment, match, period_text)) {
    throw std::invalid_argument("the dump does not name its clock period: " + dump.comment);
  }
  return femtoseconds(match[1]) / femtoseconds(dump.timescale);
}

}  // namespace

WaveReplay::WaveReplay(const VcdDump& dump)
    : dump_(dump),
      period_(period_of(dump)),
      values_(dump.signals.size()),
      changed_at_(dump.signals.size()) {
  for (std::size_t at = 0; at < dump.signals.size(); ++at) by_path_[dump.signals[at].path] = at;
}

void WaveReplay::run(const std::function<void(std::uint64_t)>& cycle) {
  const std::size_t clock = index("platform.clk");
  std::size_t next = 0;
  for (const std::uint64_t time : dump_.times) {
    now_ = time;
    const bool rises = time % period_ == 0;
    for (; next < dump_.changes.size() && dump_.changes[next].time == time; ++next) {
      const VcdChange& change = dump_.changes[next];
      if (!rises && change.signal != clock) {
        throw std::runtime_error(dump_.signals[change.signal].path + " changes between edges");
      }
      values_[change.signal] = change.value;
      changed_at_[change.signal] = time;
    }
    // The last time of a dump ends it: nothing holds from there on.
    if (rises && time != dump_.times.back()) cycle(time / period_);
  }
}

std::size_t WaveReplay::index(const std::string& path) const {
  const auto at = by_path_.find(path);
  if (at == by_path_.end()) throw std::out_of_range("no signal " + path);
  return at->second;
}

std::optional<std::uint64_t> WaveReplay::value(const std::string& path) const {
  const std::string& text = values_[index(path)];
  if (text.find_first_not_of("01") == std::string::npos) return std::stoull(text, nullptr, 2);
  if (text.find_first_not_of('z') != std::string::npos) {
    throw std::runtime_error(path + " is neither driven nor released: " + text);
  }
  return std::nullopt;
}

std::uint64_t WaveReplay::number(const std::string& path) const {
  const std::optional<std::uint64_t> driven = value(path);
  if (!driven) throw std::runtime_error(path + " is not driven at " + std::to_string(now_));
  return *driven;
}

}  // namespace sgdma::test
