/// JSON files of a user.
#pragma once

#include <string>

#include <boost/json/object.hpp>

namespace sgdma::workload {

/// The object that a file holds, of 4 GiB at the most. Throws ConfigError, with line and column,
/// where it cannot be read or holds something else; `hint` says what makes such a file.
boost::json::object read_json_object(const std::string& path, const std::string& hint);

}  // namespace sgdma::workload
