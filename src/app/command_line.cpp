#include "app/command_line.h"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>
#include <iostream>
#include <new>
#include <optional>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "app/config_command.h"
#include "app/cosim_command.h"
#include "app/cutpoints_command.h"
#include "app/diff_command.h"
#include "app/exit_codes.h"
#include "app/import_command.h"
#include "app/missing_program.h"
#include "app/number_argument.h"
#include "app/report_command.h"
#include "app/run.h"
#include "app/sweep_command.h"
#include "app/validate_command.h"
#include "app/version_command.h"
#include "workload/config/config_error.h"
#include "workload/config/nearest_name.h"

namespace sgdma::app {
namespace {

using workload::ConfigError;

/// What is wrong with a value, or nothing.
std::string problem_of_value(const std::string& value) {
  return value.empty() ? "its value is empty" : "";
}

/// As above, for a value behind an option. It never begins with "--": that would be the next
/// option, taken for the value that was left out.
std::string problem_of_option_value(const std::string& value) {
  const bool option = value.rfind("--", 0) == 0;
  return option ? "its value is missing: " + value + " is an option" : problem_of_value(value);
}

/// Owns what CLI11 fills in, and the command that the arguments choose.
class CommandLine {
 public:
  explicit CommandLine(const platform::BusBinding& bind_bus) {
    run_.bind_bus = bind_bus;
    app_.require_subcommand(1);
    add_run();
    add_validate();
    add_import();
    add_diff();
    add_cutpoints();
    add_sweep();
    add_report();
    add_cosim();
    add_config();
    add_command(app_, "version", "Print the version", [] { return version(); });
    app_.set_version_flag("--version", version_text(), "Print the version and exit");
    check_values(app_);
  }

  int execute(int argc, const char* const* argv) {
    try {
      app_.parse(arguments(argc, argv));
    } catch (const CLI::Success& success) {
      return app_.exit(success);
    } catch (const CLI::ParseError& error) {
      report_usage(error);
      return kExitUsage;
    }
    return command_();
  }

 private:
  static bool takes_value(const CLI::Option* option) {
    return option->get_items_expected_max() > 0;
  }

  /// Options of all commands. A scheduler's arguments may look like ours.
  static void check_values(CLI::App& app) {
    for (CLI::App* sub : app.get_subcommands({})) {
      for (CLI::Option* option : sub->get_options()) {
        if (!takes_value(option)) continue;
        const bool any = option->get_positional() || option->get_name() == "--sbatch-args";
        option->check(any ? problem_of_value : problem_of_option_value);
      }
      check_values(*sub);
    }
  }

  /// Whether some command has this option, and a value goes with it.
  bool has_option_with_value(const std::string& name) const {
    for (const CLI::App* sub : app_.get_subcommands({})) {
      const CLI::Option* option = sub->get_option_no_throw(name);
      if (option != nullptr && takes_value(option)) return true;
    }
    return false;
  }

  /// The arguments in reverse, as CLI11 has them. `--option=` becomes an option and an empty text,
  /// since CLI11 would give it the argument behind it as its value.
  std::vector<std::string> arguments(int argc, const char* const* argv) const {
    std::vector<std::string> result;
    bool options = true;
    for (int at = 1; at < argc; ++at) {
      result.emplace_back(argv[at]);
      options = options && result.back() != "--";
      if (!options || result.back().rfind("--", 0) != 0 || result.back().back() != '=') continue;
      const std::string name = result.back().substr(0, result.back().size() - 1);
      if (has_option_with_value(name)) {
        result.back() = name;
        result.emplace_back();
      }
    }
    std::reverse(result.begin(), result.end());
    return result;
  }

  CLI::App* add_command(CLI::App& parent, const char* name, const char* summary,
                        std::function<int()> command) {
    CLI::App* sub = parent.add_subcommand(name, summary);
    sub->callback([this, command = std::move(command)] { command_ = command; });
    return sub;
  }

