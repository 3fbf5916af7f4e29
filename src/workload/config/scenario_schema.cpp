#include "workload/config/scenario_schema.h"

#include <string_view>

#include <boost/json.hpp>

#include "workload/config/key_listing.h"

namespace sgdma::workload {
namespace {

namespace json = boost::json;

constexpr std::string_view kNumber = "^[0-9]+(\\.[0-9]+)? *";

json::object text_pattern(std::string pattern) {
  return {{"type", "string"}, {"pattern", std::move(pattern)}};
}

json::object quantity(std::string_view units) {
  return text_pattern(std::string(kNumber) + "(" + std::string(units) + ")$");
}

json::object any_of(json::object first, json::object second) {
  return {{"anyOf", json::array{std::move(first), std::move(second)}}};
}

json::object address() {
  return any_of({{"type", "integer"}, {"minimum", 0}},
                text_pattern("^(0[xX][0-9a-fA-F]+|[0-9]+)$"));
}

json::object choice(const KeySpec& spec) {
  json::array names;
  for (const std::string_view name : spec.choices) names.emplace_back(name);
  return {{"enum", std::move(names)}};
}

json::object array_of(json::object items) {
  return {{"type", "array"}, {"items", std::move(items)}};
}

json::object value_schema(const KeySpec& spec) {
  switch (spec.kind) {
    case KeyKind::kCount:
      return {{"type", "integer"}, {"minimum", spec.minimum}, {"maximum", spec.maximum}};
    case KeyKind::kBytes: return quantity("[kMGT]?B|[KMGT]iB");
    case KeyKind::kTime: return quantity("ps|ns|us|ms|s|cycles?");
    case KeyKind::kFrequency: return quantity("[kMG]?Hz");
    case KeyKind::kRate: return quantity("[kMGT]?(bit|B)/s");
    case KeyKind::kAddress: return address();
    case KeyKind::kRegion:
      return any_of({{"type", "integer"}, {"minimum", 0}}, {{"type", "string"}});
    case KeyKind::kBoolean: return {{"type", "boolean"}};
    case KeyKind::kChoice: return choice(spec);
    case KeyKind::kFlags: return array_of(choice(spec));
    case KeyKind::kAddresses: return array_of(address());
    case KeyKind::kText: return {{"type", "string"}};
    case KeyKind::kEntries: return array_of({{"$ref", "#/$defs/" + spec.full_name()}});
  }
  return {};
}

/// One of the four ways to write what a quantity is drawn from.
json::object distribution_schema(const json::object& value) {
  json::object number{{"type", "number"}, {"minimum", 0}};
  json::object pair{{"type", "array"},
                    {"prefixItems", json::array{value, std::move(number)}},
                    {"minItems", 2},
                    {"maxItems", 2}};
  json::object bounds = array_of(value);
  bounds["minItems"] = bounds["maxItems"] = 2;
  json::object pairs = array_of(std::move(pair));
  return {{"type", "object"},
          {"properties", json::object{{"uniform", std::move(bounds)},
                                      {"weights", pairs},
                                      {"table", std::move(pairs)},
                                      {"file", json::object{{"type", "string"}}}}},
          {"additionalProperties", false},
          {"minProperties", 1},
          {"maxProperties", 1}};
}

json::object key_schema(const ListedKey& key) {
  json::object schema = value_schema(key.spec);
  if (key.spec.distribution) schema = any_of(schema, distribution_schema(schema));
  if (!key.spec.word.empty()) schema = any_of(std::move(schema), {{"const", key.spec.word}});
  schema["description"] = std::string(key.spec.summary) + " " + range_text(key.spec) + ".";
  if (!key.default_value.empty()) schema["default"] = json::parse(key.default_value);
  return schema;
}

json::object table_schema(const ListedTable& table) {
  json::object properties;
  json::array required;
  for (const ListedKey& key : table.keys) {
    properties[key.spec.name] = key_schema(key);
    if (key.spec.required) required.emplace_back(key.spec.name);
  }
  json::object schema{{"type", "object"},
                      {"description", table.summary},
                      {"properties", std::move(properties)},
                      {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = std::move(required);
  return schema;
}

}  // namespace

std::string scenario_schema() {
  json::object properties;
  json::object definitions;
  for (const ListedTable& table : listed_tables()) {
    json::object schema = table_schema(table);
    if (table.name.find('.') != std::string_view::npos) {
      definitions[table.name] = std::move(schema);
    } else {
      properties[table.name] = table.is_list ? array_of(std::move(schema)) : std::move(schema);
    }
  }
  const json::object schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"},
                            {"title", "sgdma scenario"},
                            {"type", "object"},
                            {"properties", std::move(properties)},
                            {"additionalProperties", false},
                            {"$defs", std::move(definitions)}};
  return json::serialize(schema);
}

}  // namespace sgdma::workload
