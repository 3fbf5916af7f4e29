#include <filesystem>
#include <sqlite3.h>
#include <stdexcept>
#include <system_error>

#include <boost/json.hpp>

#include "explore/sweep/sweep_files.h"

namespace sgdma::explore {
namespace {

namespace fs = std::filesystem;
namespace json = boost::json;

constexpr const char* kTables = R"(
CREATE TABLE sweep (name TEXT, version TEXT, confidence REAL, objectives TEXT);
CREATE TABLE axes (axis INTEGER, step INTEGER, name TEXT, unit TEXT, label TEXT, number REAL,
                   PRIMARY KEY (axis, step)) WITHOUT ROWID;
CREATE TABLE designs (design INTEGER PRIMARY KEY, status TEXT, front INTEGER);
CREATE TABLE design_axes (design INTEGER, axis INTEGER, step INTEGER,
                          PRIMARY KEY (design, axis)) WITHOUT ROWID;
CREATE TABLE points (point INTEGER PRIMARY KEY, design INTEGER, key TEXT, seed INTEGER,
                     status TEXT, reason TEXT);
CREATE TABLE figures (point INTEGER, figure TEXT, value,
                      PRIMARY KEY (point, figure)) WITHOUT ROWID;
CREATE TABLE summary (design INTEGER, figure TEXT, mean REAL, low REAL, high REAL,
                      PRIMARY KEY (design, figure)) WITHOUT ROWID;
CREATE VIEW labels AS SELECT design, name, label, number FROM design_axes JOIN axes USING (axis, step);
)";

class Database {
 public:
  explicit Database(const fs::path& path) {
    if (sqlite3_open(path.c_str(), &connection_) != SQLITE_OK) fail();
  }
  ~Database() { sqlite3_close(connection_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void execute(const char* statements) {
    if (sqlite3_exec(connection_, statements, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
  }
  [[noreturn]] void fail() const { throw std::runtime_error(sqlite3_errmsg(connection_)); }
  sqlite3* connection() const { return connection_; }

 private:
  sqlite3* connection_ = nullptr;
};

/// A prepared INSERT. `insert` binds its arguments in order.
class Insert {
 public:
  Insert(Database& database, const char* statement) : database_(database) {
    if (sqlite3_prepare_v2(database.connection(), statement, -1, &statement_, nullptr) !=
        SQLITE_OK) {
      database.fail();
    }
  }
  ~Insert() { sqlite3_finalize(statement_); }
  Insert(const Insert&) = delete;
  Insert& operator=(const Insert&) = delete;

  template <class... Values>
  void insert(const Values&... values) {
    int at = 0;
    (bind(++at, values), ...);
    if (sqlite3_step(statement_) != SQLITE_DONE) database_.fail();
    sqlite3_reset(statement_);
    sqlite3_clear_bindings(statement_);
  }

 private:
  void bind(int at, const std::string& text) {
    check(sqlite3_bind_text(statement_, at, text.data(), static_cast<int>(text.size()),
                            SQLITE_TRANSIENT));
  }
  void bind(int at, std::int64_t number) { check(sqlite3_bind_int64(statement_, at, number)); }
  void bind(int at, std::uint64_t number) { bind(at, static_cast<std::int64_t>(number)); }
  void bind(int at, double number) { check(sqlite3_bind_double(statement_, at, number)); }
  template <class Value>
  void bind(int at, const std::optional<Value>& value) {
    if (value) bind(at, *value);
  }
  void bind(int at, const json::value& value) {
    if (const json::string* text = value.if_string()) {
      bind(at, std::string(*text));
    } else if (const double* number = value.if_double()) {
      bind(at, *number);
    } else if (const bool* yes = value.if_bool()) {
      bind(at, std::uint64_t{*yes ? 1U : 0U});
    } else if (const std::int64_t* integer = value.if_int64()) {
      bind(at, *integer);
    } else if (const std::uint64_t* large = value.if_uint64()) {
      bind(at, *large);
    }
  }
  void check(int code) const {
    if (code != SQLITE_OK) database_.fail();
  }

  Database& database_;
  sqlite3_stmt* statement_ = nullptr;
};

void insert_plan(Database& database, const SweepPlan& plan) {
  std::string objectives;
  for (const Objective& objective : plan.objectives) {
    objectives += (objectives.empty() ? "" : ", ") + objective.text();
  }
  Insert(database, "INSERT INTO sweep VALUES (?,?,?,?)")
      .insert(plan.name, plan.version, plan.confidence, objectives);
  Insert steps(database, "INSERT INTO axes VALUES (?,?,?,?,?,?)");
  for (std::uint64_t axis = 0; axis < plan.axes.size(); ++axis) {
    const PlannedAxis& planned = plan.axes[axis];
    for (std::uint64_t step = 0; step < planned.steps.size(); ++step) {
      steps.insert(axis, step, planned.name, planned.unit, planned.steps[step].label,
                   planned.steps[step].number);
    }
  }
}

void insert_points(Database& database, const SweepResult& result) {
  Insert points(database, "INSERT INTO points VALUES (?,?,?,?,?,?)");
  Insert figures(database, "INSERT INTO figures VALUES (?,?,?)");
  for (std::uint64_t at = 0; at < result.points.size(); ++at) {
    const PlannedPoint& planned = result.plan.points[at];
    const PointResult& point = result.points[at];
    points.insert(at, at / result.plan.seeds_each(), planned.key, planned.seed, point.status,
                  point.reason);
    for (const auto& [name, value] : point.figures.all()) figures.insert(at, name, value);
  }
}

void insert_designs(Database& database, const SweepResult& result) {
  Insert designs(database, "INSERT INTO designs VALUES (?,?,?)");
  Insert axes(database, "INSERT INTO design_axes VALUES (?,?,?)");
  Insert summary(database, "INSERT INTO summary VALUES (?,?,?,?,?)");
  for (std::uint64_t at = 0; at < result.designs.size(); ++at) {
    const DesignResult& design = result.designs[at];
    designs.insert(at, design.status, std::uint64_t{design.on_front ? 1U : 0U});
    const Design& steps = result.plan.points[design.first].design;
    for (std::uint64_t axis = 0; axis < steps.size(); ++axis) {
      axes.insert(at, axis, std::uint64_t{steps[axis]});
    }
    for (const auto& [name, interval] : design.figures) {
      summary.insert(at, name, interval.mean, interval.low, interval.high);
    }
  }
}

}  // namespace

void write_database(const SweepDirectory& directory, const SweepResult& result) {
  const fs::path part = directory.database().string() + ".part";
  std::error_code ignored;
  fs::remove(part, ignored);
  try {
    {
      Database database(part);
      // All or nothing is what the rename is for.
      database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN");
      database.execute(kTables);
      insert_plan(database, result.plan);
      insert_points(database, result);
      insert_designs(database, result);
      database.execute("COMMIT");
    }
    fs::rename(part, directory.database());
  } catch (const std::exception&) {
    fs::remove(part, ignored);
    throw;
  }
}

}  // namespace sgdma::explore
