/// Scenarios around the small engine that docs/timing.md works its diagrams out for, with the rules
/// by which tests derive edges from it.
///
/// Edge n is at n nanoseconds. Bus words have 8 bytes, bursts at most 64, writes are posted, memory
/// answers a read after 3 cycles. On an idle engine, of a transfer of k words in one burst that is
/// taken in at n:
///  - a gather is granted at n + 1, asks at n + 2, moves its first word at n + 7, and is done with
///    its last one, at n + 6 + k;
///  - a scatter is granted at n + 1, drives its first word at n + 2, which moves at n + 3, and is
///    done at n + 2 + k;
///  - one without bytes passes at n + 1.
/// Its completion is presented as it is done and taken at the edge after; the CQE of a receive, and
/// of a WQE without a peer, is written there.
#pragma once

#include <string>

namespace sgdma::test {

/// That engine with the region `all` of case_run.h and queue pairs 1 to `queue_pairs`. `settings`
/// are lines of further sections; `[workload]` and `[completion]` are still free.
std::string small_engine(unsigned queue_pairs, const std::string& settings = "");

/// A `[[generator]]` named "g" on queue pairs 1 and on, with the region `all` for both its memory
/// and what peers touch, and further `keys`.
std::string generator(const std::string& keys, const std::string& name = "g");

/// A `[[wqe]]` of queue pair 1 that arrives at 0, with further `keys`.
std::string wqe(const std::string& op, const std::string& keys);
/// The same with one SGE.
std::string wqe(const std::string& op, unsigned address, unsigned bytes);

}  // namespace sgdma::test
