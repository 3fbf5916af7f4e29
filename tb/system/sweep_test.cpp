// `sgdma sweep`: the same results with any number of workers, after any end, and beside others.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <sqlite3.h>
#include <string>
#include <thread>
#include <vector>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "explore/sweep/sweep_directory.h"
#include "support/command_run.h"
#include "support/command_start.h"
#include "support/scenario_run.h"
#include "support/scratch.h"

namespace sgdma::test {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;
using testing::HasSubstr;

/// Eight points, of the built-in scenario: long enough to be met while they run.
constexpr const char* kSweep = R"(
objectives = ["max read.utilisation", "min storage_bits"]
seeds = [5, 6]
[[axis]]
key = "engine.slots"
values = [2, 4]
[[axis]]
key = "memory.read_latency"
values = ["200 ns", "1 us"]
)";

std::string sweep_file(const std::string& text = kSweep) {
  return write_scratch_file("sweep.toml", text);
}

/// The same points of a scenario that takes a moment.
std::string short_sweep() {
  return "scenario = \"" + source_path("traces/stimulus/mixed_64_queue_pairs.toml") + "\"" + kSweep;
}

CommandResult sweep(const std::string& out, const std::vector<std::string>& more = {}) {
  std::vector<std::string> command = {"sweep", sweep_file(short_sweep()), "--out",
                                      scratch_path(out)};
  command.insert(command.end(), more.begin(), more.end());
  return run_command(command);
}

/// What has to be the same in every execution.
std::vector<std::string> results(const std::string& out) {
  std::vector<std::string> files;
  for (const char* name : {"result.json", "table.csv", "result.sqlite", "plan.json"}) {
    files.push_back(file_bytes(scratch_path(out + "/" + name)));
    EXPECT_NE(files.back(), "") << name;
  }
  return files;
}

std::size_t points_of(const std::string& out) {
  std::size_t points = 0;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(scratch_path(out + "/points"), ignored)) {
    points += entry.path().filename().string().front() == '.' ? 0 : 1;
  }
  return points;
}

std::size_t leftovers_of(const std::string& out) {
  std::size_t all = 0;
  for (const auto& entry : fs::directory_iterator(scratch_path(out + "/points"))) {
    all += entry.is_directory() ? 1 : 0;
  }
  return all - points_of(out);
}

TEST(Sweeps, AreTheSameWithAnyNumberOfWorkers) {
  ASSERT_EQ(sweep("one", {"--jobs", "1"}).exit_code, 0);
  ASSERT_EQ(sweep("two", {"--jobs", "2"}).exit_code, 0);
  ASSERT_EQ(sweep("many", {"--jobs", "8"}).exit_code, 0);
  EXPECT_EQ(results("one"), results("two"));
  EXPECT_EQ(results("one"), results("many"));
  EXPECT_EQ(leftovers_of("many"), 0U);
}

// cases.md J13: parallel runs never share a file, and two sweeps never share a directory.
TEST(CasesJ, J13_EveryPointHasItsOwnFilesAndItsSerialResult) {
  ASSERT_EQ(sweep("parallel", {"--jobs", "8"}).exit_code, 0);
  std::size_t points = 0;
  for (const auto& entry : fs::directory_iterator(scratch_path("parallel/points"))) {
    const std::string key = entry.path().filename().string();
    const CommandResult alone =
        run_command({"run", scratch_path("parallel/scenarios/" + key + ".toml"), "--json"});
    EXPECT_EQ(alone.exit_code, 0);
    EXPECT_EQ(alone.out, file_bytes((entry.path() / "result.json").string()));
    EXPECT_EQ(file_bytes(scratch_path("parallel/scenarios/" + key + ".toml")),
              file_bytes((entry.path() / "scenario.toml").string()));
    ++points;
  }
  EXPECT_EQ(points, 8U);
}

