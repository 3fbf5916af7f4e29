/// What stands between the engine's sockets and memory.
#pragma once

#include <functional>

namespace sgdma::model {
class SgdmaEngine;
}

namespace sgdma::platform {

class HostMemory;

/// Binds the engine's two sockets and host memory's, through whatever shall stand between them: a
/// checker, a bridge. Called once, while the platform is built; the modules it makes become the
/// platform's children, and live as long as the simulation.
using BusBinding = std::function<void(model::SgdmaEngine& engine, HostMemory& memory)>;

}  // namespace sgdma::platform
