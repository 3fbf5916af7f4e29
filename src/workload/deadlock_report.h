/// Who holds what when nothing can happen any more.
#pragma once

#include <string>
#include <vector>

#include "platform/platform.h"
#include "workload/run_result.h"

namespace sgdma::workload {

/// A few lines for people: slots that are held, by which transfer, and what it waits for; work that
/// is queued; completions and CQEs that nobody takes. Ends with a line feed unless it is empty.
std::string describe_holders(const platform::Platform& platform);

/// Sockets that a request in quarantine blocks.
std::vector<BlockedSocket> blocked_sockets(const platform::Platform& platform);

}  // namespace sgdma::workload
