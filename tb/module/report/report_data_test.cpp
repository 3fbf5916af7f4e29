// What reports say of runs and sweeps, before it is drawn.

#include <string>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/report/bus_use.h"
#include "explore/report/page.h"
#include "explore/report/run_report.h"
#include "explore/report/slot_timeline.h"
#include "explore/report/sweep_report.h"
#include "explore/report/transfer_latencies.h"
#include "support/scratch.h"
#include "workload/config/config_error.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;
using explore::BusUse;
using explore::SlotTimeline;
using testing::HasSubstr;

json::object event(int cycle, const std::string& name, json::object fields) {
  fields["cycle"] = cycle;
  fields["event"] = name;
  return fields;
}
json::object grant(int cycle, int slot, int qp, const std::string& direction = "gather") {
  return event(cycle, "grant",
               {{"slot", slot}, {"qp", qp}, {"dir", direction}, {"tag", std::to_string(qp)}});
}
json::object release(int cycle, int slot) { return event(cycle, "free", {{"slot", slot}}); }

TEST(ReportTimeline, HasABarForEachTransfer) {
  SlotTimeline timeline(10, 10);
  timeline.add(grant(5, 0, 7));
  timeline.add(grant(6, 2, 8, "scatter"));
  timeline.add(event(8, "fault", {{"slot", 0}, {"status", "SLVERR"}, {"tag", "7"}}));
  timeline.add(release(9, 0));
  timeline.add(event(9, "control", {{"kind", "qp_reset"}, {"phase", "asked"}, {"qp", 8}}));
  timeline.add(event(11, "control", {{"kind", "qp_reset"}, {"phase", "answered"}, {"qp", 8}}));
  timeline.finish(20);
  EXPECT_EQ(
      json::serialize(timeline.json()),
      R"({"bars":[[0,0,5,9,1,7,"7"],[2,1,6,20,1,8,"8"]],)"
      R"("marks":[[0,8,"fault","tag 7, status SLVERR"],[-1,9,"control","kind qp_reset, qp 8"]],)"
      R"("transfers":2,"marks_in_all":2,"resolution":0})");
}

// Ten transfers of two cycles back to back, and no room for more than five bars: pairs of them.
TEST(ReportTimeline, JoinsNeighboursWhereThereAreTooMany) {
  SlotTimeline timeline(5, 10);
  for (int at = 0; at < 10; ++at) {
    timeline.add(grant(10 * at, 0, at));
    timeline.add(release(10 * at + 4, 0));
  }
  timeline.finish(100);
  const json::object drawn = timeline.json();
  EXPECT_EQ(drawn.at("transfers"), 10);
  std::uint64_t transfers = 0;
  for (const json::value& bar : drawn.at("bars").as_array()) {
    transfers += bar.at(4).to_number<std::uint64_t>();
  }
  EXPECT_EQ(transfers, 10U);
  EXPECT_LE(drawn.at("bars").as_array().size(), 5U);
  EXPECT_EQ(drawn.at("resolution"), 16);
}

TEST(ReportTimeline, NeverJoinsSlotsOrDirections) {
  SlotTimeline timeline(1, 10);
  timeline.add(grant(0, 0, 1));
  timeline.add(grant(0, 1, 2, "scatter"));
  timeline.add(release(1, 0));
  timeline.add(grant(2, 0, 3, "scatter"));
  timeline.add(release(3, 0));
  timeline.add(release(3, 1));
  // Three that cannot be joined: they stay, although one was asked for.
  timeline.finish(4);
  EXPECT_EQ(timeline.json().at("bars").as_array().size(), 3U);
}

// Of transfers in cycles 0 to 4, 10 to 14, ... 40 to 44 those that hold their slot in 14 to 30: a
// slot is free at the edge of its `free`.
TEST(ReportTimeline, ShowsTheCyclesThatAreAskedFor) {
  SlotTimeline timeline(10, 10, {14, 30});
  for (int at = 0; at < 5; ++at) {
    timeline.add(grant(10 * at, 0, at));
    timeline.add(event(10 * at, "teardown", {{"slot", 0}, {"tag", std::to_string(at)}}));
    timeline.add(release(10 * at + 4, 0));
  }
  timeline.finish(50);
  EXPECT_EQ(json::serialize(timeline.json()),
            R"({"bars":[[0,0,20,24,1,2,"2"],[0,0,30,34,1,3,"3"]],)"
            R"("marks":[[0,20,"teardown","tag 2"],[0,30,"teardown","tag 3"]],)"
            R"("transfers":2,"marks_in_all":2,"resolution":0})");
}

