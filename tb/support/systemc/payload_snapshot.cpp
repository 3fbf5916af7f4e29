#include "support/systemc/payload_snapshot.h"

#include <algorithm>

namespace sgdma::test {

namespace {

/// Sentences in one line.
class Findings {
 public:
  void add_if(bool holds, const char* what) {
    if (holds) {
      text_ += (text_.empty() ? "" : ", ") + std::string(what);
    }
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace

PayloadSnapshot::PayloadSnapshot(const tlm::tlm_generic_payload& payload)
    : command_(payload.get_command()),
      data_(payload.get_data_ptr()),
      length_(payload.get_data_length()),
      streaming_width_(payload.get_streaming_width()),
      enables_(payload.get_byte_enable_ptr()),
      enable_length_(payload.get_byte_enable_length()) {
  if (command_ == tlm::TLM_WRITE_COMMAND && data_ != nullptr) {
    written_.assign(data_, data_ + length_);
  }
}

std::string PayloadSnapshot::changes(const tlm::tlm_generic_payload& payload) const {
  Findings findings;
  const bool same_bytes = payload.get_data_ptr() == data_ && payload.get_data_length() == length_;
  findings.add_if(payload.get_command() != command_, "command");
  findings.add_if(payload.get_data_ptr() != data_, "data pointer");
  findings.add_if(payload.get_data_length() != length_, "data length");
  findings.add_if(payload.get_streaming_width() != streaming_width_, "streaming width");
  findings.add_if(payload.get_byte_enable_ptr() != enables_, "byte enable pointer");
  findings.add_if(payload.get_byte_enable_length() != enable_length_, "byte enable length");
  findings.add_if(same_bytes && !std::equal(written_.begin(), written_.end(), data_),
                  "bytes of a write");
  return findings.text();
}

std::string PayloadSnapshot::faults(const tlm::tlm_generic_payload& payload) {
  Findings findings;
  findings.add_if(!payload.has_mm(), "no memory manager");
  findings.add_if(payload.get_ref_count() < 1, "no reference");
  findings.add_if(payload.get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE,
                  "a response status");
  findings.add_if(payload.is_dmi_allowed(), "the DMI hint");
  findings.add_if(payload.get_data_length() == 0, "no bytes");
  findings.add_if(payload.get_data_ptr() == nullptr, "no data pointer");
  findings.add_if(payload.get_streaming_width() < payload.get_data_length(),
                  "a streaming width below its length");
  findings.add_if(payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0,
                  "byte enables without a length");
  return findings.text();
}

}  // namespace sgdma::test
