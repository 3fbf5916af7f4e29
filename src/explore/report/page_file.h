/// Files of the page that are part of the program.
#pragma once

#include <string_view>

namespace sgdma::explore {

/// The file's text: of this folder's `page`, or "vega.js", "vega-lite.js", "vega-embed.js" and
/// their licences "vega.txt", "vega-lite.txt", "vega-embed.txt". Empty where the program was built
/// without it.
std::string_view page_file(std::string_view name);

}  // namespace sgdma::explore
