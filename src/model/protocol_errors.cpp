#include "model/protocol_errors.h"

#include <sstream>

namespace sgdma::model {

namespace {

const char* text_of(ProtocolErrors::Kind kind) {
  switch (kind) {
    case ProtocolErrors::Kind::kForeign:
      return "a response with a payload that is not of this socket is dropped";
    case ProtocolErrors::Kind::kNotAwaited:
      return "a response to a transaction that is over is dropped";
    case ProtocolErrors::Kind::kEndRequest: break;
  }
  return "END_REQ of a request that has ended is ignored";
}

}  // namespace

void ProtocolErrors::add(Kind kind) {
  ++count_;
  bool& warned = warned_.at(static_cast<std::size_t>(kind));
  if (!warned) {
    warned = true;
    std::ostringstream text;
    text << socket_.name() << ": " << text_of(kind) << "; others like it are only counted";
    SC_REPORT_WARNING("/sgdma/bus/protocol_error", text.str().c_str());
  }
}

void ProtocolErrors::illegal_phase(const tlm::tlm_phase& phase) const {
  if (static_cast<unsigned int>(phase) > tlm::END_RESP) {
    return;
  }
  std::ostringstream text;
  text << socket_.name() << ": the target says " << phase;
  SC_REPORT_ERROR("/sgdma/bus/illegal_phase", text.str().c_str());
}

}  // namespace sgdma::model
