// The figures of a result by name, and as cells of a table.

#include "explore/sweep/figures.h"

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/sweep/csv_line.h"

namespace sgdma::test {
namespace {

namespace json = boost::json;
using explore::CsvLine;
using explore::Figures;
using testing::ElementsAre;

TEST(SweepFigures, AreNamedByTheirPath) {
  const Figures figures(
      json::parse(
          R"({"name":"x","seed":4,"cycles":10,"read":{"cycles":{"moved":4},"utilisation":0.25},
          "qps":[{"qp":17,"latency":{"p99":5}},{"qp":3,"latency":{"p99":6}}],
          "list":["a",true],"nothing":null,"ending":"done"})")
          .as_object());
  std::vector<std::string> names;
  for (const auto& [name, value] : figures.all()) names.push_back(name);
  EXPECT_THAT(names, ElementsAre("cycles", "read.cycles.moved", "read.utilisation", "qps.17.qp",
                                 "qps.17.latency.p99", "qps.3.qp", "qps.3.latency.p99", "list.0",
                                 "list.1", "ending"));
  EXPECT_EQ(figures.number("qps.17.latency.p99"), 5);
  EXPECT_EQ(figures.number("read.utilisation"), 0.25);
  EXPECT_EQ(figures.number("list.1"), 1);
  EXPECT_FALSE(figures.number("ending"));
  EXPECT_FALSE(figures.number("nothing"));
  EXPECT_FALSE(figures.number("read"));
  EXPECT_EQ(figures.find("zzz"), nullptr);
}

TEST(SweepFigures, AnObjectStandsForItsTotal) {
  const Figures figures(json::parse(R"({"storage_bits":{"table":3,"total":8}})").as_object());
  EXPECT_EQ(figures.number("storage_bits"), 8);
}

TEST(SweepCsv, QuotesWhatHasToBe) {
  CsvLine line;
  for (const char* cell : {"plain", "", "a,b", "say \"so\"", "two\nlines", "64 B"}) line.add(cell);
  EXPECT_EQ(line.text(), "plain,,\"a,b\",\"say \"\"so\"\"\",\"two\nlines\",64 B\n");
}

TEST(SweepCsv, HasAnEmptyFirstCell) {
  CsvLine line;
  line.add("");
  line.add("b");
  EXPECT_EQ(line.text(), ",b\n");
}

}  // namespace
}  // namespace sgdma::test
