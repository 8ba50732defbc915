#include "casement/reports/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>
#include <vector>

#include "casement/base/text.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_text.h"
#include "casement/results/infrastructure.h"

namespace casement::reports {

using results::Case;
using results::Outcome;
using results::Run;
using results::Suite;

namespace {

// "error in flows/pay.flow.yaml" for a mistake at a place of a file.
std::string name_of_error(std::string_view error) {
  const std::string_view line = error.substr(0, error.find('\n'));
  std::size_t end = line.find(": error: ");
  for (int part = 0; part < 2 && end != line.npos && end > 0; ++part)
    end = line.rfind(':', end - 1);  // line and column
  return end == line.npos || end == 0 ? "error of the run" : "error in " + std::string(line.substr(0, end));
}

// Makes names unique for readers: GitLab drops a repeated test name, and Jenkins a repeated suite name. Names are
// compared after escaping, because two names may become equal only then.
class UniqueNames {
 public:
  std::string claim(const std::string& group, const std::string& name) {
    std::string unique = name;
    for (int number = 2; !taken_.insert({group, unique}).second; ++number) {
      unique = fmt::format("{} ({})", name, number);
    }
    return unique;
  }

 private:
  std::set<std::pair<std::string, std::string>> taken_;
};

std::string attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, escape_markup(visible_line(value)));
}

std::string attribute(std::string_view name, std::size_t value) {
  return fmt::format(" {}=\"{}\"", name, value);
}

std::string attribute_if_any(std::string_view name, std::string_view value) {
  return value.empty() ? "" : attribute(name, value);
}

std::string file_attribute(const std::string& file, const JunitOptions& options) {
  return attribute_if_any("file", options.file_path ? options.file_path(file) : file);
}

std::string property(std::string_view name, std::string_view value) {
  return "<property" + attribute("name", name) + attribute("value", value) + "/>\n";
}

std::string step_line(const results::Step& step) {
  std::string line(2 * static_cast<std::size_t>(std::max(step.depth, 0)), ' ');
  line += fmt::format("{} {}  {}", mark(step.outcome), visible_line(step.title), in_short(step.milliseconds));
  const std::string where = place(step.where);
  if (!where.empty()) line += "  " + where;
  if (!step.message.empty()) line += "\n" + indent(visible_lines(step.message), "    ");
  return line + "\n";
}

// Returns a name with dots, by which Jenkins groups: "flows/shop/checkout" → "flows.shop.checkout". Dots in the path
// are replaced, because they would begin another group.
std::string class_with_dots(const std::string& path) {
  std::string dotted;
  for (const std::filesystem::path& folder : std::filesystem::path(path)) {
    std::string part = folder.string();
    if (part.empty() || part == "/" || part == "." || part == "..") continue;
    std::replace(part.begin(), part.end(), '.', '_');
    dotted += (dotted.empty() ? "" : ".") + part;
  }
  return visible_line(dotted);
}

// The pictures of failures are first, because GitLab shows only the first attachment.
std::vector<std::string> attachment_paths(const Case& one) {
  const auto shows_failure = [&](const results::Attachment& attachment) {
    return std::ranges::find(one.failures, attachment.name, &results::Failure::screenshot) != one.failures.end();
  };
  std::vector<std::string> first, rest;
  for (const results::Attachment& attachment : one.attachments) {
    if (!attachment.path.empty()) (shows_failure(attachment) ? first : rest).push_back(attachment.path);
  }
  first.insert(first.end(), rest.begin(), rest.end());
  return first;
}

std::string system_out(const Case& one, const JunitOptions& options) {
  std::string text;
  for (const results::Step& step : one.steps) text += step_line(step);
  for (const results::FrameFailure& failure : one.frame_failures) {
    if (failure.verdict == results::FrameFailure::Verdict::Warned) {
      text += "warning: " + frame_failure_line(failure) + "\n";
    }
  }
  for (const std::string& warning : one.warnings) {
    text += "warning: " + visible_line(warning) + "\n";
  }
  for (const std::string& path : attachment_paths(one))
    text += fmt::format("[[ATTACHMENT|{}]]\n", visible_line(options.attachment_prefix + path));
  return text;
}

std::string system_err(const Case& one) {
  std::string text;
  for (const std::string& line : one.console) text += visible_line(line) + "\n";
  return text;
}

// Facts about a case besides its result.
std::vector<std::pair<std::string, std::string>> case_properties(const Case& one) {
  std::vector<std::pair<std::string, std::string>> known;
  for (const std::string& tag : one.tags) known.emplace_back("tag", tag);
  for (const results::Property& one_property : one.properties)
    known.emplace_back(one_property.name, one_property.value);
  if (!one.rerun.empty()) known.emplace_back("rerun", one.rerun);
  if (one.missed_changes > 0) known.emplace_back("missed_changes", std::to_string(one.missed_changes));
  for (const results::FrameFailure& failure : one.frame_failures) {
    const std::string frame = failure.frame_name.empty() ? "" : fmt::format("frame \"{}\", ", failure.frame_name);
    known.emplace_back("frame_failure", fmt::format("{} {} {}: {} ({}verdict {})", failure.owner_ref, failure.kind,
                                                    failure.url, failure.message, frame, to_string(failure.verdict)));
  }
  return known;
}

