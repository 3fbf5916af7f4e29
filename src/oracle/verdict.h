/// What must, or may, become of the work item that intake looked at last.
#pragma once

#include <cstdint>
#include <optional>

#include "oracle/expected_work.h"
#include "oracle/status_set.h"
#include "types/completion_tag.h"

namespace sgdma::oracle {

/// What a rejection of the item undoes in the derivation.
enum class ItemKind : std::uint8_t {
  kNone,        ///< there is no item
  kPlain,       ///< nothing
  kWaitingWqe,  ///< a WQE that waits for a response
  kReceiveWqe,  ///< a posted receive
  kRequest,     ///< the rest of an incoming message
  kResponse,    ///< the rest of a response
};

/// Without statuses the item must be taken; with statuses it may be rejected with one of them, or
/// must, where `mandatory`.
struct Verdict {
  ItemKind kind = ItemKind::kNone;
  CompletionTag tag;      ///< of the item's first transfer
  bool tag_open = false;  ///< dropped work may be named in any way
  StatusSet statuses;
  bool mandatory = false;
  bool settled = false;          ///< posted or rejected
  ExpectedWork* work = nullptr;  ///< not posted yet
  bool fails_wqe = false;        ///< a rejection is the end of `tag`'s WQE, or of the one below
  std::optional<std::uint32_t> receive;  ///< receive that a WRITE with immediate consumes
};

}  // namespace sgdma::oracle
