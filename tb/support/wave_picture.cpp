#include "support/wave_picture.h"

#include <sstream>
#include <stdexcept>

#include <boost/json.hpp>

namespace sgdma::test {

namespace {

namespace json = boost::json;

/// The words of `head.tock`.
std::vector<std::string> words_of(std::string_view text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

bool is_edge(const std::string& column) { return column != "\u2026"; }

[[noreturn]] void refuse(const std::string& lane, const std::string& wave) {
  throw std::runtime_error("lane " + lane + " has the wave " + wave);
}

void read_lane(const json::object& lane, WavePicture& picture) {
  const std::string name(lane.at("name").as_string());
  const std::string wave(lane.at("wave").as_string());
  const json::array data = lane.contains("data") ? lane.at("data").as_array() : json::array{};
  if (wave.size() != picture.columns.size()) refuse(name, wave);
  picture.lane_order.push_back(name);
  WaveCells& begins = picture.begins[name];
  WaveCells& holds = picture.holds[name];
  std::size_t next = 0;
  bool value = false;
  for (std::size_t at = 0; at < wave.size(); ++at) {
    const bool fresh = std::string_view("=23456789").find(wave[at]) != std::string_view::npos;
    const bool goes_on = wave[at] == '.' || wave[at] == '|';
    value = fresh || (value && goes_on);
    next += fresh ? 1 : 0;
    if (is_edge(picture.columns[at]) == (wave[at] == '|' || wave[at] == 'x')) {
      refuse(name, wave);
    }
    if (!value || !is_edge(picture.columns[at])) continue;
    const Cycle edge = std::stoull(picture.columns[at]);
    holds[edge] = data.at(next - 1).as_string().c_str();
    if (fresh) begins[edge] = holds[edge];
  }
  if (next != data.size()) throw std::runtime_error(name + ": more data than values");
}

}  // namespace

WavePicture read_wavedrom(std::string_view text) {
  const json::value whole = json::parse({text.data(), text.size()});
  WavePicture picture;
  const json::object& head = whole.at("head").as_object();
  picture.title = head.at("text").as_string().c_str();
  picture.columns = words_of(head.at("tock").as_string().c_str());
  if (whole.as_object().contains("foot")) {
    picture.caption = whole.at("foot").at("text").as_string().c_str();
  }
  for (const json::value& lane : whole.at("signal").as_array()) {
    if (lane.is_object()) {
      read_lane(lane.as_object(), picture);
      continue;
    }
    for (const json::value& inner : lane.as_array()) {
      if (inner.is_object()) read_lane(inner.as_object(), picture);
    }
  }
  return picture;
}

}  // namespace sgdma::test
