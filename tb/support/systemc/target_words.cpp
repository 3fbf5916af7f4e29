#include "support/systemc/target_words.h"

#include <sstream>
#include <stdexcept>

namespace sgdma::test {

namespace {

void set(TargetScript& script, const std::string& setting) {
  const std::size_t equals = setting.find('=');
  const std::string key = setting.substr(0, equals);
  if (equals == std::string::npos) {
    throw std::invalid_argument("no such setting: " + setting);
  }
  const Cycle value = std::stoul(setting.substr(equals + 1));
  if (key == "accept_delay") {
    script.accept_delay = [value](const TargetBeat&) { return value; };
  } else if (key == "end_req_by_call") {
    script.end_req_by_call = value != 0;
  } else if (key == "hold") {
    script.hold = value;
  } else {
    throw std::invalid_argument("no such setting: " + setting);
  }
}

TargetWords read_target(const std::string& text) {
  std::istringstream words(text);
  TargetWords target;
  std::string word;
  words >> word;
  target.style = target_style_of(word);
  target.text = word;
  while (words >> word) {
    set(target.script, word);
    target.text += ' ' + word;
  }
  return target;
}

}  // namespace

std::vector<TargetWords> read_targets(const std::string& text) {
  std::vector<TargetWords> targets;
  std::istringstream list(text);
  for (std::string target; std::getline(list, target, ',');) {
    targets.push_back(read_target(target));
  }
  return targets;
}

}  // namespace sgdma::test
