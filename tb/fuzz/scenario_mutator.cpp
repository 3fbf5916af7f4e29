#include "fuzz/scenario_mutator.h"

#include <algorithm>
#include <utility>

#include <boost/random/uniform_int_distribution.hpp>

namespace sgdma::test {
namespace {

const std::vector<std::string> kPieces = {"[",
                                          "]",
                                          "[[",
                                          "]]",
                                          "{",
                                          "}",
                                          "=",
                                          ".",
                                          ",",
                                          "\"",
                                          "\"\"\"",
                                          "'",
                                          "'''",
                                          "\\",
                                          "#",
                                          "\n",
                                          "\r\n",
                                          "\r",
                                          "\t",
                                          " ",
                                          "-",
                                          "+",
                                          "_",
                                          "0x",
                                          "0b",
                                          "e",
                                          "\xFF",
                                          "\xEF\xBB\xBF",
                                          "\xC3\xA4",
                                          "\\u0000",
                                          "[wqe]",
                                          "[[qp]]\n",
                                          "[[region]]\n",
                                          "count = 1048576\n",
                                          "sge = []\n"};

const std::vector<std::string> kValues = {"0",
                                          "1",
                                          "-1",
                                          "4096",
                                          "4097",
                                          "16777215",
                                          "16777216",
                                          "1048577",
                                          "4294967295",
                                          "4294967296",
                                          "1e1000",
                                          "nan",
                                          "-inf",
                                          "0.5",
                                          "9223372036854775807",
                                          "true",
                                          "false",
                                          "\"\"",
                                          "\"0 B\"",
                                          "18446744073709551616",
                                          "\"1 B\"",
                                          "\"4 GiB\"",
                                          "\"1 EiB\"",
                                          "\"1.5 KiB\"",
                                          "\"18446744073709551615 B\"",
                                          "\"1 ps\"",
                                          "\"0.3 ns\"",
                                          "\"4000000 s\"",
                                          "\"7 cycles\"",
                                          "\"333 MHz\"",
                                          "\"1 bit/s\"",
                                          "\"3.3 Gbit/s\"",
                                          "\"10 TB/s\"",
                                          "\"unlimited\"",
                                          "\"0xFFFFFFFFFFFFFFFF\"",
                                          "[]",
                                          "{}",
                                          "[[]]",
                                          "[1, 2]",
                                          "1979-05-27T07:32:00Z"};

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

/// The word, or the quoted text, at or behind a place: [begin, end).
std::pair<std::size_t, std::size_t> token_from(const std::string& text, std::size_t at) {
  while (at > 0 && at < text.size() && is_word(text[at]) && is_word(text[at - 1])) --at;
  while (at < text.size() && !is_word(text[at]) && text[at] != '"') ++at;
  std::size_t end = at;
  if (end < text.size() && text[end] == '"') {
    end = text.find('"', end + 1);
    return {at, end == std::string::npos ? text.size() : end + 1};
  }
  while (end < text.size() && is_word(text[end])) ++end;
  return {at, end};
}

/// The line around a place, with its end.
std::pair<std::size_t, std::size_t> line_around(const std::string& text, std::size_t at) {
  const std::size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t after = text.find('\n', at);
  return {begin, after == std::string::npos ? text.size() : after + 1};
}

}  // namespace

ScenarioMutator::ScenarioMutator(std::uint32_t seed, std::vector<std::string> texts)
    : random_(seed), texts_(std::move(texts)) {}

std::size_t ScenarioMutator::below(std::size_t bound) {
  return boost::random::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
}

std::string ScenarioMutator::other_token() {
  const std::string& text = any(texts_);
  const auto [begin, end] = token_from(text, below(text.size() + 1));
  return text.substr(begin, end - begin);
}

void ScenarioMutator::change_bytes(std::string& text) {
  const std::size_t at = below(text.size() + 1);
  switch (below(4)) {
    case 0: text.insert(at, any(kPieces)); break;
    case 1: text.erase(at, below(8)); break;
    case 2: text.insert(at, text.substr(below(text.size() + 1), below(60))); break;
    default:
      if (at < text.size()) text[at] = static_cast<char>(below(256));
  }
}

void ScenarioMutator::change_token(std::string& text) {
  const auto [begin, end] = token_from(text, below(text.size() + 1));
  text.replace(begin, end - begin, below(2) == 0 ? any(kValues) : other_token());
}

void ScenarioMutator::change_line(std::string& text) {
  const auto [begin, end] = line_around(text, below(text.size() + 1));
  const std::string line = text.substr(begin, end - begin);
  switch (below(3)) {
    case 0: text.erase(begin, end - begin); break;
    case 1: text.insert(begin, line); break;
    default: {
      const std::string& other = any(texts_);
      const auto [from, to] = line_around(other, below(other.size() + 1));
      text.insert(begin, other.substr(from, to - from));
    }
  }
}

std::string ScenarioMutator::next() {
  std::string text = any(texts_);
  for (std::size_t changes = 1 + below(6); changes > 0; --changes) {
    switch (below(6)) {
      case 0: change_bytes(text); break;
      case 1: change_line(text); break;
      default: change_token(text);
    }
  }
  return text;
}

}  // namespace sgdma::test
