/// What the neighbours of an engine see.
#pragma once

#include <string>
#include <vector>

#include "model/sgdma_engine.h"

namespace sgdma::test {

/// A line for each thing that one of them sees, with its time. Lines of one time are
/// sorted by who saw it: the order of processes of one evaluation phase is the kernel's.
class NeighbourLog {
 public:
  /// `delay` where what is seen is annotated with one.
  void add(const std::string& who, const std::string& what,
           const sc_core::sc_time& delay = sc_core::SC_ZERO_TIME);
  void write(const std::string& path);

 private:
  struct Line {
    model::Ticks time = 0;
    std::string who;
    std::string what;
  };

  std::vector<Line> lines_;
};

/// The engine as a process sees it that looks now.
std::string look_at(const model::SgdmaEngine& engine);

}  // namespace sgdma::test
