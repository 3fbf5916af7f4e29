/// JSON with numbers that people can read.
#pragma once

#include <string>

#include <boost/json/value.hpp>

namespace sgdma::workload {

/// Appends what `boost::json::serialize` gives, but 0.25 for 2.5E-1. 12 digits of a number count.
void append_json(const boost::json::value& value, std::string& out);

inline std::string readable_json(const boost::json::value& value) {
  std::string text;
  append_json(value, text);
  return text;
}

}  // namespace sgdma::workload