TEST(ReportTimeline, SaysHowManyMarksItLeavesOut) {
  SlotTimeline timeline(10, 2);
  for (int at = 0; at < 5; ++at) timeline.add(event(at, "teardown", {{"slot", 0}, {"tag", "t"}}));
  EXPECT_EQ(timeline.json().at("marks").as_array().size(), 2U);
  EXPECT_EQ(timeline.json().at("marks_in_all"), 5);
}

TEST(ReportBusUse, CountsBeatsWhenTheyMove) {
  BusUse bus(true);
  bus.add(event(3, "beat", {{"dir", "gather"}, {"bytes", 64}}));
  bus.add(event(3, "burst", {{"dir", "gather"}, {"bytes", 999}, {"beats", 9}, {"id", 1}}));
  bus.add(event(5, "beat", {{"dir", "scatter"}, {"bytes", 10}}));
  EXPECT_EQ(json::serialize(bus.json(7)),
            R"({"bin":1,"gather":[0,0,0,64,0,0,0],"scatter":[0,0,0,0,0,10,0],"from":"beats"})");
}

// A read of 100 bytes in four beats that ends at 12: 25 at 9, 10, 11 and 12; a write from its
// drive.
TEST(ReportBusUse, SpreadsBurstsWhereThereAreNoBeats) {
  BusUse bus(false);
  bus.add(event(2, "burst", {{"dir", "gather"}, {"bytes", 100}, {"beats", 4}, {"id", 1}}));
  bus.add(event(3, "burst", {{"dir", "scatter"}, {"bytes", 10}, {"beats", 2}, {"id", 1}}));
  bus.add(event(9, "response", {{"dir", "scatter"}, {"id", 1}}));
  bus.add(event(12, "response", {{"dir", "gather"}, {"id", 1}}));
  const json::object use = bus.json(13);
  EXPECT_EQ(json::serialize(use.at("gather")), "[0,0,0,0,0,0,0,0,0,25,25,25,25]");
  EXPECT_EQ(json::serialize(use.at("scatter")), "[0,0,0,5,5,0,0,0,0,0,0,0,0]");
}

TEST(ReportBusUse, LosesNothingWhenBinsGrow) {
  BusUse bus(true);
  std::uint64_t sum = 0;
  for (int at = 0; at < 10'000; at += 3) {
    bus.add(event(at, "beat", {{"dir", "gather"}, {"bytes", at % 7}}));
    sum += static_cast<std::uint64_t>(at % 7);
  }
  const json::object use = bus.json(10'000);
  EXPECT_EQ(use.at("bin"), 64);
  EXPECT_LE(use.at("gather").as_array().size(), BusUse::kMostBins);
  std::uint64_t all = 0;
  for (const json::value& bytes : use.at("gather").as_array()) {
    all += bytes.to_number<std::uint64_t>();
  }
  EXPECT_EQ(all, sum);
}

TEST(ReportLatencies, AreFromIntakeToCompletion) {
  explore::TransferLatencies latencies;
  latencies.add(event(10, "post", {{"tag", "a"}, {"qp", 4}}));
  latencies.add(event(11, "post", {{"tag", "b"}, {"qp", 4}}));
  latencies.add(event(30, "completion", {{"tag", "b"}, {"qp", 4}}));
  latencies.add(event(50, "completion", {{"tag", "a"}, {"qp", 4}}));
  latencies.add(event(51, "completion", {{"tag", "never posted"}, {"qp", 4}}));
  const json::object all = latencies.json();
  EXPECT_EQ(all.at("qps").as_array().size(), 1U);
  EXPECT_EQ(all.at("qps").at(0).at("count"), 2);
  EXPECT_EQ(all.at("qps").at(0).at("p50"), 19);
  EXPECT_EQ(all.at("qps").at(0).at("max"), 40);
  std::uint64_t transfers = 0;
  for (const json::value& bin : all.at("histogram").as_array()) {
    transfers += bin.at(2).to_number<std::uint64_t>();
  }
  EXPECT_EQ(transfers, 2U);
}

json::object sweep_result() {
  return json::parse(R"({"name":"s","version":"1","seeds":[],"confidence":0.95,
    "objectives":["max read.utilisation","min storage_bits"],
    "axes":[{"name":"engine.slots","unit":"","steps":[{"label":"4","number":4},{"label":"8","number":8}]}],
    "points":[{"key":"k1","status":"done","figures":{"limits":"the work"}},
              {"key":"k2","status":"failed","reason":"signal 9","figures":{}}],
    "designs":[
      {"step":[0],"status":"done","mean":{"read.utilisation":0.5,"storage_bits.total":10}},
      {"step":[1],"status":"failed","mean":{}}]})")
      .as_object();
}

