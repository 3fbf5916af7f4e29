/// Which scatters of one stream are done, and up to where all of them are.
#pragma once

#include <cstdint>
#include <vector>

namespace sgdma::platform {

/// Scatters are numbered from 0 in the order in which they are handed to the engine; they may
/// finish in any order. One bit for each scatter from the first unfinished one on.
///
/// Invariant: every scatter below `frontier()` is done, and the one at `frontier()` is not.
class ScatterWindow {
 public:
  /// Number that the next scatter gets; also the number of scatters so far.
  std::uint64_t opened() const { return opened_; }
  /// Scatters from the start that are all done.
  std::uint64_t frontier() const { return frontier_; }

  /// A scatter is handed to the engine. Returns its number.
  std::uint64_t open();
  /// The scatter is done. Throws `std::logic_error` unless it is open.
  void close(std::uint64_t scatter);

 private:
  std::uint64_t& word_of(std::uint64_t scatter) {
    return done_[(scatter / 64) & (done_.size() - 1)];
  }
  void grow();

  std::vector<std::uint64_t> done_;  ///< ring of words; its size is 0 or a power of two
  std::uint64_t opened_ = 0;
  std::uint64_t frontier_ = 0;
};

}  // namespace sgdma::platform
