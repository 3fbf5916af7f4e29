#include "workload/diff/foreign_log.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <string_view>

#include <boost/json.hpp>

#include "workload/config/config_error.h"
#include "workload/config/line_reader.h"
#include "workload/config/nearest_name.h"

namespace sgdma::workload {
namespace {

namespace json = boost::json;

enum Column : std::size_t { kCycle, kEvent, kDirection, kId, kAddress, kBytes, kBeats, kColumns };

constexpr std::array<std::string_view, kColumns> kNames = {"cycle", "event", "dir",  "id",
                                                           "addr",  "bytes", "beats"};

std::string list_of_names() {
  std::string list;
  for (std::size_t at = 0; at < kBeats; ++at) {
    list += (at == 0 ? "" : at + 1 == kBeats ? " and " : ", ") + std::string(kNames[at]);
  }
  return list;
}

/// A cell as text, and where it stands in its line.
struct Cell {
  std::string text;
  std::uint32_t column = 1;
};

/// The cells of a line, by `Column`; those that are not there are empty.
using Row = std::array<std::optional<Cell>, kColumns>;

class ForeignLog {
 public:
  explicit ForeignLog(const std::string& path) : lines_(path) {}

  std::vector<BusEvent> read() {
    std::string_view line;
    bool first = true;
    while (lines_.next(line)) {
      line_ = line;
      if (!line_.empty() && line_.back() == '\r') line_.pop_back();
      if (line_.find_first_not_of(" \t") == std::string::npos) continue;
      if (first) {
        first = false;
        csv_ = line_[line_.find_first_not_of(" \t")] != '{';
        if (csv_) {
          read_names();
          continue;
        }
      }
      add(csv_ ? csv_row() : json_row());
    }
    if (first) {
      throw ConfigError(lines_.path(), "is empty", "it has the columns " + list_of_names());
    }
    if (events_.empty()) {
      throw ConfigError(lines_.path(), "there is no burst and no beat in it");
    }
    return std::move(events_);
  }

 private:
  [[noreturn]] void fail(std::uint32_t column, const std::string& message,
                         const std::string& hint = {}) const {
    throw ConfigError({{lines_.path(), lines_.number(), column, line_, message, hint}});
  }

  /// Cells may stand in quotes, and then hold commas and, doubled, quotes (RFC 4180).
  std::vector<Cell> cells() const {
    std::vector<Cell> cells;
    std::size_t begin = 0;
    bool quotes = false;
    for (std::size_t at = 0; at <= line_.size(); ++at) {
      if (at < line_.size() && (quotes || line_[at] != ',')) {
        quotes = quotes != (line_[at] == '"');
        continue;
      }
      if (quotes) fail(static_cast<std::uint32_t>(begin + 1), "a quote is not closed");
      cells.push_back(cell_of(begin, at));
      begin = at + 1;
    }
    return cells;
  }

  Cell cell_of(std::size_t begin, std::size_t end) const {
    const auto blank = [this](std::size_t at) { return line_[at] == ' ' || line_[at] == '\t'; };
    while (begin < end && blank(begin)) ++begin;
    while (begin < end && blank(end - 1)) --end;
    Cell cell;
    cell.column = static_cast<std::uint32_t>(begin + 1);
    const bool quoted = end - begin >= 2 && line_[begin] == '"';
    for (std::size_t at = quoted ? begin + 1 : begin; at < (quoted ? end - 1 : end); ++at) {
      cell.text += line_[at];
      if (quoted && line_[at] == '"') ++at;
    }
    return cell;
  }

  void read_names() {
    const std::vector<Cell> names = cells();
    for (std::size_t at = 0; at < names.size(); ++at) {
      const auto known = std::find(kNames.begin(), kNames.end(), names[at].text);
      if (known == kNames.end()) continue;
      std::optional<std::size_t>& place = places_[static_cast<std::size_t>(known - kNames.begin())];
      if (place) fail(names[at].column, "there are two columns " + names[at].text);
      place = at;
    }
    for (std::size_t column = 0; column < kBeats; ++column) {
      if (places_[column]) continue;
      std::vector<std::string> there;
      for (const Cell& name : names) there.push_back(name.text);
      fail(1, "there is no column " + std::string(kNames[column]),
           did_you_mean(kNames[column], there,
                        "the first line names the columns: " + list_of_names()));
    }
    columns_ = names.size();
  }

