#include "support/save_file.h"

#include <sstream>
#include <stdexcept>

#include "support/vcd_reader.h"

namespace sgdma::test {
namespace {

/// Reads the lines one after the other.
class SaveReader {
 public:
  SaveFile read(const std::string& text) {
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
      take(line);
    }
    if (!groups_.empty()) {
      throw std::runtime_error("group \"" + groups_.back().name + "\" has no end");
    }
    join_markers();
    return file_;
  }

 private:
  struct Group {
    std::string name;
    bool closed = false;
  };

  void take(const std::string& line) {
    switch (line.empty() ? '[' : line.front()) {
      case '[': setting(line); break;
      case '*': times(line.substr(1)); break;
      case '@':
        flags_ = line.substr(1);
        words_.clear();
        break;
      case '^': words_ = line.substr(line.find(' ') + 1); break;
      case '-': group(line.substr(1)); break;
      default: trace(line);
    }
  }

  void setting(const std::string& line) {
    const std::size_t end = line.find("] ");
    if (end == std::string::npos || line == "[*]") return;
    const std::string key = line.substr(1, end - 1);
    const std::string value = line.substr(end + 2);
    if (key == "dumpfile") file_.wave_file = value.substr(1, value.size() - 2);
    if (key == "timestart") file_.start = value;
    if (key == "markername") names_.push_back(value);
  }

  void times(const std::string& line) {
    std::istringstream stream(line);
    std::string primary;
    stream >> file_.zoom >> primary;
    for (std::string time; stream >> time;) {
      times_.push_back(time);
    }
  }

  void join_markers() {
    for (const std::string& name : names_) {
      const auto letter = static_cast<std::size_t>(name.front() - 'A');
      file_.markers.push_back(name.substr(0, 1) + " " + times_.at(letter) + " " + name.substr(1));
    }
  }

  std::string path() const {
    std::string path;
    for (const Group& group : groups_) {
      path += (path.empty() ? "" : "/") + group.name;
    }
    return path;
  }

  void group(const std::string& name) {
    const bool opens = flags_ == "800200" || flags_ == "c00200";
    if (opens) {
      groups_.push_back({name, flags_ == "c00200"});
      file_.groups.push_back(path());
      if (groups_.back().closed) file_.closed_groups.push_back(path());
      return;
    }
    if (flags_ == "20000") return;  // room for an analog trace
    const char* end = !groups_.empty() && groups_.back().closed ? "1401200" : "1000200";
    if (groups_.empty() || groups_.back().name != name || flags_ != end) {
      throw std::runtime_error("\"" + name + "\" with " + flags_ + " ends no group");
    }
    groups_.pop_back();
  }

  void trace(std::string line) {
    SavedTrace trace;
    trace.group = path();
    for (const Group& group : groups_) {
      trace.hidden = trace.hidden || group.closed;
    }
    trace.flags = flags_;
    trace.words = words_;
    if (line.front() == '+' || line.front() == '#') {
      const std::size_t end = line.find("} ");
      trace.label = line.substr(2, end - 2);
      line = line.substr(end + 2);
    }
    if (line.front() == '(') line = line.substr(line.find(')') + 1);
    trace.name = line.substr(0, line.find(' '));
    file_.traces.push_back(trace);
  }

  SaveFile file_;
  std::vector<Group> groups_;
  std::string flags_;
  std::string words_;
  std::vector<std::string> names_;
  std::vector<std::string> times_;
};

}  // namespace

const SavedTrace& SaveFile::trace(std::string_view group, std::string_view label) const {
  for (const SavedTrace& trace : traces) {
    if (trace.group == group && trace.label == label) return trace;
  }
  throw std::out_of_range(std::string(group) + ": no trace " + std::string(label));
}

SaveFile parse_save_file(const std::string& text) { return SaveReader().read(text); }

std::set<std::string> names_in_vcd(const std::string& text) {
  std::set<std::string> names;
  for (const VcdSignal& signal : parse_vcd(text).signals) {
    const std::string range =
        signal.width == 1 ? "" : "[" + std::to_string(signal.width - 1) + ":0]";
    names.insert(signal.path + range);
  }
  return names;
}

}  // namespace sgdma::test