  /// Returns the option of the stimulus file.
  CLI::Option* add_loading(CLI::App& sub, workload::LoadOptions& load) {
    add_configuring(sub, load);
    return sub.add_option("--workload", load.stimulus, "More work, one item a line (JSON Lines)")
        ->type_name("FILE");
  }

  static void add_configuring(CLI::App& sub, workload::LoadOptions& load) {
    sub.add_option("SCENARIO", load.path, "TOML file; without one the built-in scenario is taken");
    sub.add_option("--preset", load.presets, "Built-in configuration below the scenario")
        ->allow_extra_args(false)
        ->type_name("NAME");
    sub.add_option("--set", load.settings, "Set a key, over the scenario: --set engine.slots=64")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    sub.add_option("--seed", load.seed, "Seed, over the scenario")->type_name("N");
  }

  /// How a capture is read.
  static std::array<CLI::Option*, 2> add_capture(CLI::App& sub, CaptureInput& capture) {
    return {
        sub.add_option("--side", capture.side,
                       "IPv4 or IPv6 address whose end of the capture is modelled, with what it "
                       "sent; without it, every receiver")
            ->type_name("ADDR"),
        sub.add_option("--time-scale", capture.time_scale,
                       "Factor for the capture's times: 2, 0.5, 1/3")
            ->type_name("X")};
  }

  void add_import() {
    CLI::App& sub =
        *add_command(app_, "import", "Make a scenario and a stimulus file of a capture", [this] {
          import_.load.default_work = false;
          return import_capture(import_);
        });
    sub.add_option("CAPTURE", import_.capture.path, "pcap or pcapng file with RoCEv2 packets")
        ->required();
    add_configuring(sub, import_.load);
    add_capture(sub, import_.capture);
    sub.add_option("--out", import_.out,
                   "Directory for scenario.toml and stimulus.jsonl; without it, the capture's name")
        ->type_name("DIR");
    sub.add_flag("--force", import_.force, "Write over files that are there");
  }

  static void add_wave(CLI::App& sub, WaveArguments& wave) {
    sub.add_option("--wave", wave.path,
                   "Waveform, .vcd or .fst, with a GTKWave save file beside it")
        ->type_name("FILE");
    sub.add_option("--wave-from", wave.from, "First cycle of the waveform")->type_name("N");
    sub.add_option("--wave-to", wave.to, "Last cycle of the waveform")->type_name("N");
    sub.add_option("--wave-slots", wave.slots, "Slots that it shows, such as 0-3,7")
        ->type_name("LIST");
    sub.add_option("--wave-qps", wave.queue_pairs, "Queue pairs whose work it shows, likewise")
        ->type_name("LIST");
    sub.add_option("--wave-around", wave.around,
                   "Only what is around the first fault, reset, dereg, or around tag=7.sq.3.0@0")
        ->type_name("WHAT");
    sub.add_option("--wave-margin", wave.margin, "Cycles before and after it; 100 without")
        ->type_name("N");
    sub.add_option("--wave-limit", wave.limit, "Largest file, such as \"100 MB\"")
        ->type_name("SIZE");
  }

  static void add_timeline(CLI::App& sub, TimelineArguments& timeline) {
    sub.add_option("--timeline", timeline.path, "Who held which slot when, for Perfetto")
        ->type_name("FILE.json");
    sub.add_option("--timeline-from", timeline.from, "First cycle of the timeline")->type_name("N");
    sub.add_option("--timeline-to", timeline.to, "Last cycle of the timeline")->type_name("N");
    sub.add_option("--timeline-limit", timeline.limit, "Largest file; 500 MB without")
        ->type_name("SIZE");
  }