  Row csv_row() const {
    const std::vector<Cell> all = cells();
    if (all.size() != columns_) {
      fail(1, "there are " + std::to_string(all.size()) + " cells, and " +
                  std::to_string(columns_) + " columns");
    }
    Row row;
    for (std::size_t column = 0; column < kColumns; ++column) {
      if (places_[column] && !all[*places_[column]].text.empty()) {
        row[column] = all[*places_[column]];
      }
    }
    return row;
  }

  Row json_row() const {
    json::error_code error;
    const json::value value = json::parse(line_, error);
    const json::object* object = value.if_object();
    if (error || object == nullptr) fail(1, "is no JSON object");
    Row row;
    for (std::size_t column = 0; column < kColumns; ++column) {
      const json::value* field = object->if_contains(kNames[column]);
      if (field == nullptr) continue;
      const std::size_t at = line_.find("\"" + std::string(kNames[column]) + "\"");
      const auto place = static_cast<std::uint32_t>(at == std::string::npos ? 1 : at + 1);
      row[column] = Cell{
          field->is_string() ? std::string(field->get_string()) : json::serialize(*field), place};
    }
    return row;
  }

  const Cell& cell(const Row& row, Column column) const {
    if (!row[column]) fail(1, "there is no " + std::string(kNames[column]));
    return *row[column];
  }

  std::uint64_t number(const Row& row, Column column, std::uint64_t least,
                       std::uint64_t most) const {
    const Cell& at = cell(row, column);
    std::string_view digits = at.text;
    const bool hexadecimal = digits.substr(0, 2) == "0x" || digits.substr(0, 2) == "0X";
    if (hexadecimal) digits.remove_prefix(2);
    std::uint64_t value = 0;
    const char* end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value, hexadecimal ? 16 : 10);
    if (error != std::errc{} || stop != end || value < least || value > most) {
      fail(at.column, std::string(kNames[column]) + " is \"" + at.text + "\"",
           "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
    }
    return value;
  }

  void add(const Row& row) {
    constexpr std::uint64_t kMost64 = std::numeric_limits<std::uint64_t>::max();
    constexpr std::uint64_t kMostBytes = 1U << 20U;
    BusEvent event;
    event.line = lines_.number();
    event.cycle = number(row, kCycle, 0, kMost64 / 2);
    const Cell& kind = cell(row, kEvent);
    if (kind.text != "burst" && kind.text != "beat") {
      fail(kind.column, "event is \"" + kind.text + "\"", "it is burst or beat");
    }
    event.beat = kind.text == "beat";
    const Cell& direction = cell(row, kDirection);
    const bool reads = direction.text == "gather" || direction.text == "read";
    if (!reads && direction.text != "scatter" && direction.text != "write") {
      fail(direction.column, "dir is \"" + direction.text + "\"",
           "it is gather or read, scatter or write");
    }
    event.direction = reads ? Direction::kGather : Direction::kScatter;
    event.id = number(row, kId, 0, kMost64);
    event.address = number(row, kAddress, 0, kMost64);
    event.bytes = static_cast<std::uint32_t>(number(row, kBytes, 1, kMostBytes));
    if (row[kBeats] && !event.beat) {
      event.beats = static_cast<std::uint32_t>(number(row, kBeats, 1, 256));
    }
    if (!events_.empty() && event.cycle < events_.back().cycle) {
      fail(cell(row, kCycle).column,
           "cycle " + std::to_string(event.cycle) + " comes after cycle " +
               std::to_string(events_.back().cycle),
           "events come in the order of their cycles");
    }
    events_.push_back(event);
  }

  LineReader lines_;
  std::string line_;
  bool csv_ = false;
  std::size_t columns_ = 0;
  std::array<std::optional<std::size_t>, kColumns> places_;
  std::vector<BusEvent> events_;
};

}  // namespace

std::vector<BusEvent> read_foreign_log(const std::string& path) { return ForeignLog(path).read(); }

}  // namespace sgdma::workload
