/// Which transfer a timing diagram is asked for.
#pragma once

#include <optional>
#include <string_view>
#include <variant>

#include "types/completion_tag.h"
#include "types/cycle.h"
#include "types/ids.h"

namespace sgdma::observe {

struct TransferChoice {
  std::variant<SlotIndex, CompletionTag> of;  ///< of a tag, `last_part` does not count
  std::optional<Cycle> around;                ///< none: the first transfer, from its beginning
};

/// A number is a slot, `7.sq.3.0@0` a tag. Nothing where the text is neither.
std::optional<TransferChoice> transfer_choice_of(std::string_view text);

}  // namespace sgdma::observe
