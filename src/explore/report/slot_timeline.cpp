#include "explore/report/slot_timeline.h"

#include <algorithm>
#include <map>
#include <utility>

#include <boost/json.hpp>

namespace sgdma::explore {
namespace {

namespace json = boost::json;

std::string text_of(const json::object& event, const char* key) {
  const json::value* value = event.if_contains(key);
  if (value == nullptr) return {};
  return value->is_string() ? std::string(value->as_string()) : json::serialize(*value);
}

Cycle cycle_of(const json::object& event) { return event.at("cycle").to_number<Cycle>(); }

}  // namespace

SlotTimeline::SlotTimeline(std::size_t most_bars, std::size_t most_marks, ShownCycles shown)
    : most_bars_(most_bars), most_marks_(most_marks), shown_(shown) {}

void SlotTimeline::add(const json::object& event) {
  const std::string_view kind = event.at("event").as_string();
  if (kind == "grant") {
    const auto slot = event.at("slot").to_number<std::uint32_t>();
    if (slot >= open_.size()) {
      open_.resize(slot + 1);
      is_open_.resize(slot + 1);
    }
    open_[slot] = {slot, event.at("dir") == "gather" ? 0U : 1U,    cycle_of(event),      0,
                   1,    event.at("qp").to_number<std::int64_t>(), text_of(event, "tag")};
    is_open_[slot] = true;
  } else if (kind == "free") {
    close(event.at("slot").to_number<std::uint32_t>(), cycle_of(event));
  } else if (kind == "fault") {
    mark(event, "fault");
  } else if (kind == "teardown") {
    mark(event, "teardown");
  } else if (kind == "control" && event.at("phase") == "asked") {
    mark(event, "control");
  }
}

void SlotTimeline::close(std::uint32_t slot, Cycle end) {
  if (slot >= open_.size() || !is_open_[slot]) return;
  is_open_[slot] = false;
  open_[slot].end = end;
  if (std::max(open_[slot].begin + 1, end) <= shown_.from || open_[slot].begin > shown_.to) return;
  ++transfers_;
  bars_.push_back(std::move(open_[slot]));
  if (bars_.size() >= 2 * most_bars_) thin();
}

void SlotTimeline::mark(const json::object& event, const std::string& kind) {
  const Cycle cycle = cycle_of(event);
  if (cycle < shown_.from || cycle > shown_.to) return;
  ++all_marks_;
  if (marks_.size() == most_marks_) return;
  Mark mark;
  mark.cycle = cycle;
  mark.kind = kind;
  if (const json::value* slot = event.if_contains("slot")) {
    mark.slot = slot->to_number<std::int64_t>();
  }
  for (const char* key : {"kind", "tag", "status", "cause", "qp", "region"}) {
    const std::string text = text_of(event, key);
    if (!text.empty()) mark.text += (mark.text.empty() ? "" : ", ") + std::string(key) + " " + text;
  }
  marks_.push_back(std::move(mark));
}

/// In the order of bars_, which is that of their ends, so that the same log gives the same picture.
void SlotTimeline::thin() {
  while (bars_.size() > most_bars_) {
    resolution_ = std::max<Cycle>(1, 2 * resolution_);
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> last;
    std::vector<Bar> kept;
    for (Bar& bar : bars_) {
      const auto key = std::make_pair(bar.slot, bar.direction);
      const auto found = last.find(key);
      const bool near = found != last.end() && bar.end - kept[found->second].begin <= resolution_;
      if (near) {
        kept[found->second].end = bar.end;
        kept[found->second].transfers += bar.transfers;
      } else {
        last[key] = kept.size();
        kept.push_back(std::move(bar));
      }
    }
    bars_ = std::move(kept);
    if (bars_.size() == last.size()) return;  // one for each slot and direction
  }
}

void SlotTimeline::finish(Cycle end) {
  for (std::uint32_t slot = 0; slot < open_.size(); ++slot) close(slot, end);
  if (bars_.size() > most_bars_) thin();
}

json::object SlotTimeline::json() const {
  json::array bars;
  for (const Bar& bar : bars_) {
    bars.push_back({bar.slot, bar.direction, bar.begin, bar.end, bar.transfers, bar.qp, bar.tag});
  }
  json::array marks;
  for (const Mark& mark : marks_) {
    marks.push_back({mark.slot, mark.cycle, mark.kind, mark.text});
  }
  return {{"bars", bars},
          {"marks", marks},
          {"transfers", transfers_},
          {"marks_in_all", all_marks_},
          {"resolution", resolution_}};
}

}  // namespace sgdma::explore
