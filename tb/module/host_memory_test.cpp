// Host memory towards initiators other than the engine: what TLM-2.0 asks of a target.

#include "platform/memory/host_memory.h"

#include <array>
#include <cstdint>

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include "model/burst_extension.h"
#include "support/systemc/base_protocol_checker.h"
#include "types/byte_pattern.h"

namespace sgdma::platform {
namespace {

using Bytes = std::array<std::uint8_t, 8>;

class HostMemoryTarget : public ::testing::Test {
 protected:
  struct Initiator : sc_core::sc_module {
    explicit Initiator(const sc_core::sc_module_name& name) : sc_module(name) {}
    tlm_utils::simple_initiator_socket<Initiator> read{"read"};
    tlm_utils::simple_initiator_socket<Initiator> write{"write"};
  };

  static HostMemoryConfig config() {
    HostMemoryConfig config;
    config.read_latency = Distribution(20'000);
    config.write_latency = Distribution(7'000);
    config.bytes = 0x10000;
    return config;
  }

  HostMemoryTarget() {
    initiator_.read.bind(read_rules_.from);
    read_rules_.to.bind(memory_.read_socket);
    initiator_.write.bind(write_rules_.from);
    write_rules_.to.bind(memory_.write_socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  static void aim(tlm::tlm_generic_payload& payload, tlm::tlm_command command,
                  std::uint64_t address, Bytes& bytes) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(bytes.data());
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_streaming_width(static_cast<unsigned>(bytes.size()));
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
  }

  Bytes contents(std::uint64_t address) {
    Bytes bytes{};
    memory_.contents().read(address, bytes.data(), static_cast<std::uint32_t>(bytes.size()));
    return bytes;
  }

  HostMemory memory_{"memory", config(), 1000};
  Initiator initiator_{"initiator"};
  test::BaseProtocolChecker read_rules_{"read_rules"};
  test::BaseProtocolChecker write_rules_{"write_rules"};
};

TEST_F(HostMemoryTarget, BlockingTransportMovesBytesAndTakesTheLatency) {
  Bytes bytes{1, 2, 3, 4, 5, 6, 7, 8};
  tlm::tlm_generic_payload payload;
  aim(payload, tlm::TLM_WRITE_COMMAND, 0x100, bytes);
  sc_core::sc_time delay(3, sc_core::SC_NS);
  initiator_.write->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(delay, sc_core::sc_time(3 + 1 + 7, sc_core::SC_NS));
  EXPECT_EQ(contents(0x100), bytes);

  Bytes back{};
  aim(payload, tlm::TLM_READ_COMMAND, 0x100, back);
  delay = sc_core::SC_ZERO_TIME;
  initiator_.read->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(delay, sc_core::sc_time(1 + 20, sc_core::SC_NS));
  EXPECT_EQ(back, bytes);
}

TEST_F(HostMemoryTarget, ByteEnablesRepeatOverTheData) {
  const Bytes before = contents(0x200);
  Bytes bytes;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    bytes[at] = static_cast<std::uint8_t>(~before[at]);
  }
  std::array<std::uint8_t, 3> enables{TLM_BYTE_ENABLED, TLM_BYTE_DISABLED, TLM_BYTE_DISABLED};
  tlm::tlm_generic_payload payload;
  aim(payload, tlm::TLM_WRITE_COMMAND, 0x200, bytes);
  payload.set_byte_enable_ptr(enables.data());
  payload.set_byte_enable_length(static_cast<unsigned>(enables.size()));
  sc_core::sc_time delay;
  initiator_.write->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_OK_RESPONSE);
  const Bytes after = contents(0x200);
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    EXPECT_EQ(after[at], at % 3 == 0 ? bytes[at] : before[at]) << at;
  }
}

TEST_F(HostMemoryTarget, WhatIsNotMappedIsAnAddressErrorAndStaysAsItWas) {
  Bytes bytes{};
  tlm::tlm_generic_payload payload;
  aim(payload, tlm::TLM_WRITE_COMMAND, 0x10000 - 4, bytes);
  sc_core::sc_time delay;
  initiator_.write->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(memory_.contents().pages(), 0U);
}

TEST_F(HostMemoryTarget, DebugTransportLooksAndPokesInNoTime) {
  Bytes bytes{8, 7, 6, 5, 4, 3, 2, 1};
  tlm::tlm_generic_payload payload;
  aim(payload, tlm::TLM_WRITE_COMMAND, 0x300, bytes);
  EXPECT_EQ(initiator_.write->transport_dbg(payload), bytes.size());
  Bytes back{};
  aim(payload, tlm::TLM_READ_COMMAND, 0x300, back);
  EXPECT_EQ(initiator_.read->transport_dbg(payload), back.size());
  EXPECT_EQ(back, bytes);
  EXPECT_EQ(sc_core::sc_time_stamp(), sc_core::SC_ZERO_TIME);
}

TEST_F(HostMemoryTarget, GivesNoDirectPointer) {
  tlm::tlm_generic_payload payload;
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(initiator_.read->get_direct_mem_ptr(payload, dmi));
}

/// A bridge that answers late keeps a copy of the payload, extension and all.
TEST(BurstExtension, IsCopiedWithItsPayload) {
  model::BurstExtension frame;
  frame.tag = BusTag{5};
  frame.slot = SlotIndex{3};
  frame.owner.number = 17;
  frame.burst.beats = 4;
  frame.beat = 3;
  frame.cut = true;
  tlm::tlm_generic_payload payload;
  payload.set_extension(&frame);
  tlm::tlm_generic_payload copy;
  copy.deep_copy_from(payload);
  const auto* copied = copy.get_extension<model::BurstExtension>();
  ASSERT_NE(copied, nullptr);
  ASSERT_NE(copied, &frame);
  EXPECT_EQ(copied->tag, frame.tag);
  EXPECT_EQ(copied->slot, frame.slot);
  EXPECT_EQ(copied->owner.number, 17U);
  EXPECT_EQ(copied->burst.beats, 4U);
  EXPECT_TRUE(copied->last());
  EXPECT_TRUE(copied->cut);
  copy.clear_extension<model::BurstExtension>();
  payload.clear_extension<model::BurstExtension>();
  delete copied;  // `free` leaves an extension to whoever made it
}

}  // namespace
}  // namespace sgdma::platform
