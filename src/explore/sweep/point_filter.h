/// Which points a sweep leaves out.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "explore/sweep/sweep.h"
#include "workload/config/error_list.h"
#include "workload/config/scenario_layers.h"

namespace mu {
class Parser;
}

namespace sgdma::explore {

/// Constraints are expressions of muParser over a scenario's keys:
///
///   engine.slots * bus.max_read_burst <= 64 KiB
///   arbiter.policy == round_robin || engine.slots > 4
///
/// Numbers have the units of scenarios behind them; choices, `true` and `false` are words;
/// `unlimited`, `never` and `to_the_end` are infinite. A key that is not set has its default.
class PointFilter {
 public:
  /// What is wrong with a constraint goes to `errors`, which outlives this.
  PointFilter(const std::vector<Constraint>& constraints, workload::ErrorList& errors);
  ~PointFilter();
  PointFilter(const PointFilter&) = delete;
  PointFilter& operator=(const PointFilter&) = delete;

  /// Whether all constraints hold. One that has no value there is reported.
  bool admits(const workload::ScenarioLayers& point);

 private:
  struct Variable {
    std::string key;
    double value = 0;
  };
  struct Expression {
    Constraint constraint;
    std::unique_ptr<mu::Parser> parser;
    std::deque<Variable> variables;  ///< their addresses are the parser's
  };

  static double* new_variable(const char* name, void* expression);
  void compile(const Constraint& constraint);
  void report(const Constraint& constraint, const std::string& message, std::string hint);

  workload::ErrorList& errors_;
  std::vector<std::unique_ptr<Expression>> expressions_;
};

}  // namespace sgdma::explore
