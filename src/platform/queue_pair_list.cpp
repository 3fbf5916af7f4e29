#include "platform/queue_pair_list.h"

#include <algorithm>

#include "core/ensure.h"

namespace sgdma::platform {
namespace {

bool differ_in_number_only(const QueuePair& a, const QueuePair& b) {
  return a.arbitration == b.arbitration && a.path_mtu == b.path_mtu;
}

}  // namespace

QueuePairList::QueuePairList(const std::vector<QueuePair>& all) {
  for (const QueuePair& queue_pair : all) {
    push_back(queue_pair);
  }
}

QueuePairList::QueuePairList(std::initializer_list<QueuePair> all) {
  for (const QueuePair& queue_pair : all) {
    push_back(queue_pair);
  }
}

void QueuePairList::push_back(const QueuePair& first, std::uint32_t count) {
  if (count == 0) {
    return;
  }
  bool goes_on = false;
  if (!blocks_.empty()) {
    const std::uint32_t last = raw(number_of(QpIndex{size_ - 1}));
    core::ensure(last < raw(first.number), "queue pairs are not sorted by number");
    goes_on = raw(first.number) == last + 1 && differ_in_number_only(first, blocks_.back().first);
  }
  if (!goes_on) {
    blocks_.push_back({size_, first});
  }
  size_ += count;
}

const QueuePairList::Block& QueuePairList::block_of(std::uint32_t index) const {
  const auto behind =
      std::upper_bound(blocks_.begin(), blocks_.end(), index,
                       [](std::uint32_t at, const Block& block) { return at < block.index; });
  return *std::prev(behind);
}

QueuePair QueuePairList::operator[](std::size_t index) const {
  const Block& block = block_of(static_cast<std::uint32_t>(index));
  QueuePair queue_pair = block.first;
  queue_pair.number =
      QpNumber{raw(block.first.number) + (static_cast<std::uint32_t>(index) - block.index)};
  return queue_pair;
}

std::uint32_t QueuePairList::alike_from(QpIndex qp) const {
  return end_of(block_of(raw(qp))) - raw(qp);
}

std::uint32_t QueuePairList::lower_bound(std::uint64_t number) const {
  const auto behind = std::upper_bound(
      blocks_.begin(), blocks_.end(), number,
      [](std::uint64_t wanted, const Block& block) { return wanted < raw(block.first.number); });
  if (behind == blocks_.begin()) {
    return 0;
  }
  const Block& block = *std::prev(behind);
  const std::uint64_t within = number - raw(block.first.number);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(block.index + within, end_of(block)));
}

std::optional<QpIndex> QueuePairList::find(QpNumber number) const {
  if (blocks_.size() == 1) {
    const std::uint32_t index = raw(number) - raw(blocks_.front().first.number);
    return index < size_ ? std::optional(QpIndex{index}) : std::nullopt;
  }
  const QpIndex found{lower_bound(raw(number))};
  const bool there = raw(found) < size_ && number_of(found) == number;
  return there ? std::optional(found) : std::nullopt;
}

QpIndex QueuePairList::index_of(QpNumber number) const {
  const std::optional<QpIndex> found = find(number);
  core::ensure(found.has_value(), "a tag names an unknown queue pair");
  return *found;
}

std::size_t QueuePairList::count(std::uint64_t first, std::uint64_t last) const {
  return last < first ? 0 : lower_bound(last + 1) - lower_bound(first);
}

RunList<QueuePairConfig> QueuePairList::arbitration() const {
  RunList<QueuePairConfig> list;
  for (const Block& block : blocks_) {
    list.push_back(block.first.arbitration, end_of(block) - block.index);
  }
  return list;
}

}  // namespace sgdma::platform
