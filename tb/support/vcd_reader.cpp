#include "support/vcd_reader.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <set>
#include <sstream>

namespace sgdma::test {

namespace {

bool is_space(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\n' || letter == '\r';
}

class VcdParser {
 public:
  explicit VcdParser(std::string_view text) : text_(text) {}

  VcdDump parse() {
    while (!defined_) {
      declaration(needed_word());
    }
    for (std::string_view word = next_word(); !word.empty(); word = next_word()) {
      in_body(word);
    }
    if (in_dumpvars_) {
      fail("$dumpvars does not end");
    }
    if (text_.back() != '\n') {
      fail("the last line is cut off");
    }
    return std::move(dump_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const { throw VcdError(line_, what); }

  /// Empty at the end of the text.
  std::string_view next_word() {
    while (at_ < text_.size() && is_space(text_[at_])) {
      line_ += text_[at_++] == '\n' ? 1 : 0;
    }
    const std::size_t begin = at_;
    while (at_ < text_.size() && !is_space(text_[at_])) {
      ++at_;
    }
    return text_.substr(begin, at_ - begin);
  }

  std::string_view needed_word() {
    const std::string_view word = next_word();
    if (word.empty()) {
      fail("the file ends too early");
    }
    return word;
  }

  std::vector<std::string> words_to_end() {
    std::vector<std::string> words;
    for (std::string_view word = needed_word(); word != "$end"; word = needed_word()) {
      words.emplace_back(word);
    }
    return words;
  }

  std::string text_to_end() {
    std::string text;
    for (const std::string& word : words_to_end()) {
      text += (text.empty() ? "" : " ") + word;
    }
    return text;
  }

  std::uint64_t number(std::string_view text) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (text.empty() || error != std::errc{} || end != text.data() + text.size()) {
      fail("\"" + std::string(text) + "\" is no number");
    }
    return value;
  }

  void declaration(std::string_view word) {
    if (word == "$version") {
      dump_.version = text_to_end();
    } else if (word == "$comment") {
      dump_.comment = text_to_end();
    } else if (word == "$date" || word == "$attrbegin" || word == "$attrend") {
      text_to_end();
    } else if (word == "$timescale") {
      timescale(text_to_end());
    } else if (word == "$scope") {
      scope(words_to_end());
    } else if (word == "$upscope") {
      upscope(words_to_end());
    } else if (word == "$var") {
      variable(words_to_end());
    } else if (word == "$enddefinitions") {
      end_definitions(words_to_end());
    } else {
      fail("unknown declaration \"" + std::string(word) + "\"");
    }
  }

  void timescale(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    const std::size_t unit = text.find_first_not_of("01");
    const std::set<std::string> numbers{"1", "10", "100"};
    const std::set<std::string> units{"s", "ms", "us", "ns", "ps", "fs"};
    if (unit == std::string::npos || numbers.count(text.substr(0, unit)) == 0 ||
        units.count(text.substr(unit)) == 0 || !dump_.timescale.empty()) {
      fail("$timescale is no 1, 10 or 100 of a unit, or stands twice");
    }
    dump_.timescale = text;
  }

  void scope(const std::vector<std::string>& words) {
    if (words.size() != 2) {
      fail("$scope takes a kind and a name");
    }
    scopes_.push_back(words[1]);
  }

  void upscope(const std::vector<std::string>& words) {
    if (!words.empty() || scopes_.empty()) {
      fail("$upscope without its $scope");
    }
    scopes_.pop_back();
  }

  void variable(const std::vector<std::string>& words) {
    if (words.size() != 4 && words.size() != 5) {
      fail("$var takes a kind, a width, an identifier, a name and perhaps a range");
    }
    VcdSignal signal;
    signal.width = static_cast<std::uint32_t>(number(words[1]));
    signal.code = words[2];
    for (const std::string& name : scopes_) {
      signal.path += name + ".";
    }
    signal.path += words[3];
    if (signal.width == 0) {
      fail("a signal of no bits");
    }
    const std::string range = "[" + std::to_string(signal.width - 1) + ":0]";
    if (words.size() == 5 ? words[4] != range : signal.width != 1) {
      fail("the range of \"" + signal.path + "\" is not that of its width");
    }
    if (scopes_.empty() || !paths_.insert(signal.path).second) {
      fail("\"" + signal.path + "\" stands in no scope, or twice");
    }
    if (!codes_.emplace(signal.code, dump_.signals.size()).second) {
      fail("identifier \"" + signal.code + "\" stands twice");
    }
    dump_.signals.push_back(std::move(signal));
  }

  void end_definitions(const std::vector<std::string>& words) {
    if (!words.empty() || !scopes_.empty() || dump_.timescale.empty()) {
      fail("$enddefinitions with an open scope, or without a $timescale");
    }
    defined_ = true;
  }

  void in_body(std::string_view word) {
    switch (word.front()) {
      case '#': time(number(word.substr(1))); return;
      case '$': command(word); return;
      case 'b':
      case 'B': change(needed_code(), word.substr(1), false); return;
      default: change(word.substr(1), word.substr(0, 1), true);
    }
  }

  std::string_view needed_code() {
    if (at_ < text_.size() && text_[at_] != ' ') {
      fail("a vector's identifier stands one space behind it");
    }
    return needed_word();
  }

  void time(std::uint64_t time) {
    if (in_dumpvars_ || (!dump_.times.empty() && time <= dump_.times.back())) {
      fail("time " + std::to_string(time) + " does not rise");
    }
    dump_.times.push_back(time);
  }

  void command(std::string_view word) {
    if (word == "$comment") {
      text_to_end();
    } else if (word == "$dumpvars" && dump_.changes.empty() && !in_dumpvars_) {
      in_dumpvars_ = true;
    } else if (word == "$end" && in_dumpvars_) {
      in_dumpvars_ = false;
      dump_.initial = dump_.changes.size();
    } else {
      fail("unexpected \"" + std::string(word) + "\"");
    }
  }

  void change(std::string_view code, std::string_view digits, bool scalar) {
    const auto found = codes_.find(code);
    if (found == codes_.end()) {
      fail("no signal has the identifier \"" + std::string(code) + "\"");
    }
    const VcdSignal& signal = dump_.signals[found->second];
    if (dump_.times.empty()) {
      fail("a change before the first time");
    }
    if (scalar != (signal.width == 1)) {
      fail("\"" + signal.path + "\" changes in the wrong form");
    }
    if (digits.empty() || digits.size() > signal.width) {
      fail("\"" + signal.path + "\" changes to " + std::to_string(digits.size()) + " digits");
    }
    dump_.changes.push_back({dump_.times.back(), found->second, extended(digits, signal.width)});
  }

  /// To the left by what the clause says: zeros for numbers, `x` and `z` by themselves.
  std::string extended(std::string_view digits, std::uint32_t width) const {
    std::string value(digits);
    std::transform(value.begin(), value.end(), value.begin(), [](char digit) {
      return digit == 'X' ? 'x' : digit == 'Z' ? 'z' : digit;
    });
    if (value.find_first_not_of("01xz") != std::string::npos) {
      fail("\"" + value + "\" is no value");
    }
    const char first = value.front() == '1' ? '0' : value.front();
    return std::string(width - value.size(), first) + value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  VcdDump dump_;
  std::vector<std::string> scopes_;
  std::set<std::string> paths_;
  std::map<std::string, std::size_t, std::less<>> codes_;
  bool defined_ = false;
  bool in_dumpvars_ = false;
};

}  // namespace

const VcdSignal& VcdDump::signal(std::string_view path) const {
  const auto found = std::find_if(signals.begin(), signals.end(),
                                  [&](const VcdSignal& signal) { return signal.path == path; });
  if (found == signals.end()) {
    throw std::out_of_range("no signal " + std::string(path));
  }
  return *found;
}

VcdValues VcdDump::values_of(std::string_view path) const {
  const auto index = static_cast<std::size_t>(&signal(path) - signals.data());
  VcdValues values;
  for (const VcdChange& change : changes) {
    if (change.signal == index) {
      values.emplace_back(change.time, change.value);
    }
  }
  return values;
}

std::uint32_t VcdDump::checksum() const {
  std::uint32_t sum = 2'166'136'261U;
  for (const VcdChange& change : changes) {
    const std::string line =
        std::to_string(change.time) + " " + signals[change.signal].path + " " + change.value + "\n";
    for (const char letter : line) {
      sum = (sum ^ static_cast<unsigned char>(letter)) * 16'777'619U;
    }
  }
  return sum;
}

VcdDump parse_vcd(std::string_view text) { return VcdParser(text).parse(); }

VcdDump read_vcd(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw VcdError(0, "cannot read " + path);
  }
  std::ostringstream text;
  text << file.rdbuf();
  return parse_vcd(text.str());
}

}  // namespace sgdma::test
