#include "explore/cutpoints/cut_campaign.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <boost/json.hpp>

#include "explore/cutpoints/forked_jobs.h"
#include "workload/config/config_error.h"
#include "workload/simulation.h"

namespace sgdma::explore {
namespace {

namespace json = boost::json;
using workload::Ending;
using workload::RunResult;
using workload::Simulation;

constexpr std::size_t kFailuresKept = 20;

/// Points that lie behind one edge.
struct Cut {
  Cycle cycle = 0;
  std::uint64_t first = 0;
  std::uint64_t points = 0;
};

std::uint64_t count_of(const workload::Progress& so_far, CutUnit unit) {
  return unit == CutUnit::kBursts ? so_far.bursts : so_far.beats;
}

/// Sum of the latencies of the transfers of all queue pairs but the event's own, with their number.
struct Innocents {
  double sum = 0;
  std::uint64_t count = 0;
};

Innocents innocents_of(const RunResult& result, const CutEvent& event) {
  Innocents innocents;
  if (!event.qp) return innocents;
  result.statistics->queue_pairs().for_each(
      [&](std::uint32_t, const observe::QueuePairStatistics& qp) {
        if (qp.number != *event.qp) {
          innocents.sum += qp.latency.mean() * static_cast<double>(qp.latency.count());
          innocents.count += qp.latency.count();
        }
      });
  return innocents;
}

/// Why a run that had the event is not as it should be; empty where it is.
std::string problem_of(const RunResult& result, const CutEvent& event) {
  if (result.ending == Ending::kDeadlock) {
    return "work is left and nothing can happen any more\n" + result.holder;
  }
  if (result.ending != Ending::kDone) return "the run did not end";
  if (!result.broken_checks.empty()) return result.broken_checks.front().text;
  if (event.request && result.control->figures(event.request->kind).answered == 0) {
    return "the request was never answered";
  }
  return {};
}

workload::SimulationOptions with_beats() {
  workload::SimulationOptions options;
  options.events_beats = true;
  return options;
}

class CutCampaign {
 public:
  CutCampaign(const workload::Scenario& scenario, const CutEvent& event, const CutOptions& options)
      : event_(event),
        options_(options),
        simulation_(scenario, with_beats()),
        jobs_(options.jobs, options.timeout, [this](const JobEnd& end) { take(end); }) {}

  CutResult run() {
    look_ahead();
    walk([this](const Cut& cut) { return at_cut(cut); });
    result_.interrupted = stopped();
    if (!result_.interrupted) jobs_.wait();
    std::sort(result_.failures.begin(), result_.failures.end(),
              [](const FailedPoint& a, const FailedPoint& b) { return a.point < b.point; });
    if (result_.failures.size() > kFailuresKept) result_.failures.resize(kFailuresKept);
    if (options_.only && result_.edges == 0 && !result_.interrupted) {
      throw workload::ConfigError("--point", "there is no point " + std::to_string(*options_.only),
                                  "the scenario has " + std::to_string(all_points_));
    }
    return std::move(result_);
  }

 private:
  bool stopped() const { return options_.stop != nullptr && options_.stop->load() != 0; }

  /// Steps from edge to edge and calls `at(cut)` behind each that has points, until that is false
  /// or nothing is left to happen.
  template <class At>
  void walk(At at) {
    const bool every = options_.unit == CutUnit::kCycles;
    std::uint64_t passed = 0;
    for (Cycle edge = 0; simulation_.next_edge() != kNever && !stopped(); ++edge) {
      if (!every) edge = std::max(edge, simulation_.next_edge());
      simulation_.advance(edge);
      const std::uint64_t reached =
          every ? edge + 1 : count_of(simulation_.so_far(), options_.unit);
      if (reached > passed && !at(Cut{edge, passed, reached - passed})) return;
      passed = reached;
    }
  }

  /// The run without the event, in a process of its own: how many points there are, and how long
  /// transfers take.
  void look_ahead() {
    jobs_.start(kBaseline, [this] {
      std::uint64_t points = 0;
      walk([&](const Cut& cut) {
        points += cut.points;
        return true;
      });
      const Ending ending = simulation_.run();
      const RunResult result = simulation_.result();
      const Innocents innocents = innocents_of(result, event_);
      return json::serialize(json::object{{"points", points},
                                          {"cycles", result.cycles},
                                          {"done", ending == Ending::kDone},
                                          {"verified", result.verified.value_or(false)},
                                          {"sum", innocents.sum},
                                          {"count", innocents.count}});
    });
    jobs_.wait();
  }

