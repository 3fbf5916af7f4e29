#include "workload/stimulus/json_line.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <boost/json/basic_parser_impl.hpp>

namespace sgdma::workload {
namespace {

namespace json = boost::json;

constexpr std::size_t kDeepest = 8;
constexpr std::size_t kUsualKeys = 6;

/// Turns the parser's events into a tree.
class TreeBuilder {
 public:
  // The parser looks for these names. NOLINTBEGIN(readability-identifier-naming)
  static constexpr std::size_t max_array_size = 1U << 20U;
  static constexpr std::size_t max_object_size = 1U << 20U;
  static constexpr std::size_t max_string_size = 1U << 20U;
  static constexpr std::size_t max_key_size = 1U << 20U;
  // NOLINTEND(readability-identifier-naming)

  TreeBuilder(std::string_view text, Place start, ErrorList& errors)
      : text_(text), place_(start), errors_(errors) {
    plain_ = std::none_of(text.begin(), text.end(),
                          [](char c) { return (static_cast<unsigned char>(c) & 0x80U) != 0; });
  }

  bool on_document_begin(json::error_code&) { return true; }
  bool on_document_end(json::error_code&) { return true; }
  bool on_array_begin(json::error_code&) { return open(ConfigNode::Kind::kArray); }
  bool on_object_begin(json::error_code&) { return open(ConfigNode::Kind::kTable); }
  bool on_array_end(std::size_t, json::error_code&) { return close(); }
  bool on_object_end(std::size_t, json::error_code&) { return close(); }
  bool on_string_part(json::string_view part, std::size_t, json::error_code&) {
    return append(part, 1);
  }
  bool on_string(json::string_view part, std::size_t, json::error_code&) {
    append(part, 1);
    ConfigNode node = scalar(ConfigNode::Kind::kText);
    node.text = std::exchange(pending_, {});
    return add(std::move(node));
  }
  bool on_key_part(json::string_view part, std::size_t, json::error_code&) {
    return append(part, 1);
  }
  bool on_key(json::string_view part, std::size_t, json::error_code& error) {
    append(part, 1);
    ConfigNode& table = open_.back();
    if (table.find(pending_) != nullptr) {
      errors_.report(place_, "the key \"" + pending_ + "\" comes twice");
      error = json::error::syntax;
      return false;
    }
    ConfigEntry entry;
    entry.key = std::exchange(pending_, {});
    entry.key_place = place_;
    table.entries.push_back(std::move(entry));
    fresh_ = true;
    return true;
  }
  bool on_number_part(json::string_view part, json::error_code&) { return append(part, 0); }
  bool on_int64(std::int64_t number, json::string_view part, json::error_code&) {
    append(part, 0);
    pending_.clear();
    ConfigNode node = scalar(ConfigNode::Kind::kInteger);
    node.integer = number;
    return add(std::move(node));
  }
  bool on_uint64(std::uint64_t, json::string_view part, json::error_code&) {
    append(part, 0);
    ConfigNode node = scalar(ConfigNode::Kind::kText);
    node.text = std::exchange(pending_, {});
    return add(std::move(node));
  }
  bool on_double(double number, json::string_view part, json::error_code&) {
    append(part, 0);
    pending_.clear();
    ConfigNode node = scalar(ConfigNode::Kind::kFloat);
    node.number = number;
    return add(std::move(node));
  }
  bool on_bool(bool value, json::error_code&) {
    ConfigNode node = scalar(ConfigNode::Kind::kBoolean);
    node.boolean = value;
    return add(std::move(node));
  }
  bool on_null(json::error_code& error) {
    errors_.report(place_, "null has no meaning", "leave the key out");
    error = json::error::syntax;
    return false;
  }
  bool on_comment_part(json::string_view, json::error_code&) { return true; }
  bool on_comment(json::string_view, json::error_code&) { return true; }

  ConfigNode take() { return std::move(root_); }
  /// Where byte `offset` of the text stands.
  Place place_of(std::size_t offset) const {
    Place place = place_;
    const std::string_view before = text_.substr(0, std::min(offset, text_.size()));
    const auto characters = plain_ ? static_cast<std::ptrdiff_t>(before.size())
                                   : std::count_if(before.begin(), before.end(), [](char c) {
                                       return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
                                     });
    place.column = static_cast<std::uint32_t>(characters + 1);
    return place;
  }

 private:
  /// Text of a key, string (behind a quote) or number, which comes in parts where it holds escapes.
  /// The first one says where it stands, unless it was put together elsewhere.
  bool append(json::string_view part, std::ptrdiff_t quote) {
    const bool inside =
        !part.empty() && part.data() >= text_.data() && part.data() < text_.data() + text_.size();
    if (fresh_ && inside)
      place_ = place_of(static_cast<std::size_t>(part.data() - text_.data() - quote));
    fresh_ = false;
    pending_.append(part.data(), part.size());
    return true;
  }
  ConfigNode scalar(ConfigNode::Kind kind) {
    ConfigNode node;
    node.kind = kind;
    node.place = place_;
    fresh_ = true;
    return node;
  }
  bool open(ConfigNode::Kind kind) {
    open_.push_back(scalar(kind));
    if (kind == ConfigNode::Kind::kTable) open_.back().entries.reserve(kUsualKeys);
    return true;
  }
  bool close() {
    ConfigNode node = std::move(open_.back());
    open_.pop_back();
    return add(std::move(node));
  }
  bool add(ConfigNode node) {
    if (open_.empty()) {
      root_ = std::move(node);
    } else if (open_.back().kind == ConfigNode::Kind::kArray) {
      open_.back().items.push_back(std::move(node));
    } else {
      open_.back().entries.back().value = std::move(node);
    }
    return true;
  }

  std::string_view text_;
  Place place_;
  ErrorList& errors_;
  bool plain_;           ///< no character takes more than one byte
  bool fresh_ = true;    ///< the next part is the first of its text
  std::string pending_;  ///< of the text that is being read
  std::vector<ConfigNode> open_;
  ConfigNode root_;
};

/// What the parser says, in words for people.
std::string message_of(const json::error_code& error) {
  if (error == json::error::incomplete) return "the JSON object does not end on its line";
  if (error == json::error::extra_data) return "there is more after the JSON object";
  if (error == json::error::too_deep) return "brackets are nested too deeply";
  if (error == json::error::exponent_overflow) return "the number is too large";
  return "this is no JSON: " + error.message();
}

}  // namespace

std::optional<ConfigNode> read_json_line(std::string_view text, std::uint32_t source,
                                         std::uint32_t line, ErrorList& errors) {
  json::parse_options options;
  options.max_depth = kDeepest;
  json::basic_parser<TreeBuilder> parser(options, text, Place{source, line, 1}, errors);
  const std::size_t before = errors.size();
  json::error_code error;
  const std::size_t read = parser.write_some(false, text.data(), text.size(), error);
  TreeBuilder& builder = parser.handler();
  if (!error && read < text.size() &&
      text.find_first_not_of(" \t\r", read) != std::string_view::npos) {
    error = json::error::extra_data;
  }
  if (error) {
    if (errors.size() == before) errors.report(builder.place_of(read), message_of(error));
    return std::nullopt;
  }
  ConfigNode root = builder.take();
  if (root.kind != ConfigNode::Kind::kTable) {
    errors.report(Place{source, line, 1}, "the line is no JSON object");
    return std::nullopt;
  }
  return root;
}

}  // namespace sgdma::workload
