#include "explore/sweep/point_filter.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <muParser.h>
#include <optional>
#include <string_view>

#include "explore/sweep/layer_value.h"
#include "workload/config/key_listing.h"
#include "workload/config/nearest_name.h"

namespace sgdma::explore {
namespace {

using workload::KeyKind;
using workload::KeySpec;
using workload::KeyValue;
using workload::ListedKey;
using workload::ListedTable;

constexpr const char* kNameCharacters =
    "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.[]";

template <std::int64_t factor>
double times(double value) {
  return value * static_cast<double>(factor);
}

/// In bytes, picoseconds, hertz and bits a second.
void define_units(mu::Parser& parser) {
  constexpr std::int64_t kKilo = 1000;
  constexpr std::int64_t kMega = kKilo * kKilo;
  constexpr std::int64_t kGiga = kMega * kKilo;
  constexpr std::int64_t kTera = kGiga * kKilo;
  parser.DefinePostfixOprt("B", times<1>);
  parser.DefinePostfixOprt("kB", times<kKilo>);
  parser.DefinePostfixOprt("MB", times<kMega>);
  parser.DefinePostfixOprt("GB", times<kGiga>);
  parser.DefinePostfixOprt("TB", times<kTera>);
  parser.DefinePostfixOprt("KiB", times<(1LL << 10)>);
  parser.DefinePostfixOprt("MiB", times<(1LL << 20)>);
  parser.DefinePostfixOprt("GiB", times<(1LL << 30)>);
  parser.DefinePostfixOprt("TiB", times<(1LL << 40)>);
  parser.DefinePostfixOprt("ps", times<1>);
  parser.DefinePostfixOprt("ns", times<kKilo>);
  parser.DefinePostfixOprt("us", times<kMega>);
  parser.DefinePostfixOprt("ms", times<kGiga>);
  parser.DefinePostfixOprt("s", times<kTera>);
  parser.DefinePostfixOprt("Hz", times<1>);
  parser.DefinePostfixOprt("kHz", times<kKilo>);
  parser.DefinePostfixOprt("MHz", times<kMega>);
  parser.DefinePostfixOprt("GHz", times<kGiga>);
  parser.DefinePostfixOprt("bit/s", times<1>);
  parser.DefinePostfixOprt("kbit/s", times<kKilo>);
  parser.DefinePostfixOprt("Mbit/s", times<kMega>);
  parser.DefinePostfixOprt("Gbit/s", times<kGiga>);
  parser.DefinePostfixOprt("Tbit/s", times<kTera>);
  parser.DefinePostfixOprt("MB/s", times<8 * kMega>);
  parser.DefinePostfixOprt("GB/s", times<8 * kGiga>);
}

/// Words are numbers of their own: those that two keys have in common are one.
std::vector<std::string> words() {
  std::vector<std::string> all = {"false", "true"};
  for (const ListedTable& table : workload::listed_tables()) {
    for (const ListedKey& key : table.keys) {
      if (key.spec.kind != KeyKind::kChoice) continue;
      for (const std::string_view choice : key.spec.choices) {
        if (std::find(all.begin(), all.end(), choice) == all.end()) all.emplace_back(choice);
      }
    }
  }
  return all;
}

const std::vector<std::string>& known_words() {
  static const std::vector<std::string> all = words();
  return all;
}

double word_number(std::string_view word) {
  const std::vector<std::string>& all = known_words();
  return static_cast<double>(std::find(all.begin(), all.end(), word) - all.begin());
}

/// Words for 0 that mean that there is no end.
constexpr std::array<std::string_view, 3> kEndless = {"unlimited", "never", "to_the_end"};

bool is_endless(std::string_view word) {
  return std::find(kEndless.begin(), kEndless.end(), word) != kEndless.end();
}

void define_words(mu::Parser& parser) {
  for (const std::string& word : known_words()) {
    if (std::isalpha(static_cast<unsigned char>(word.front())) != 0) {
      parser.DefineConst(word, word_number(word));
    }
  }
  for (const std::string_view word : kEndless) {
    parser.DefineConst(std::string(word), std::numeric_limits<double>::infinity());
  }
}

bool is_number(const KeySpec& spec) {
  switch (spec.kind) {
    case KeyKind::kFlags:
    case KeyKind::kAddresses:
    case KeyKind::kText:
    case KeyKind::kEntries: return false;
    default: return true;
  }
}

std::optional<double> number_of(const workload::ScenarioLayers& point, const std::string& key) {
  const KeySpec& spec = workload::find_key(key)->spec;
  const std::optional<KeyValue> value = layer_value(point, key);
  if (!value) return std::nullopt;
  if (value->distribution && !value->distribution->is_constant()) return std::nullopt;
  const std::uint64_t number =
      value->distribution ? value->distribution->points().front().value : value->number;
  if (number == 0 && is_endless(spec.word)) return std::numeric_limits<double>::infinity();
  if (spec.kind == KeyKind::kChoice) return word_number(spec.choices[number]);
  if (key == "clock.frequency") return 1e12 / static_cast<double>(number);
  return static_cast<double>(number);
}

}  // namespace

PointFilter::PointFilter(const std::vector<Constraint>& constraints, workload::ErrorList& errors)
    : errors_(errors) {
  for (const Constraint& constraint : constraints) compile(constraint);
}

PointFilter::~PointFilter() = default;

void PointFilter::report(const Constraint& constraint, const std::string& message,
                         std::string hint) {
  errors_.report(constraint.place, message, std::move(hint));
}

double* PointFilter::new_variable(const char* name, void* expression) {
  auto& variables = static_cast<Expression*>(expression)->variables;
  variables.push_back({name});
  return &variables.back().value;
}

void PointFilter::compile(const Constraint& constraint) {
  auto expression = std::make_unique<Expression>();
  expression->constraint = constraint;
  expression->parser = std::make_unique<mu::Parser>();
  mu::Parser& parser = *expression->parser;
  try {
    parser.DefineNameChars(kNameCharacters);
    parser.ClearConst();
    define_units(parser);
    define_words(parser);
    parser.SetVarFactory(new_variable, expression.get());
    parser.SetExpr(constraint.text);
    parser.Eval();
  } catch (const mu::Parser::exception_type& error) {
    report(constraint, "\"" + constraint.text + "\" is no constraint: " + error.GetMsg(),
           "for example \"engine.slots * bus.max_read_burst <= 64 KiB\"");
    return;
  }
  for (const Variable& variable : expression->variables) {
    const ListedKey* key = workload::find_key(variable.key);
    if (key == nullptr) {
      std::vector<std::string> names = workload::key_names();
      names.insert(names.end(), known_words().begin(), known_words().end());
      report(constraint, "unknown key in a constraint: " + variable.key,
             workload::did_you_mean(variable.key, names, "`sgdma config docs` lists them all"));
      return;
    }
    if (!is_number(key->spec)) {
      report(constraint, variable.key + " is no number", {});
      return;
    }
  }
  expressions_.push_back(std::move(expression));
}

bool PointFilter::admits(const workload::ScenarioLayers& point) {
  bool admitted = true;
  for (const std::unique_ptr<Expression>& expression : expressions_) {
    bool known = true;
    for (Variable& variable : expression->variables) {
      const std::optional<double> number = number_of(point, variable.key);
      if (!number) {
        report(expression->constraint, variable.key + " has no value, or one that is no number",
               {});
        known = false;
        break;
      }
      variable.value = *number;
    }
    admitted = admitted && known && expression->parser->Eval() != 0;
  }
  return admitted;
}

}  // namespace sgdma::explore
