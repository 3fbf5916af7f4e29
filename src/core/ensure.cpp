#include "core/ensure.h"

#include <stdexcept>
#include <string>

namespace sgdma::core {

void model_error(const char* what) { throw std::logic_error(std::string("model error: ") + what); }

}  // namespace sgdma::core