  void add_run() {
    CLI::App& sub = *add_command(app_, "run", "Run a scenario or a capture", [this] {
      if (!max_cycles_.empty()) {
        run_.max_cycles = number_argument("--max-cycles", max_cycles_, 1, kMostCycles);
      }
      run_.load.default_work = !run_.capture.path && !run_.load.stimulus;
      if (!diagram_.empty()) run_.diagram = asked_diagram();
      return run(run_);
    });
    CLI::Option* stimulus = add_loading(sub, run_.load);
    CLI::Option* pcap =
        sub.add_option("--pcap", run_.capture.path, "RoCEv2 capture that brings the work")
            ->type_name("FILE")
            ->excludes(stimulus);
    for (CLI::Option* option : add_capture(sub, run_.capture)) option->needs(pcap);
    sub.add_option("--out", run_.out, "Directory for events, result and resolved scenario")
        ->type_name("DIR");
    sub.add_option("--events", run_.events, "Event log, JSON Lines")->type_name("FILE");
    sub.add_flag("--events-beats", run_.events_beats, "Event log with a line for every beat");
    add_wave(sub, run_.wave);
    add_timeline(sub, run_.timeline);
    sub.add_option("--resolved", run_.resolved, "Write the scenario with every key")
        ->type_name("FILE");
    add_diagram(sub);
    sub.add_flag("--json", run_.json, "Print the result as one JSON object");
    sub.add_option("--max-cycles", max_cycles_, "Stop, as failed, at this cycle")->type_name("N");
    sub.add_flag("--expect-ok", run_.expect_ok, "Fail if a completion has an error");
    sub.add_flag_callback(
        "--no-verify", [this] { run_.verify = false; },
        "Leave out the byte oracle and the invariants");
    sub.add_option("--rtl", run_.rtl,
                   "A module whose place its RTL takes: in_flight_table, slot_arbiter")
        ->allow_extra_args(false)
        ->type_name("MODULE");
    sub.add_flag_callback(
        "--step-by-step", [this] { run_.run_ahead = false; },
        "Step each edge at its own wake of the SystemC kernel: slower, and nothing else");
    sub.add_flag_callback(
        "--no-progress", [this] { run_.progress = false; }, "No progress bar");
  }

  void add_diagram(CLI::App& sub) {
    CLI::Option* diagram =
        sub.add_option("--diagram", diagram_, "Timing diagram of a transfer, as WaveDrom draws it")
            ->type_name("SLOT|TAG");
    sub.add_option("--around", around_, "The diagram's transfer, and its part, around this cycle")
        ->type_name("CYCLE")
        ->needs(diagram);
    sub.add_option("--diagram-file", diagram_file_,
                   "Write the diagram to FILE.json, or FILE.svg by wavedrom-cli")
        ->type_name("FILE")
        ->needs(diagram);
  }

  DiagramRequest asked_diagram() const {
    if (run_.json && !diagram_file_) {
      throw ConfigError("sgdma run", "--diagram and --json both go to standard output",
                        "give the diagram a file: --diagram-file FILE.json");
    }
    std::optional<Cycle> around;
    if (!around_.empty()) around = number_argument("--around", around_, 0, kMostCycles);
    return diagram_request(diagram_, around, diagram_file_);
  }

  void add_validate() {
    CLI::App& sub = *add_command(app_, "validate", "Look for errors in a scenario", [this] {
      validate_.default_work = !validate_.stimulus;
      return validate(validate_);
    });
    add_loading(sub, validate_);
  }

  void add_diff() {
    CLI::App& sub =
        *add_command(app_, "diff", "Find the first event in which two logs differ", [this] {
          if (!tolerant_) return diff(logs_[0], logs_[1]);
          tolerant_diff_.model = logs_[0];
          tolerant_diff_.foreign = logs_[1];
          if (!tolerance_.empty()) {
            tolerant_diff_.tolerance = number_argument("--tolerance", tolerance_, 0, kMostCycles);
          }
          return tolerant_diff(tolerant_diff_);
        });
    sub.add_option("A", logs_[0], "Event log")->required();
    sub.add_option("B", logs_[1],
                   "Event log; with --latency-tolerant bursts and beats of other RTL, CSV or JSON "
                   "Lines")
        ->required();
    CLI::Option* tolerant =
        sub.add_flag("--latency-tolerant", tolerant_,
                     "Bursts and beats in their order, cycles with a tolerance");
    sub.add_option("--tolerance", tolerance_,
                   "Cycles by which an event may deviate; without it only the order counts")
        ->needs(tolerant)
        ->type_name("CYCLES");
    sub.add_option("--by", tolerant_diff_.by, "What the ids of B are: slot, tag or qp")
        ->needs(tolerant)
        ->type_name("WHAT");
    sub.add_flag("--json", tolerant_diff_.json, "Print the result as one JSON object")
        ->needs(tolerant);
  }

