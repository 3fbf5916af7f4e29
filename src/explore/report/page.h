/// A report as one HTML file.
#pragma once

#include <string>

#include <boost/json/object.hpp>

namespace sgdma::explore {

/// Whether the drawing libraries were there when the program was built.
bool has_page_libraries();

/// A page with everything in it: style, scripts, the drawing libraries with their licences, and
/// `data`, of which `title` is the heading. It asks for nothing from outside. Requires
/// has_page_libraries().
std::string page_of(const boost::json::object& data);

}  // namespace sgdma::explore
