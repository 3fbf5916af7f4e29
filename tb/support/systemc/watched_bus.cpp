#include "support/systemc/watched_bus.h"

#include "model/sgdma_engine.h"
#include "platform/memory/host_memory.h"

namespace sgdma::test {

platform::BusBinding WatchedBus::binding() {
  return [this](model::SgdmaEngine& engine, platform::HostMemory& memory) {
    reads_ = std::make_unique<BaseProtocolChecker>("read_rules");
    writes_ = std::make_unique<BaseProtocolChecker>("write_rules");
    engine.read_socket.bind(reads_->from);
    reads_->to.bind(memory.read_socket);
    engine.write_socket.bind(writes_->from);
    writes_->to.bind(memory.write_socket);
  };
}

std::vector<std::string> WatchedBus::take_violations() {
  std::vector<std::string> all;
  for (BaseProtocolChecker* checker : {reads_.get(), writes_.get()}) {
    if (checker == nullptr) continue;
    for (std::string& violation : checker->take_violations()) all.push_back(std::move(violation));
  }
  return all;
}

}  // namespace sgdma::test
