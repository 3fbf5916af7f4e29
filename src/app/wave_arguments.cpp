#include "app/wave_arguments.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "app/number_argument.h"
#include "app/size_argument.h"
#include "observe/wave/make_wave_file.h"
#include "workload/config/config_error.h"
#include "workload/grouped.h"

namespace sgdma::app {

namespace {

using observe::NumberRanges;
using observe::TriggerCondition;
using workload::ConfigError;
using workload::grouped;

constexpr Cycle kMostMargin = 1'000'000;
constexpr std::uint32_t kMostQueuePair = (1U << 24U) - 1;

/// `0-3,7`: numbers and ranges, joined by commas.
NumberRanges ranges(const std::string& option, const std::string& text, std::uint32_t most) {
  NumberRanges ranges;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(',', at), text.size());
    const std::string item = text.substr(at, end - at);
    const std::size_t dash = item.find('-', 1);
    const auto number = [&](const std::string& part) {
      if (part.empty()) {
        throw ConfigError(fmt::format("{} {}", option, text), "is no list of numbers",
                          "write numbers and ranges, such as 0-3,7");
      }
      return static_cast<std::uint32_t>(number_argument(option, part, 0, most));
    };
    const std::uint32_t first = number(item.substr(0, dash));
    const std::uint32_t last = dash == std::string::npos ? first : number(item.substr(dash + 1));
    if (first > last) {
      throw ConfigError(fmt::format("{} {}", option, item), "ends before it begins");
    }
    ranges.emplace_back(first, last);
    at = end + 1;
  }
  return ranges;
}

NumberRanges slot_ranges(const std::string& text, const workload::Scenario& scenario) {
  return ranges("--wave-slots", text, scenario.engine.slots - 1);
}

NumberRanges queue_pair_ranges(const std::string& text, const workload::Scenario& scenario) {
  NumberRanges asked = ranges("--wave-qps", text, kMostQueuePair);
  for (const auto& [first, last] : asked) {
    if (scenario.queue_pairs.count(first, last) == 0) {
      const std::string name = first == last ? fmt::format("queue pair {}", first)
                                             : fmt::format("queue pair from {} to {}", first, last);
      throw ConfigError("--wave-qps " + text, "there is no " + name);
    }
  }
  return asked;
}

TriggerCondition trigger(const std::string& text) {
  using Kind = TriggerCondition::Kind;
  constexpr std::array<std::pair<std::string_view, Kind>, 3> kWords = {
      {{"fault", Kind::kFault}, {"reset", Kind::kReset}, {"dereg", Kind::kDeregistration}}};
  for (const auto& [word, kind] : kWords) {
    if (text == word) {
      return {kind, std::nullopt};
    }
  }
  constexpr std::string_view kTag = "tag=";
  if (text.rfind(kTag, 0) != 0) {
    throw ConfigError("--wave-around " + text, "is nothing that a window can open around",
                      "write fault, reset, dereg, or tag=7.sq.3.0@0");
  }
  const std::optional<CompletionTag> tag = parse_tag(text.substr(kTag.size()));
  if (!tag) {
    throw ConfigError("--wave-around " + text, "holds no completion tag",
                      "a tag is queue pair, side (sq, rq or responder), number, part and epoch, as "
                      "in tag=7.sq.3.0@0");
  }
  return {Kind::kTag, tag};
}

/// The options that mean nothing without others.
void require_company(const WaveArguments& arguments) {
  const std::array<std::pair<const char*, const std::string*>, 7> companions = {
      {{"--wave-from", &arguments.from},
       {"--wave-to", &arguments.to},
       {"--wave-slots", &arguments.slots},
       {"--wave-qps", &arguments.queue_pairs},
       {"--wave-around", &arguments.around},
       {"--wave-margin", &arguments.margin},
       {"--wave-limit", &arguments.limit}}};
  for (const auto& [option, value] : companions) {
    if (!arguments.path && !value->empty()) {
      throw ConfigError(std::string(option) + " " + *value, "there is no waveform to shape",
                        "add --wave FILE.vcd or --wave FILE.fst");
    }
  }
  if (!arguments.around.empty() && (!arguments.from.empty() || !arguments.to.empty())) {
    throw ConfigError("--wave-around " + arguments.around,
                      "a window is either around an event or from a cycle to a cycle",
                      "leave out --wave-from and --wave-to");
  }
  if (!arguments.margin.empty() && arguments.around.empty()) {
    throw ConfigError("--wave-margin " + arguments.margin, "there is nothing to keep a margin to",
                      "add --wave-around fault, reset, dereg or tag=7.sq.3.0@0");
  }
}

std::string never_written(const observe::WaveReport& report, const WaveArguments& arguments) {
  const std::string why =
      arguments.around.empty()
          ? fmt::format("the run ended before cycle {}", arguments.from)
          : fmt::format("nothing in the run was what --wave-around {} waits for", arguments.around);
  return fmt::format("wave: {} is not written: {}\n", report.path, why);
}

}  // namespace

std::optional<observe::WaveOptions> wave_options(const WaveArguments& arguments,
                                                 const workload::Scenario& scenario) {
  require_company(arguments);
  if (!arguments.path) {
    return std::nullopt;
  }
  if (const auto refusal = observe::refuse_wave_file(*arguments.path)) {
    throw ConfigError("--wave " + *arguments.path, refusal->problem, refusal->hint);
  }
  observe::WaveOptions options;
  options.path = *arguments.path;
  const auto cycle = [](const char* option, const std::string& text, Cycle otherwise) {
    return text.empty() ? otherwise : number_argument(option, text, 0, kMostCycles);
  };
  options.from = cycle("--wave-from", arguments.from, options.from);
  options.to = cycle("--wave-to", arguments.to, options.to);
  if (options.from > options.to) {
    throw ConfigError(fmt::format("--wave-from {}", options.from),
                      fmt::format("comes after --wave-to {}", options.to));
  }
  if (!arguments.slots.empty()) options.selection.slots = slot_ranges(arguments.slots, scenario);
  if (!arguments.queue_pairs.empty()) {
    options.selection.queue_pairs = queue_pair_ranges(arguments.queue_pairs, scenario);
  }
  if (!arguments.around.empty()) options.around = trigger(arguments.around);
  if (!arguments.margin.empty()) {
    options.margin = number_argument("--wave-margin", arguments.margin, 0, kMostMargin);
  }
  if (!arguments.limit.empty()) options.limit = size_argument("--wave-limit", arguments.limit);
  return options;
}

std::string describe(const observe::WaveReport& report, const WaveArguments& arguments) {
  if (!report.written) {
    return never_written(report, arguments);
  }
  std::string text = fmt::format("wave: {}: cycles {} to {}, {} changes, {} bytes\n", report.path,
                                 grouped(report.first), grouped(report.last),
                                 grouped(report.changes), grouped(report.bytes));
  if (report.full) {
    text += fmt::format("wave: it ends at cycle {}, since it has grown to --wave-limit {}\n",
                        grouped(report.last), arguments.limit);
  }
  if (report.save_kept) {
    text += "wave: the save file beside it is one that GTKWave has written, and stays\n";
  }
  if (report.too_many_queue_pairs) {
    text += "wave: there are too many queue pairs to show; name some with --wave-qps\n";
  }
  return text;
}

}  // namespace sgdma::app