TEST(CasesJ, J13_ASecondSweepInOneDirectoryIsRefused) {
  ASSERT_EQ(sweep("shared").exit_code, 0);
  const std::vector<std::string> before = results("shared");
  const explore::SweepLock other(explore::SweepDirectory(scratch_path("shared")));
  const CommandResult refused = sweep("shared", {"--resume"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("another sweep is running there"));
  EXPECT_EQ(results("shared"), before);
  EXPECT_THAT(run_command({"sweep", "status", scratch_path("shared")}).out,
              HasSubstr("it is running"));
}

TEST(Sweeps, GoOnAfterBeingKilled) {
  const std::string file = sweep_file();
  ASSERT_EQ(run_command({"sweep", file, "--out", scratch_path("whole")}).exit_code, 0);
  const std::string out = scratch_path("killed");
  const pid_t process = start_command({"sweep", file, "--out", out, "--jobs", "1"});
  while (points_of("killed") < 3) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  kill(process, SIGKILL);
  EXPECT_EQ(wait_for(process), -1);
  const std::size_t done = points_of("killed");
  EXPECT_LT(done, 8U);
  EXPECT_FALSE(fs::exists(scratch_path("killed/result.json")));

  const auto times = [&] {
    std::vector<fs::file_time_type> all;
    for (const auto& entry : fs::directory_iterator(scratch_path("killed/points"))) {
      if (entry.path().filename().string().front() == '.') continue;
      all.push_back(fs::last_write_time(entry.path() / "result.json"));
    }
    std::sort(all.begin(), all.end());
    return all;
  };
  const std::vector<fs::file_time_type> before = times();
  const CommandResult resumed = run_command({"sweep", "resume", out, "--jobs", "2"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr(std::to_string(8 - done) + " to run"));
  EXPECT_EQ(results("killed"), results("whole"));
  EXPECT_EQ(leftovers_of("killed"), 0U);
  // What was done has not been run again.
  const std::vector<fs::file_time_type> after = times();
  EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
}

TEST(Sweeps, EndInGoodOrderWhenInterrupted) {
  const std::string file = sweep_file();
  const std::string out = scratch_path("interrupted");
  const pid_t process = start_command({"sweep", file, "--out", out, "--jobs", "1"});
  while (points_of("interrupted") < 2) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  kill(process, SIGTERM);
  EXPECT_EQ(wait_for(process), 143);
  EXPECT_EQ(leftovers_of("interrupted"), 0U);
  EXPECT_TRUE(fs::is_empty(scratch_path("interrupted/failed")));
  const CommandResult resumed = run_command({"sweep", file, "--out", out, "--resume"});
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
}

TEST(Sweeps, AreNotWrittenOverAnything) {
  ASSERT_EQ(sweep("there").exit_code, 0);
  const CommandResult again = sweep("there");
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.err, HasSubstr("--resume goes on"));
  fs::create_directory(scratch_path("mine"));
  write_scratch_file("mine/thesis.txt", "years of work");
  const CommandResult foreign = sweep("mine", {"--resume"});
  EXPECT_EQ(foreign.exit_code, 2);
  EXPECT_THAT(foreign.err, HasSubstr("is no directory of a sweep"));
  EXPECT_FALSE(fs::exists(scratch_path("mine/points")));
}

TEST(Sweeps, APlanThatIsWrongLeavesNothing) {
  const CommandResult wrong = run_command({"sweep",
                                           write_scratch_file("wrong.toml",
                                                              "[[axis]]\nkey = \"bus.width\"\n"
                                                              "values = [\"64 B\", \"65 B\"]\n"),
                                           "--out", scratch_path("wrong")});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_FALSE(fs::exists(scratch_path("wrong")));
}

TEST(Sweeps, ListTheirPointsWithoutRunningThem) {
  const CommandResult listed = sweep("dry", {"--dry-run"});
  EXPECT_EQ(listed.exit_code, 0);
  EXPECT_EQ(std::count(listed.out.begin(), listed.out.end(), '\n'), 8);
  EXPECT_THAT(listed.out, HasSubstr("engine.slots=2  memory.read_latency=1 us  seed=6"));
  EXPECT_FALSE(fs::exists(scratch_path("dry")));
}

// The same sweep with another value: what was done counts, by the scenario and not by its number.
TEST(Sweeps, APointThatWasDoneIsNotRunAgain) {
  ASSERT_EQ(sweep("grown").exit_code, 0);
  std::string text = short_sweep();
  text.replace(text.find("[2, 4]"), 6, "[1, 2, 4]");
  const CommandResult grown =
      run_command({"sweep", sweep_file(text), "--out", scratch_path("grown"), "--resume"});
  EXPECT_EQ(grown.exit_code, 0);
  EXPECT_THAT(grown.err, HasSubstr("12 points (6 designs, 2 seeds), 4 to run"));
}

TEST(Sweeps, PointsThatFailAreToldAndDoNotHideTheOthers) {
  const CommandResult result =
      run_command({"sweep",
                   sweep_file("max_cycles = 300000\n[[axis]]\nkey = \"engine.slots\"\n"
                              "values = [1, 8]\n"),
                   "--out", scratch_path("cut")});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("1 done, 1 failed"));
  EXPECT_THAT(result.err, HasSubstr("max_cycles: "));
  const json::object all = json::parse(file_bytes(scratch_path("cut/result.json"))).as_object();
  EXPECT_EQ(all.at("points").at(0).at("status"), "max_cycles");
  EXPECT_EQ(all.at("points").at(0).at("figures").at("cycles"), 300000);
  EXPECT_EQ(all.at("points").at(1).at("status"), "done");
  EXPECT_EQ(all.at("designs").at(0).at("front"), false);
}

