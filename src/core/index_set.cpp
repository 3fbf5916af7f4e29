#include "core/index_set.h"

namespace sgdma::core {

IndexSet::IndexSet(std::uint32_t capacity) : capacity_(capacity) {
  std::uint32_t words = (capacity + 63U) / 64U;
  std::uint32_t offset = 0;
  do {
    level_offsets_.push_back(offset);
    words = words == 0 ? 1 : words;
    offset += words;
    if (words == 1) {
      break;
    }
    words = (words + 63U) / 64U;
  } while (true);
  words_.assign(offset, 0);
}

void IndexSet::insert(std::uint32_t index) {
  if (contains(index)) {
    return;
  }
  ++size_;
  for (const std::uint32_t offset : level_offsets_) {
    std::uint64_t& word = words_[offset + (index >> 6U)];
    const bool was_empty = word == 0;
    word |= std::uint64_t{1} << (index & 63U);
    if (!was_empty) {
      return;
    }
    index >>= 6U;
  }
}

void IndexSet::take_out(std::uint32_t index) {
  --size_;
  for (const std::uint32_t offset : level_offsets_) {
    std::uint64_t& word = words_[offset + (index >> 6U)];
    word &= ~(std::uint64_t{1} << (index & 63U));
    if (word != 0) {
      return;
    }
    index >>= 6U;
  }
}

std::uint32_t IndexSet::search(std::uint32_t from) const {
  // Up, until a level has a member at or after the place that is looked for.
  std::uint32_t position = from;
  std::size_t level = 0;
  for (;;) {
    const std::uint32_t word_index = position >> 6U;
    const std::uint32_t words =
        (level + 1 < level_offsets_.size() ? level_offsets_[level + 1]
                                           : static_cast<std::uint32_t>(words_.size())) -
        level_offsets_[level];
    if (word_index >= words) {
      return kNone;
    }
    const std::uint64_t word =
        words_[level_offsets_[level] + word_index] & (~std::uint64_t{0} << (position & 63U));
    if (word != 0) {
      position = (word_index << 6U) + static_cast<std::uint32_t>(__builtin_ctzll(word));
      break;
    }
    if (level + 1 == level_offsets_.size()) {
      return kNone;
    }
    position = word_index + 1;
    ++level;
  }
  // Down again, always to the lowest member.
  while (level > 0) {
    --level;
    const std::uint64_t word = words_[level_offsets_[level] + position];
    position = (position << 6U) + static_cast<std::uint32_t>(__builtin_ctzll(word));
  }
  return position;
}

}  // namespace sgdma::core
