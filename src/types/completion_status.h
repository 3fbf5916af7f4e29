/// Completion status of a transfer or of a WQE, in the words of libibverbs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sgdma {

/// Names follow `ibv_wc_status` without its prefix.
enum class CompletionStatus : std::uint8_t {
  kSuccess,
  kLocLenErr,
  kLocQpOpErr,
  kLocProtErr,
  kWrFlushErr,
  kLocAccessErr,
  kRemInvReqErr,
  kRemAccessErr,
  kRemOpErr,
  kGeneralErr,
};

inline constexpr std::array<std::string_view, 10> kCompletionStatusNames = {
    "SUCCESS",        "LOC_LEN_ERR",     "LOC_QP_OP_ERR",  "LOC_PROT_ERR", "WR_FLUSH_ERR",
    "LOC_ACCESS_ERR", "REM_INV_REQ_ERR", "REM_ACCESS_ERR", "REM_OP_ERR",   "GENERAL_ERR"};

constexpr std::string_view name_of(CompletionStatus status) {
  return kCompletionStatusNames[static_cast<std::size_t>(status)];
}

}  // namespace sgdma
