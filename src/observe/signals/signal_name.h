/// Names that every viewer shows.
#pragma once

#include <string>
#include <string_view>

namespace sgdma::observe {

/// `text` with everything but ASCII letters, digits and `_` replaced by `_`; one that is empty or
/// begins with a digit gets a `_` in front. Different texts can give the same name.
std::string signal_name(std::string_view text);

}  // namespace sgdma::observe