  void add_cutpoints() {
    CLI::App& sub = *add_command(
        app_, "cutpoints", "Replay an event at every point of a scenario, with all checks", [this] {
          constexpr std::uint64_t kMostJobs = 256;
          constexpr std::uint64_t kMostSeconds = 86400;
          explore::CutOptions& cut = cutpoints_.cut;
          if (!jobs_.empty()) {
            cut.jobs = static_cast<unsigned>(number_argument("--jobs", jobs_, 1, kMostJobs));
          }
          if (!point_.empty()) cut.only = number_argument("--point", point_, 0, kMostCycles);
          if (!timeout_.empty()) {
            cut.timeout =
                std::chrono::seconds(number_argument("--timeout", timeout_, 1, kMostSeconds));
          }
          cutpoints_.load.default_work = !cutpoints_.load.stimulus;
          return cutpoints(cutpoints_);
        });
    add_loading(sub, cutpoints_.load);
    sub.add_option("--event", cutpoints_.event,
                   "qp_reset:QP, qp_error:QP, bus_error:QP, dereg:REGION or engine_reset")
        ->type_name("EVENT")
        ->required();
    sub.add_option("--at", cutpoints_.at, "A cut point after each of: beats, bursts, cycles")
        ->type_name("UNIT");
    sub.add_option("--jobs", jobs_, "Points that run at a time; 1 without")->type_name("N");
    sub.add_option("--point", point_, "This point alone, from 0")->type_name("K");
    sub.add_option("--events", cutpoints_.cut.events,
                   "With --point: event log of what follows it, with beats")
        ->type_name("FILE");
    sub.add_option("--timeout", timeout_, "Seconds after which a point counts as hanging; 60")
        ->type_name("N");
    sub.add_flag("--json", cutpoints_.json, "Print the result as one JSON object");
    sub.add_flag_callback(
        "--no-progress", [this] { cutpoints_.progress = false; }, "No progress bar");
  }

  void add_sweep() {
    // Its own callback comes last, and leaves the command that a subcommand has chosen.
    CLI::App& sub = *app_.add_subcommand("sweep", "Run every point of a design space");
    sub.callback([this, &sub] {
      if (!sub.get_subcommands().empty()) return;
      if (sweep_.sweep.empty()) throw CLI::RequiredError("SWEEP");
      command_ = [this] { return sweep(with_jobs(sweep_)); };
    });
    sub.add_option("SWEEP", sweep_.sweep, "TOML file: a scenario, and axes");
    sub.add_option("--set", sweep_.settings, "Set a key, over the base scenario")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    sub.add_option("--out", sweep_.out, "Directory for all files; SWEEP.sweep without")
        ->type_name("DIR");
    sub.add_flag("--resume", sweep_.resume, "Go on in a directory that is there");
    sub.add_flag("--dry-run", sweep_.dry_run, "List the points, and run none");
    add_sweep_running(sub);
    CLI::App* resume = add_command(sub, "resume", "Run what is missing", [this] {
      return sweep_resume(sweep_directory_, with_jobs(sweep_));
    });
    add_sweep_running(*resume);
    CLI::App* work = add_command(sub, "work", "A task of a cluster: run the points of a chunk",
                                 [this] { return sweep_work(sweep_directory_, chunk_); });
    work->add_option("--chunk", chunk_, "Keys of points, one a line")
        ->type_name("FILE")
        ->required();
    CLI::App* status = add_command(sub, "status", "How far a sweep is",
                                   [this] { return sweep_status(sweep_directory_, sweep_.json); });
    status->add_flag("--json", sweep_.json, "Print it as one JSON object");
    CLI::App* gather = add_command(sub, "gather", "Write the results of the points that are there",
                                   [this] { return sweep_gather(sweep_directory_, sweep_); });
    gather->add_flag("--json", sweep_.json, "Print result.json on standard output as well");
    for (CLI::App* each : {resume, work, status, gather}) {
      each->add_option("DIR", sweep_directory_, "Directory of a sweep")->required();
    }
  }