TEST(Sweeps, APointThatDiesIsRunAgainByResume) {
  // Its scenario goes while the sweep runs: the run ends with exit code 2.
  ASSERT_EQ(sweep("dying").exit_code, 0);
  const std::string key = json::value_to<std::string>(
      json::parse(file_bytes(scratch_path("dying/plan.json"))).at("points").at(3).at("key"));
  const std::string scenario = scratch_path("dying/scenarios/" + key + ".toml");
  const std::vector<std::string> before = results("dying");
  fs::remove_all(scratch_path("dying/points/" + key));
  fs::rename(scenario, scenario + ".away");
  const CommandResult failed = run_command({"sweep", "resume", scratch_path("dying")});
  EXPECT_EQ(failed.exit_code, 3);
  EXPECT_THAT(failed.err, HasSubstr("7 done, 1 failed"));
  EXPECT_THAT(failed.err, HasSubstr("failed, exit code 2: "));
  EXPECT_THAT(run_command({"sweep", "status", scratch_path("dying"), "--json"}).out,
              HasSubstr(R"("done":7,"failed":1,"missing":0)"));
  fs::rename(scenario + ".away", scenario);
  EXPECT_EQ(run_command({"sweep", "resume", scratch_path("dying")}).exit_code, 0);
  EXPECT_EQ(results("dying"), before);
}

TEST(Sweeps, TheFileThatIsBrokenIsNamedWithItsPlace) {
  ASSERT_EQ(sweep("broken").exit_code, 0);
  const json::value plan = json::parse(file_bytes(scratch_path("broken/plan.json")));
  const std::string point =
      "broken/points/" + json::value_to<std::string>(plan.at("points").at(3).at("key"));
  write_scratch_file(point + "/result.json", "{\n\"cycles\": 1");
  const CommandResult gathered = run_command({"sweep", "gather", scratch_path("broken")});
  EXPECT_EQ(gathered.exit_code, 2);
  EXPECT_THAT(gathered.err, HasSubstr(point + "/result.json:2:12: error: this is no JSON"));
  EXPECT_THAT(gathered.err, HasSubstr("hint: take the point's directory away"));
  // Which helps.
  fs::remove_all(scratch_path(point));
  EXPECT_EQ(run_command({"sweep", "resume", scratch_path("broken")}).exit_code, 0);

  write_scratch_file("broken/plan.json", "{\"schema\":1}\n");
  const CommandResult status = run_command({"sweep", "status", scratch_path("broken")});
  EXPECT_EQ(status.exit_code, 2);
  EXPECT_THAT(status.err, HasSubstr("plan.json: error: is no plan: "));
  EXPECT_THAT(status.err, HasSubstr("hint: run `sgdma sweep` with --resume"));
}

TEST(Sweeps, APlanOfAnotherVersionIsNotGoneOnWith) {
  ASSERT_EQ(sweep("old").exit_code, 0);
  json::object plan = json::parse(file_bytes(scratch_path("old/plan.json"))).as_object();
  plan["version"] = "0.0.1 (long ago)";
  write_scratch_file("old/plan.json", json::serialize(plan));
  const CommandResult resumed = run_command({"sweep", "resume", scratch_path("old")});
  EXPECT_EQ(resumed.exit_code, 2);
  EXPECT_THAT(resumed.err, HasSubstr("0.0.1 (long ago)"));
}

