// Limits of a slot, where the next piece of its addresses comes at the edge that ends one of its
// bursts.

#include <string>

#include <gtest/gtest.h>

#include "support/case_run.h"
#include "support/small_engine.h"

namespace sgdma::test {
namespace {

/// So many reads of a slot at a time.
class KeyAtTheLimit : public testing::TestWithParam<unsigned> {};

// Each segment is a piece of three reads. Some of the latencies let the key of the next one come
// just when a read of the slot ends: with the read that begins then the limit is reached again.
TEST_P(KeyAtTheLimit, LeavesNoRoomForAnotherRead) {
  for (unsigned latency = 10; latency < 40; ++latency) {
    SCOPED_TRACE(latency);
    std::string engine =
        small_engine(1, "[key_cache]\ntranslation = \"segment\"\nhit_latency = \"" +
                            std::to_string(latency) + " cycles\"\n");
    engine.replace(engine.find("[bus]\n"), 6,
                   "[bus]\nread_bursts_per_slot = " + std::to_string(GetParam()) + "\n");
    const CaseRun run(engine + wqe("send",
                                   "sge = [{ addr = 0, len = \"192 B\", key = 1 }, "
                                   "{ addr = 4096, len = \"192 B\", key = 1 }, "
                                   "{ addr = 8192, len = \"192 B\", key = 1 }, "
                                   "{ addr = 12288, len = \"192 B\", key = 1 }]"));
    EXPECT_TRUE(run.sound()) << run.err();
  }
}

INSTANTIATE_TEST_SUITE_P(Reads, KeyAtTheLimit, testing::Values(1U, 2U, 3U));

}  // namespace
}  // namespace sgdma::test
