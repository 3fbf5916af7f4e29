/// The parts that the engine calls and that are not its own.
#pragma once

namespace sgdma::core {

/// A choice among them.
struct OutsideParts {
  bool work = false;
  bool completions = false;
  bool payload_out = false;
  bool payload_in = false;
  bool control = false;
  bool page_lists = false;

  bool any() const {
    return work || completions || payload_out || payload_in || control || page_lists;
  }
};

}  // namespace sgdma::core