std::string properties(const Case& one) {
  std::string text;
  for (const auto& [name, value] : case_properties(one)) text += "        " + property(name, value);
  return text.empty() ? "" : "      <properties>\n" + text + "      </properties>\n";
}

// The same facts, and the case's place, as lines for readers that ignore properties of a case.
std::string knowledge_lines(const Case& one) {
  const std::string where = place(one.where);
  std::string text = where.empty() ? "" : "at " + where + "\n";
  for (const auto& [name, value] : case_properties(one)) text += name + " " + visible_line(value) + "\n";
  return text;
}

std::string text_element(std::string_view name, const std::string& text, std::string_view margin = "      ") {
  return text.empty() ? "" : fmt::format("{1}<{0}>{2}</{0}>\n", name, margin, escape_markup(text));
}

std::string failures_text(const std::vector<results::Failure>& failures, const Case& one) {
  std::string text;
  for (const results::Failure& failure : failures) {
    if (!text.empty()) text += "\n";
    const std::string where = place(failure.where);
    if (!where.empty()) text += where + "  ";
    text += visible_line(failed_part(one, failure)) + "\n";
    text += visible_lines(failure.message) + "\n";
    if (!failure.details.empty()) text += visible_lines(failure.details) + "\n";
  }
  return text;
}

// The start of an element that describes how an attempt failed.
std::string problem_head(std::string_view element, const std::vector<results::Failure>& failures) {
  std::string message = failures.front().message;
  if (failures.size() > 1) message += fmt::format(" (and {} more)", failures.size() - 1);
  const std::string& type = failures.front().type;
  return fmt::format("      <{}{}{}", element, attribute("type", type.empty() ? "failure" : type),
                     attribute("message", message));
}

// Puts all failures into one element, because readers use only one.
std::string failure_element(const Case& one) {
  std::vector<results::Failure> failures = reported_failures(one);
  if (results::failed_by_infrastructure(one)) {
    const std::string text = failures_text(failures, one);
    failures.front().type = "infrastructure";  // a single word that dashboards can count
    return problem_head("error", failures) + ">" + escape_markup(text) + "</error>\n";
  }
  return problem_head("failure", failures) + ">" + escape_markup(failures_text(failures, one)) + "</failure>\n";
}

// Surefire's form of an attempt: each part is an element of its own.
std::string attempt_element(std::string_view element, const Case& one, const JunitOptions& options) {
  const std::vector<results::Failure> failures = reported_failures(one);
  return problem_head(element, failures) + ">\n" +
         text_element("stackTrace", failures_text(failures, one), "        ") +
         text_element("system-out", system_out(one, options), "        ") +
         text_element("system-err", system_err(one), "        ") + fmt::format("      </{}>\n", element);
}

std::string attempts(const Case& one, const JunitOptions& options) {
  if (one.earlier_attempts.empty()) return one.outcome == Outcome::Failed ? failure_element(one) : "";
  std::string xml;
  if (one.outcome == Outcome::Flaky) {
    for (const Case& attempt : one.earlier_attempts) xml += attempt_element("flakyFailure", attempt, options);
    return xml;
  }
  xml = failure_element(one.earlier_attempts.front());
  for (std::size_t i = 1; i < one.earlier_attempts.size(); ++i) {
    xml += attempt_element("rerunFailure", one.earlier_attempts[i], options);
  }
  return xml + (one.outcome == Outcome::Failed ? attempt_element("rerunFailure", one, options) : "");
}

std::string status_of(const Case& one) {
  if (one.outcome != Outcome::Skipped) return attribute("status", "run") + attribute("result", "completed");
  return one.not_run ? attribute("status", "notrun") + attribute("result", "suppressed")
                     : attribute("status", "run") + attribute("result", "skipped");
}

std::string class_name_of(const Case& one, const std::string& suite) {
  const std::string name = class_with_dots(one.class_name);
  return name.empty() ? visible_line(suite) : name;
}

std::string testcase(const Case& one, const std::string& class_name, const std::string& name,
                     const JunitOptions& options) {
  std::string xml = "    <testcase" + attribute("classname", class_name) + attribute("name", name);
  if (!options.plain) xml += file_attribute(one.where.file, options);
  if (!options.plain && one.where.line > 0) xml += attribute("line", static_cast<std::size_t>(one.where.line));
  if (options.has_status) xml += status_of(one);
  xml += attribute("time", in_decimal_seconds(one.milliseconds)) + ">\n";
  if (!options.plain) xml += properties(one);
  xml += attempts(one, options);
  if (one.outcome == Outcome::Skipped) {
    xml += "      <skipped" + attribute("message", one.skip_reason) + "/>\n";
  }
  // The output belongs to the same attempt as the failure.
  const bool of_the_first = one.outcome == Outcome::Failed && !one.earlier_attempts.empty();
  const Case& shown_case = of_the_first ? one.earlier_attempts.front() : one;
  xml += text_element("system-out", (options.plain ? knowledge_lines(one) : "") + system_out(shown_case, options));
  xml += text_element("system-err", system_err(shown_case));
  return xml + "    </testcase>\n";
}

