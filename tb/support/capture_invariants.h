/// What holds for the workload of every capture, however damaged the capture was.
#pragma once

#include <string>

#include "workload/capture/capture.h"

namespace sgdma::test {

/// The first invariant that does not hold, in words; empty where all hold: items in order of time;
/// queue pairs and keys distinct; pages aligned, disjoint and enough; every address inside a region
/// with the rights for it; packets of messages in order; a receive, or a send queue's WQE, there
/// before the packet that needs it; every RC packet used or counted once.
std::string broken_invariant(const workload::CaptureWorkload& workload);

}  // namespace sgdma::test
