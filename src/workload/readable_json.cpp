#include "workload/readable_json.h"

#include <boost/json.hpp>
#include <fmt/format.h>

namespace sgdma::workload {

namespace json = boost::json;

void append_json(const json::value& value, std::string& out) {
  if (const json::object* object = value.if_object()) {
    const char* separator = "{";
    for (const auto& [key, member] : *object) {
      out.append(separator).append(json::serialize(json::string(key))).append(1, ':');
      append_json(member, out);
      separator = ",";
    }
    out += object->empty() ? "{}" : "}";
  } else if (const json::array* array = value.if_array()) {
    const char* separator = "[";
    for (const json::value& element : *array) {
      out += separator;
      append_json(element, out);
      separator = ",";
    }
    out += array->empty() ? "[]" : "]";
  } else if (const double* number = value.if_double()) {
    out += fmt::format("{:.12g}", *number);
  } else {
    out += json::serialize(value);
  }
}

}  // namespace sgdma::workload