TEST(Sweeps, ObjectivesMayBeAxes) {
  const CommandResult result =
      run_command({"sweep",
                   sweep_file("objectives = [\"max read.utilisation\", \"min engine.slots\"]\n"
                              "[[axis]]\nkey = \"engine.slots\"\nvalues = [4, 8, 1]\n"),
                   "--out", scratch_path("axes")});
  // Eight slots are no faster than four in the built-in scenario, and one is slower.
  const json::object all = json::parse(file_bytes(scratch_path("axes/result.json"))).as_object();
  EXPECT_EQ(all.at("designs").at(0).at("front"), true);
  EXPECT_EQ(all.at("designs").at(1).at("front"), false);
  EXPECT_EQ(all.at("designs").at(2).at("front"), true);
  EXPECT_THAT(result.out, HasSubstr("min engine.slots"));
}

/// What a query answers, cell by cell.
std::vector<std::string> query(const std::string& database, const char* text) {
  sqlite3* connection = nullptr;
  EXPECT_EQ(sqlite3_open_v2(database.c_str(), &connection, SQLITE_OPEN_READONLY, nullptr),
            SQLITE_OK);
  sqlite3_stmt* statement = nullptr;
  EXPECT_EQ(sqlite3_prepare_v2(connection, text, -1, &statement, nullptr), SQLITE_OK)
      << sqlite3_errmsg(connection);
  std::vector<std::string> cells;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    for (int at = 0; at < sqlite3_column_count(statement); ++at) {
      const unsigned char* cell = sqlite3_column_text(statement, at);
      cells.emplace_back(cell == nullptr ? "NULL" : reinterpret_cast<const char*>(cell));
    }
  }
  sqlite3_finalize(statement);
  sqlite3_close(connection);
  return cells;
}

// Every place says the same: the run's own result, the sweep's, the table and the database.
TEST(Sweeps, EveryFileSaysTheSame) {
  ASSERT_EQ(sweep("same").exit_code, 0);
  const json::object all = json::parse(file_bytes(scratch_path("same/result.json"))).as_object();
  const json::array& points = all.at("points").as_array();
  ASSERT_EQ(points.size(), 8U);
  double sum = 0;
  for (int at : {2, 3}) {
    const std::string key =
        json::value_to<std::string>(points[static_cast<std::size_t>(at)].at("key"));
    const json::value run =
        json::parse(file_bytes(scratch_path("same/points/" + key + "/result.json")));
    const json::value& figures = points[static_cast<std::size_t>(at)].at("figures");
    EXPECT_EQ(figures.at("read.utilisation"), run.at("read").at("utilisation"));
    EXPECT_EQ(figures.at("storage_bits.total"), run.at("storage_bits").at("total"));
    sum += run.at("read").at("utilisation").as_double();
  }
  const json::value& design = all.at("designs").at(1);
  EXPECT_EQ(design.at("axes").at("memory.read_latency"), "1 us");
  EXPECT_NEAR(design.at("mean").at("read.utilisation").to_number<double>(), sum / 2, 1e-12);

  const std::string database = scratch_path("same/result.sqlite");
  EXPECT_EQ(query(database, "SELECT count(*), count(DISTINCT key) FROM points"),
            (std::vector<std::string>{"8", "8"}));
  EXPECT_EQ(query(database,
                  "SELECT label FROM labels WHERE design = 1 AND name = "
                  "'memory.read_latency'"),
            std::vector<std::string>{"1 us"});
  const std::vector<std::string> mean =
      query(database,
            "SELECT mean, (SELECT avg(value) FROM figures JOIN points USING (point) WHERE "
            "figure = 'read.utilisation' AND design = 1), low <= mean AND mean <= high FROM "
            "summary WHERE design = 1 AND figure = 'read.utilisation'");
  ASSERT_EQ(mean.size(), 3U);
  EXPECT_EQ(mean[0], mean[1]);
  EXPECT_EQ(mean[2], "1");

  const std::string table = file_bytes(scratch_path("same/table.csv"));
  EXPECT_THAT(table, testing::StartsWith("engine.slots,memory.read_latency,status,seeds,front,"));
  EXPECT_EQ(std::count(table.begin(), table.end(), '\n'), 5);
  EXPECT_THAT(table, HasSubstr("\n2,1 us,done,2,0,"));
}

}  // namespace
}  // namespace sgdma::test
