#include "platform/pending_atomics.h"

#include <algorithm>

#include "core/ensure.h"

namespace sgdma::platform {

void PendingAtomics::begin(const CompletionTag& tag, const IncomingPacket& packet) {
  const Atomic atomic{packet.opcode, packet.compare, packet.swap_or_add, {}};
  core::ensure(pending_.emplace(key_of(tag), atomic).second, "two atomics have one tag");
}

void PendingAtomics::gathered(const CompletionTag& tag, std::uint32_t offset,
                              const std::uint8_t* data, std::uint32_t bytes) {
  if (tag.side != Side::kResponder) {
    return;
  }
  const auto found = pending_.find(key_of(tag));
  if (found != pending_.end()) {
    core::ensure(offset <= kAtomicBytes && bytes <= kAtomicBytes - offset,
                 "an atomic gathers more than its operand");
    std::copy_n(data, bytes, found->second.old_value.begin() + offset);
  }
}

bool PendingAtomics::new_value(const CompletionTag& tag, std::uint32_t offset, std::uint8_t* data,
                               std::uint32_t bytes) const {
  if (tag.side != Side::kResponder) {
    return false;
  }
  const auto found = pending_.find(key_of(tag));
  if (found == pending_.end()) {
    return false;
  }
  const Atomic& atomic = found->second;
  std::uint64_t value = 0;
  for (std::uint32_t byte = 0; byte < kAtomicBytes; ++byte) {
    value |= std::uint64_t{atomic.old_value[byte]} << (8U * byte);
  }
  if (atomic.opcode == PacketOpcode::kFetchAdd) {
    value += atomic.swap_or_add;
  } else if (value == atomic.compare) {
    value = atomic.swap_or_add;
  }
  core::ensure(offset <= kAtomicBytes && bytes <= kAtomicBytes - offset,
               "an atomic scatters more than its operand");
  for (std::uint32_t byte = 0; byte < bytes; ++byte) {
    data[byte] = static_cast<std::uint8_t>(value >> (8U * (offset + byte)));
  }
  return true;
}

void PendingAtomics::drop(QpNumber qp) {
  boost::unordered::erase_if(pending_,
                             [qp](const auto& atomic) { return (atomic.first >> 32U) == raw(qp); });
}

}  // namespace sgdma::platform