  void add_report() {
    CLI::App& sub = *add_command(app_, "report", "Draw a run or a sweep as one HTML file",
                                 [this] { return report(report_); });
    sub.add_option("RESULT", report_.input, "Directory of a run or a sweep, or its result.json")
        ->required();
    sub.add_option("--out", report_.out, "HTML file; report.html beside the result without")
        ->type_name("FILE");
    sub.add_option("--objectives", report_.objectives,
                   "Of a sweep, instead of its own: \"max read.utilisation, min latency.p99\"")
        ->type_name("TEXT");
    sub.add_option("--events", report_.events, "Of a run: its log; events.jsonl beside it without")
        ->type_name("FILE");
    sub.add_option("--from", report_.from, "Of a run: first cycle of its slots")->type_name("N");
    sub.add_option("--to", report_.to, "Of a run: last cycle of its slots")->type_name("N");
  }

  void add_sweep_running(CLI::App& sub) {
    sub.add_option("--jobs", jobs_, "Points that run at a time; one a processor without")
        ->type_name("N");
    sub.add_option("--report", sweep_.report, "Draw the results as an HTML file, too")
        ->type_name("FILE");
    sub.add_option("--engine", sweep_.engine, "local, or slurm: tasks of a cluster")
        ->type_name("NAME");
    sub.add_option("--chunk", chunk_, "Points of a task; 30 s of work without")->type_name("N");
    sub.add_option("--sbatch-args", sweep_.cluster.arguments, "More arguments of sbatch")
        ->type_name("TEXT");
    sub.add_option("--submit", sweep_.cluster.submit,
                   "Command of another scheduler, with {first}, {last}, {script}, {name}, {log}")
        ->type_name("TEXT");
    sub.add_flag("--json", sweep_.json, "Print result.json on standard output");
    sub.add_flag_callback(
        "--no-progress", [this] { sweep_.progress = false; }, "No progress bar");
  }

  SweepOptions with_jobs(SweepOptions options) const {
    constexpr std::uint64_t kMostJobs = 1024;
    if (!jobs_.empty()) {
      options.jobs = static_cast<unsigned>(number_argument("--jobs", jobs_, 1, kMostJobs));
    }
    if (!chunk_.empty()) options.cluster.chunk = number_argument("--chunk", chunk_, 1, kMostCycles);
    return options;
  }

  void add_cosim() {
    CLI::App& sub =
        *add_command(app_, "cosim", "Run a scenario in lock step with the RTL engine", [this] {
          constexpr std::uint64_t kMostBugs = 255;
          if (!cosim_cycles_.empty()) {
            cosim_.cosim.cycles = number_argument("--cycles", cosim_cycles_, 1, kMostCycles);
          }
          if (!bug_.empty()) {
            cosim_.cosim.bug =
                static_cast<std::uint32_t>(number_argument("--rtl-bug", bug_, 0, kMostBugs));
          }
          cosim_.load.default_work = !cosim_.load.stimulus;
          return cosim(cosim_);
        });
    add_loading(sub, cosim_.load);
    sub.add_option("--cycles", cosim_cycles_, "Stop after as many cycles")->type_name("N");
    sub.add_option(
           "--wave", cosim_.cosim.wave,
           "Waveform of both sides around a difference, VCD or FST; cosim-difference.vcd without")
        ->type_name("FILE");
    sub.add_option("--rtl-bug", bug_, "A deliberate fault of the RTL, of those in docs/cosim.md")
        ->type_name("N");
    sub.add_flag("--json", cosim_.json, "Print the result as one JSON object");
    sub.add_flag_callback(
        "--no-progress", [this] { cosim_.progress = false; }, "No progress bar");
  }