TEST(ReportOfASweep, NamesItsFigures) {
  const json::object report = explore::sweep_report(sweep_result(), "run {key}", {});
  EXPECT_EQ(json::serialize(report.at("figures")), R"(["read.utilisation","storage_bits.total"])");
  EXPECT_EQ(report.at("objectives").at(1).at("figure"), "storage_bits.total");
  EXPECT_EQ(report.at("designs").at(0).at("front"), true);
  EXPECT_EQ(json::serialize(report.at("designs").at(0).at("mean")), "[5E-1,10]");
  EXPECT_EQ(json::serialize(report.at("designs").at(1).at("mean")), "[null,null]");
  EXPECT_EQ(json::serialize(report.at("points").at(1)), R"(["k2",null,"failed","signal 9",""])");
  EXPECT_EQ(json::serialize(report.at("points").at(0)), R"(["k1",null,"done","","the work"])");
}

TEST(ReportOfASweep, TakesOtherObjectives) {
  const json::object report = explore::sweep_report(sweep_result(), "", {{true, "engine.slots"}});
  EXPECT_EQ(report.at("objectives").as_array().size(), 1U);
  try {
    explore::sweep_report(sweep_result(), "", {{true, "read.utilization"}});
    FAIL();
  } catch (const workload::ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("did you mean \"read.utilisation\"?"));
  }
}

json::object run_result() {
  return json::parse(R"({"name":"</script><b>\"&\u2028","cycles":20,"qps":[]})").as_object();
}

TEST(ReportPages, NamesCannotEndTheirScript) {
  if (!explore::has_page_libraries()) GTEST_SKIP() << "there is no Vega-Lite";
  const std::string page = explore::page_of(explore::run_report(run_result(), std::nullopt));
  EXPECT_THAT(page, HasSubstr("<h1>&lt;/script&gt;&lt;b&gt;\"&amp;"));
  EXPECT_THAT(page, testing::Not(HasSubstr("</script><b>")));
  EXPECT_THAT(page, HasSubstr("\\u003c/script>"));
  EXPECT_THAT(page, testing::Not(HasSubstr("{{")));
  EXPECT_THAT(page, HasSubstr("University of Washington Interactive Data Lab"));
}

TEST(ReportOfARun, KeepsTheBusiestQueuePairs) {
  json::object result = run_result();
  json::array qps;
  for (int qp = 0; qp < 100; ++qp) {
    qps.push_back({{"qp", qp}, {"gather_bytes", qp % 10 * 100}, {"scatter_bytes", 1}});
  }
  result["qps"] = qps;
  const json::object report = explore::run_report(result, std::nullopt);
  EXPECT_EQ(report.at("qps_in_all"), 100);
  const json::array& kept = report.at("result").at("qps").as_array();
  ASSERT_EQ(kept.size(), 64U);
  for (std::size_t at = 1; at < kept.size(); ++at) {
    EXPECT_LT(kept[at - 1].at("qp").as_int64(), kept[at].at("qp").as_int64());
    EXPECT_GE(kept[at].at("gather_bytes").as_int64(), 300);
  }
}

TEST(ReportOfARun, SaysWhereALogIsNone) {
  const std::string log =
      write_scratch_file("events.jsonl",
                         "{\"schema\":1,\"log\":\"sgdma "
                         "events\",\"period_ps\":1000,\"bus_width\":64,\"beats\":false}\n"
                         "{\"cycle\":1,\"event\":\"grant\"}\n");
  try {
    explore::run_report(run_result(), log);
    FAIL();
  } catch (const workload::ConfigError& error) {
    EXPECT_THAT(error.what(), HasSubstr("events.jsonl:2"));
  }
}

}  // namespace
}  // namespace sgdma::test
