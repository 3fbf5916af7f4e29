/// What the far side of a socket says that fits none of the transactions.
#pragma once

#include <array>
#include <cstdint>

#include <systemc>
#include <tlm>

namespace sgdma::model {

/// Counts it, and warns once of each kind: `/sgdma/bus/protocol_error`, with the socket's name.
class ProtocolErrors {
 public:
  enum class Kind : std::uint8_t {
    kForeign,     ///< a response with a payload that is not the engine's
    kNotAwaited,  ///< a response to a transaction that is over
    kEndRequest,  ///< END_REQ of a request that has ended
  };

  /// `socket` outlives this.
  explicit ProtocolErrors(const sc_core::sc_object& socket) : socket_(socket) {}

  void add(Kind kind);
  /// A phase that only the other direction has is an error, `/sgdma/bus/illegal_phase`: it throws
  /// `sc_core::sc_report` unless the report handler is told otherwise. Phases beyond the base
  /// protocol's are ignored (IEEE 1666-2011, 15.2.5).
  void illegal_phase(const tlm::tlm_phase& phase) const;
  std::uint64_t count() const { return count_; }

 private:
  static constexpr std::size_t kKinds = 3;

  const sc_core::sc_object& socket_;
  std::uint64_t count_ = 0;
  std::array<bool, kKinds> warned_{};
};

}  // namespace sgdma::model
