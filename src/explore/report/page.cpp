#include "explore/report/page.h"

#include <boost/algorithm/string/replace.hpp>
#include <boost/json.hpp>

#include "explore/report/page_file.h"
#include "workload/readable_json.h"

namespace sgdma::explore {
namespace {

namespace json = boost::json;

/// A script's text between its tags: it cannot end them.
std::string as_script(std::string_view text) {
  return boost::replace_all_copy(std::string(text), "</script", "<\\/script");
}

std::string as_html(std::string_view text) {
  std::string html;
  for (const char character : text) {
    switch (character) {
      case '&': html += "&amp;"; break;
      case '<': html += "&lt;"; break;
      case '>': html += "&gt;"; break;
      default: html += character;
    }
  }
  return html;
}

/// No `<` is left that could begin a tag or a comment.
std::string as_data(const json::object& data) {
  return boost::replace_all_copy(workload::readable_json(data), "<", "\\u003c");
}

std::string licences() {
  std::string text;
  for (const char* name : {"vega", "vega-lite", "vega-embed"}) {
    text +=
        std::string(name) + "\n\n" + std::string(page_file(std::string(name) + ".txt")) + "\n\n";
  }
  return text;
}

/// Puts texts into a template one after the other, in its order, so that none is looked through.
class Filled {
 public:
  explicit Filled(std::string_view rest) : rest_(rest) {}

  void fill(std::string_view mark, const std::string& text) {
    const std::size_t at = rest_.find(mark);
    text_.append(rest_.substr(0, at)).append(text);
    rest_.remove_prefix(at + mark.size());
  }
  std::string text() { return text_.append(rest_); }

 private:
  std::string_view rest_;
  std::string text_;
};

}  // namespace

bool has_page_libraries() { return !page_file("vega.js").empty(); }

std::string page_of(const json::object& data) {
  const bool run = data.at("kind") == "run";
  std::string libraries;
  for (const char* name : {"vega.js", "vega-lite.js", "vega-embed.js"}) {
    libraries += as_script(page_file(name)) + "\n";
  }
  std::string scripts;
  for (const char* name : {"charts.js", run ? "run.js" : "sweep.js"}) {
    scripts += as_script(page_file(name)) + "\n";
  }
  const std::string title = as_html(std::string(data.at("title").as_string()));
  Filled page(page_file("page.html"));
  page.fill("{{title}}", title);
  page.fill("{{style}}", std::string(page_file("page.css")));
  page.fill("{{title}}", title);
  page.fill("{{body}}", std::string(page_file(run ? "run.html" : "sweep.html")));
  page.fill("{{licences}}", as_html(licences()));
  page.fill("{{data}}", as_data(data));
  page.fill("{{libraries}}", libraries);
  page.fill("{{scripts}}", scripts);
  return page.text();
}

}  // namespace sgdma::explore