  void add_config() {
    CLI::App& config = *app_.add_subcommand("config", "What a scenario can say");
    config.require_subcommand(1);
    add_command(config, "schema", "Print a JSON Schema", [] { return config_schema(); });
    add_command(config, "defaults", "Print the built-in scenario with every key",
                [] { return config_defaults(); });
    add_command(config, "docs", "Print docs/scenario.md", [] { return config_docs(); });
    add_command(config, "presets", "List the presets, or print one", [this] {
      return config_presets(preset_);
    })->add_option("NAME", preset_, "Preset to print");
    add_command(config, "explain", "Explain a key, or all keys of a section",
                [this] { return config_explain(key_); })
        ->add_option("KEY", key_, "Such as bus.width")
        ->required();
  }

  /// The innermost command that the arguments reached.
  const CLI::App& reached() const {
    const CLI::App* app = &app_;
    while (!app->get_subcommands().empty()) app = app->get_subcommands().front();
    return *app;
  }

  void report_usage(const CLI::ParseError& error) const {
    const CLI::App& app = reached();
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options()) names.push_back(option->get_name());
    for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
    std::string name = "sgdma";
    if (&app != &app_) {
      const CLI::App* parent = app.get_parent();
      name += (parent != &app_ ? " " + parent->get_name() : "") + " " + app.get_name();
    }
    const std::vector<std::string> extras = app.remaining();
    std::string message = error.what();
    std::string hint = "see `" + name + " --help`";
    const CLI::Option* scenario = app.get_option_no_throw("SCENARIO");
    if (!extras.empty() && extras.front().front() != '-' && scenario != nullptr) {
      message = "there can be one scenario, and " + extras.front() + " is one more";
    } else if (!extras.empty()) {
      message = "unknown command or option: " + extras.front();
      hint =
          workload::did_you_mean(extras.front().substr(0, extras.front().find('=')), names, hint);
    }
    std::cerr << ConfigError(name, message, hint).what() << '\n';
  }

  CLI::App app_{"Cycle-accurate model of the scatter-gather DMA engine of an RDMA NIC", "sgdma"};
  RunOptions run_;
  std::string max_cycles_;
  std::string diagram_;
  std::string around_;
  std::optional<std::string> diagram_file_;
  ImportOptions import_;
  workload::LoadOptions validate_;
  CutpointsOptions cutpoints_;
  SweepOptions sweep_;
  ReportOptions report_;
  std::string sweep_directory_;
  std::string chunk_;
  CosimCommandOptions cosim_;
  bool tolerant_ = false;
  TolerantDiffOptions tolerant_diff_;
  std::string tolerance_;
  std::string cosim_cycles_;
  std::string bug_;
  std::string jobs_;
  std::string point_;
  std::string timeout_;
  std::optional<std::string> preset_;
  std::string key_;
  std::array<std::string, 2> logs_;
  std::function<int()> command_;
};

}  // namespace

int command_line(int argc, const char* const* argv, const platform::BusBinding& bind_bus) {
  try {
    const int code = CommandLine(bind_bus).execute(argc, argv);
    if (std::cout.flush()) return code;
    std::cerr << "sgdma: error: cannot write to standard output\n";
    return kExitFailed;
  } catch (const ConfigError& error) {
    std::cerr << error.what() << '\n';
    return kExitUsage;
  } catch (const MissingProgram& error) {
    std::cerr << error.what() << '\n';
    return kExitMissingProgram;
  } catch (const std::bad_alloc&) {
    std::cerr << "sgdma: error: out of memory\n";
    return kExitFailed;
  } catch (const std::exception& error) {
    std::cerr << "sgdma: error: " << error.what() << '\n';
    return kExitFailed;
  }
}

}  // namespace sgdma::app
