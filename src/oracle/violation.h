/// One broken check: what, where and when.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "types/completion_tag.h"
#include "types/cycle.h"
#include "types/ids.h"

namespace sgdma::oracle {

/// What a check was about. Fields that a check cannot know are absent.
struct Place {
  std::optional<SlotIndex> slot;
  std::optional<QpNumber> qp;
  std::optional<CompletionTag> tag;
};

/// The transfer `tag`, outside a slot.
inline Place place_of(const CompletionTag& tag) { return {std::nullopt, tag.qp, tag}; }

/// The transfer `tag` in its slot.
inline Place place_of(SlotIndex slot, const CompletionTag& tag) { return {slot, tag.qp, tag}; }

struct Violation {
  Cycle cycle = 0;         ///< of the event that showed it
  std::string_view check;  ///< stable name, for example "beat_address"
  Place place;
  std::string text;  ///< what was seen and what was right
};

/// "cycle 12, slot 3, QP 7, tag 7.sq.0.0@0: beat_address: ...".
std::string to_string(const Violation& violation);

}  // namespace sgdma::oracle