  bool at_cut(const Cut& cut) {
    const bool wanted =
        !options_.only || (*options_.only >= cut.first && *options_.only < cut.first + cut.points);
    if (wanted) {
      cuts_.emplace(cut.first, cut);
      jobs_.start(cut.first, [this] { return tail(); });
    }
    return !options_.only || cut.first + cut.points <= *options_.only;
  }

  /// What the branch at a cut does.
  std::string tail() {
    simulation_.branch(options_.events);
    if (event_.request) simulation_.request(*event_.request);
    const std::size_t rule = event_.fault ? simulation_.arm(*event_.fault) : 0;
    simulation_.run();
    const RunResult result = simulation_.result();
    const observe::ControlStatistics& control = *result.control;
    const observe::LatencyHistogram& latency =
        event_.request ? control.figures(event_.request->kind).latency : control.fault_to_cqe();
    const auto& exposed = exposed_by(control);
    const Innocents innocents = innocents_of(result, event_);
    const bool of_region = event_.request && concerns_region(event_.request->kind);
    const auto& after =
        of_region ? control.regions().after_answer() : control.exposed_after_answer();
    const auto wasted = [&](std::size_t direction) {
      return result.measured.channels[direction].wasted_beats;
    };
    return json::serialize(json::object{{"problem", problem_of(result, event_)},
                                        {"struck", event_.request || simulation_.strikes(rule) > 0},
                                        {"latency", latency.max()},
                                        {"latencies", latency.count()},
                                        {"exposed", exposed[0] + exposed[1]},
                                        {"after", after[0] + after[1]},
                                        {"wasted", wasted(0) + wasted(1)},
                                        {"sum", innocents.sum},
                                        {"count", innocents.count}});
  }

  /// Bytes that moved while the event was open.
  const std::array<std::uint64_t, kDirections>& exposed_by(
      const observe::ControlStatistics& control) const {
    return event_.request ? control.exposed(event_.request->kind) : control.exposed_after_fault();
  }

  void take(const JobEnd& end) {
    if (end.number == kBaseline) {
      take_baseline(end);
      return;
    }
    const Cut cut = cuts_.at(end.number);
    cuts_.erase(end.number);
    ++result_.edges;
    result_.points += cut.points;
    std::string problem = end.failure;
    if (problem.empty()) problem = take_figures(json::parse(end.said).as_object(), cut);
    if (!problem.empty()) {
      result_.failed += cut.points;
      result_.failures.push_back({cut.first, cut.cycle, problem});
    }
    if (options_.progress) options_.progress(result_.points, all_points_);
  }

  void take_baseline(const JobEnd& end) {
    if (!end.failure.empty()) {
      throw workload::ConfigError("cutpoints", "the run without the event failed: " + end.failure);
    }
    const json::object said = json::parse(end.said).as_object();
    if (!said.at("done").as_bool() || !said.at("verified").as_bool()) {
      throw workload::ConfigError("cutpoints",
                                  "the run without the event does not come to a verified end",
                                  "look at it with `sgdma run`");
    }
    all_points_ = said.at("points").to_number<std::uint64_t>();
    result_.cycles = said.at("cycles").to_number<std::uint64_t>();
    baseline_ = {said.at("sum").to_number<double>(), said.at("count").to_number<std::uint64_t>()};
  }

  std::string take_figures(const json::object& said, const Cut& cut) {
    const auto number = [&](const char* key) { return said.at(key).to_number<std::uint64_t>(); };
    result_.exposed_after_answer += number("after");
    const Innocents innocents{said.at("sum").to_number<double>(), number("count")};
    if (said.at("struck").as_bool()) result_.struck += cut.points;
    for (std::uint64_t point = 0; point < cut.points; ++point) {
      if (number("latencies") > 0) result_.latency.add(number("latency"));
      result_.exposed.add(number("exposed"));
      result_.wasted.add(number("wasted"));
      if (innocents.count > 0 && baseline_.count > 0 && baseline_.sum > 0) {
        const double with = innocents.sum / static_cast<double>(innocents.count);
        const double without = baseline_.sum / static_cast<double>(baseline_.count);
        result_.slowdown.add(static_cast<Cycle>(std::llround(1000.0 * with / without)));
      }
    }
    return std::string(said.at("problem").as_string());
  }

  static constexpr std::size_t kBaseline = ~std::size_t{0};

  const CutEvent& event_;
  const CutOptions& options_;
  Simulation simulation_;
  ForkedJobs jobs_;
  std::uint64_t all_points_ = 0;
  Innocents baseline_;
  std::map<std::size_t, Cut> cuts_;  ///< that run, by first point
  CutResult result_;
};

}  // namespace

CutResult run_cut_campaign(const workload::Scenario& scenario, const CutEvent& event,
                           const CutOptions& options) {
  CutCampaign campaign(scenario, event, options);
  return campaign.run();
}

}  // namespace sgdma::explore
