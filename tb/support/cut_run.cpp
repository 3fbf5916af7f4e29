#include "support/cut_run.h"

#include <boost/json.hpp>

#include "support/scratch.h"

namespace sgdma::test {

namespace json = boost::json;

CutRun::CutRun(const std::string& scenario, const std::string& event,
               const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {"cutpoints", write_scratch_file("cut.toml", scenario),
                                      "--json", "--event", event};
  command.insert(command.end(), arguments.begin(), arguments.end());
  command_ = run_command(command);
}

std::string CutRun::result(std::string_view pointer) const {
  boost::system::error_code error;
  const json::value whole = json::parse(command_.out, error);
  const json::value* found = error ? nullptr : whole.find_pointer(pointer, error);
  if (found == nullptr) return {};
  return found->is_string() ? std::string(found->as_string()) : json::serialize(*found);
}

std::vector<std::string> CutRun::fields() const {
  const json::value whole = json::parse(command_.out);
  std::vector<std::string> fields;
  for (const auto& field : whole.as_object()) fields.emplace_back(field.key());
  return fields;
}

std::uint64_t CutRun::number(std::string_view pointer) const {
  const std::string text = result(pointer);
  return text.empty() ? 0 : std::stoull(text);
}

}  // namespace sgdma::test