std::string suite_head(const Run& run, const std::string& name, const std::string& file_of_suite) {
  return "  <testsuite" + attribute("name", name) + file_of_suite + attribute_if_any("timestamp", run.info.started) +
         attribute_if_any("hostname", run.info.host_name);
}

std::string suite_properties(const Run& run) {
  std::string text;
  if (!run.info.product.empty()) text += "      " + property("product", run.info.product);
  if (!run.info.browser.empty()) text += "      " + property("browser", run.info.browser);
  if (run.info.seed != 0) text += "      " + property("seed", std::to_string(run.info.seed));
  for (const std::string& warning : run.info.warnings) text += "      " + property("warning", warning);
  return text.empty() ? "" : "    <properties>\n" + text + "    </properties>\n";
}

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;
  double milliseconds = 0;

  void add(const Case& one) {
    ++tests;
    const Case& shown_case = one.earlier_attempts.empty() ? one : one.earlier_attempts.front();  // see `attempts`
    if (one.outcome == Outcome::Failed) ++(results::failed_by_infrastructure(shown_case) ? errors : failures);
    if (one.outcome == Outcome::Skipped) ++skipped;
    milliseconds += sane_duration(one.milliseconds);
  }
  std::string attributes() const {
    return attribute("tests", tests) + attribute("failures", failures) + attribute("errors", errors);
  }
  std::string with_skipped() const { return attributes() + attribute("skipped", skipped); }
};

// Returns the last attempt without the earlier attempts.
Case last_attempt(const Case& one) {
  Case last = one;
  last.earlier_attempts.clear();
  if (last.outcome == Outcome::Flaky) last.outcome = Outcome::Passed;
  return last;
}

class Document {
 public:
  Document(const Run& run, const JunitOptions& options) : run_(run), options_(options) {}

  void add(const Suite& suite) {
    Counts own;
    std::string cases;
    for (const Case& one : suite.cases) {
      const std::string class_name = class_name_of(one, suite.name);
      const std::string name = case_names_.claim(class_name, full_name(one));
      const auto write = [&](const Case& shown_case) {
        own.add(shown_case);
        cases += testcase(shown_case, class_name, name, options_);
      };
      if (!options_.plain) {
        write(one);
        continue;
      }
      for (const Case& attempt : one.earlier_attempts) write(attempt);
      write(last_attempt(one));
    }
    close(suite.name, suite.file, own, cases);
  }
  void add_errors() {
    if (run_.errors.empty()) return;
    Counts own;
    std::string cases;
    for (const std::string& error : run_.errors) {
      ++own.tests;
      ++own.errors;
      cases += "    <testcase" + attribute("classname", "run") +
               attribute("name", case_names_.claim("run", name_of_error(error))) + attribute("time", "0.000") +
               ">\n      <error" + attribute("type", "run") + attribute("message", error.substr(0, error.find('\n'))) +
               ">" + escape_markup(visible_lines(error)) + "</error>\n    </testcase>\n";
    }
    close("run", "", own, cases);
  }
  std::string text() const {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute_if_any("name", run_.info.product) +
           (options_.plain ? all_.attributes() : all_.with_skipped()) +
           attribute("time", in_decimal_seconds(run_.milliseconds)) + ">\n" + suites_ + "</testsuites>\n";
  }

 private:
  void close(const std::string& name, const std::string& file, const Counts& own, const std::string& cases) {
    suites_ += suite_head(run_, suite_names_.claim("", visible_line(name)), file_attribute(file, options_)) +
               own.with_skipped() + attribute("time", in_decimal_seconds(own.milliseconds)) + ">\n" +
               suite_properties(run_) + cases + "  </testsuite>\n";
    all_.tests += own.tests;
    all_.failures += own.failures;
    all_.errors += own.errors;
    all_.skipped += own.skipped;
  }

  const Run& run_;
  JunitOptions options_;
  UniqueNames suite_names_, case_names_;
  Counts all_;
  std::string suites_;
};

}  // namespace

std::string junit_xml(const Run& run, const JunitOptions& options) {
  Document document(run, options);
  for (const Suite& suite : run.suites) document.add(suite);
  document.add_errors();
  return document.text();
}

std::string junit_name(const Case& one) {
  return class_name_of(one, one.suite) + "." + full_name(one);
}

}  // namespace casement::reports
