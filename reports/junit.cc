#include "casement/reports/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "casement/base/text.h"
#include "casement/reports/escape.h"
#include "casement/reports/wording.h"
#include "casement/results/recorder.h"

namespace casement::reports {

using results::Case;
using results::Outcome;
using results::Run;
using results::Suite;

namespace {

// Names that readers keep apart. GitLab drops a repeated test name and Jenkins a repeated suite
// name; compared after escaping, since two names may look the same only then.
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

std::string property(std::string_view name, std::string_view value) {
  return "<property" + attribute("name", name) + attribute("value", value) + "/>\n";
}

// Text for system-out, where a line of this form would make a CI server pick up any file.
std::string defused(std::string text) {
  for (std::size_t at = 0; (at = text.find("[[ATTACHMENT|", at)) != std::string::npos; at += 2) {
    text.insert(at + 1, " ");
  }
  return text;
}

std::string step_line(const results::Step& step) {
  std::string line(2 * static_cast<std::size_t>(std::max(step.depth, 0)), ' ');
  line += fmt::format("{} {}  {}", mark(step.outcome), visible_line(step.title),
                      in_short(step.milliseconds));
  const std::string where = place(step.where);
  if (!where.empty()) line += "  " + where;
  if (!step.message.empty()) line += "\n" + indent(visible_lines(step.message), "    ");
  return line + "\n";
}

std::string system_out(const Case& one) {
  std::string text;
  for (const results::Step& step : one.steps) text += step_line(step);
  for (const results::FrameFailure& failure : one.frame_failures) {
    if (failure.verdict == results::FrameFailure::Verdict::Warned) {
      text += "warning: frame " + frame_failure_line(failure) + "\n";
    }
  }
  for (const std::string& warning : one.warnings) {
    text += "warning: " + visible_line(warning) + "\n";
  }
  text = defused(std::move(text));
  for (const results::Attachment& attachment : one.attachments) {
    if (!attachment.path.empty()) {
      text += fmt::format("[[ATTACHMENT|{}]]\n", defused(visible_line(attachment.path)));
    }
  }
  return text;
}

std::string system_err(const Case& one) {
  std::string text;
  for (const std::string& line : one.console) text += visible_line(line) + "\n";
  return defused(std::move(text));
}

std::string properties(const Case& one) {
  std::string text;
  for (const std::string& tag : one.tags) text += "        " + property("tag", tag);
  for (const results::FrameFailure& failure : one.frame_failures) {
    const std::string frame =
        failure.frame_name.empty() ? "" : fmt::format("frame \"{}\", ", failure.frame_name);
    text += "        " +
            property("frame_failure",
                     fmt::format("{} {} {}: {} ({}verdict {})", failure.owner_ref, failure.kind,
                                 failure.url, failure.message, frame, to_string(failure.verdict)));
  }
  return text.empty() ? "" : "      <properties>\n" + text + "      </properties>\n";
}

// All failures in one element, since readers keep one.
std::string failure_element(const Case& one) {
  const std::vector<results::Failure> failures = told_failures(one);
  std::string message = failures.front().message;
  if (failures.size() > 1) message += fmt::format(" (and {} more)", failures.size() - 1);
  std::string text;
  for (const results::Failure& failure : failures) {
    if (!text.empty()) text += "\n";
    const std::string where = place(failure.where);
    if (!where.empty()) text += where + "  ";
    const results::Step* step = failed_step(one, failure);
    text += visible_line(step ? step->title : failure.type) + "\n";
    text += visible_lines(failure.message) + "\n";
    if (!failure.details.empty()) text += visible_lines(failure.details) + "\n";
  }
  const std::string& type = failures.front().type;
  return "      <failure" + attribute("type", type.empty() ? "failure" : type) +
         attribute("message", message) + ">" + escape_markup(text) + "</failure>\n";
}

std::string text_element(std::string_view name, const std::string& text) {
  return text.empty() ? "" : fmt::format("      <{0}>{1}</{0}>\n", name, escape_markup(text));
}

std::string testcase(const Case& one, const Suite& suite, UniqueNames& names) {
  const std::string class_name = visible_line(one.class_name.empty() ? suite.name : one.class_name);
  const std::string name =
      names.claim(class_name, one.name.empty() ? "(unnamed)" : visible_line(one.name));
  std::string xml = "    <testcase" + attribute("classname", class_name) + attribute("name", name) +
                    attribute_if_any("file", one.where.file);
  if (one.where.line > 0) xml += attribute("line", static_cast<std::size_t>(one.where.line));
  xml += attribute("time", in_decimal_seconds(one.milliseconds)) + ">\n" + properties(one);
  if (one.outcome == Outcome::Failed) xml += failure_element(one);
  if (one.outcome == Outcome::Skipped) {
    xml += "      <skipped" + attribute("message", one.skip_reason) + "/>\n";
  }
  xml += text_element("system-out", system_out(one));
  xml += text_element("system-err", system_err(one));
  return xml + "    </testcase>\n";
}

std::string counts(std::size_t tests, std::size_t failures, std::size_t errors,
                   std::size_t skipped) {
  return attribute("tests", tests) + attribute("failures", failures) + attribute("errors", errors) +
         attribute("skipped", skipped);
}

std::string suite_head(const Run& run, const std::string& name, std::string_view file) {
  return "  <testsuite" + attribute("name", name) + attribute_if_any("file", file) +
         attribute_if_any("timestamp", run.info.started) +
         attribute_if_any("hostname", run.info.host_name);
}

std::string suite_properties(const Run& run) {
  std::string text;
  if (!run.info.product.empty()) text += "      " + property("product", run.info.product);
  if (!run.info.browser.empty()) text += "      " + property("browser", run.info.browser);
  return text.empty() ? "" : "    <properties>\n" + text + "    </properties>\n";
}

std::string testsuite(const Run& run, const Suite& suite, UniqueNames& suite_names,
                      UniqueNames& case_names) {
  std::string cases;
  double milliseconds = 0;
  std::size_t failures = 0, skipped = 0;
  for (const Case& one : suite.cases) {
    cases += testcase(one, suite, case_names);
    milliseconds += one.milliseconds;
    if (one.outcome == Outcome::Failed) ++failures;
    if (one.outcome == Outcome::Skipped) ++skipped;
  }
  return suite_head(run, suite_names.claim("", visible_line(suite.name)), suite.file) +
         counts(suite.cases.size(), failures, 0, skipped) +
         attribute("time", in_decimal_seconds(milliseconds)) + ">\n" + suite_properties(run) +
         cases + "  </testsuite>\n";
}

std::string error_suite(const Run& run, UniqueNames& suite_names, UniqueNames& case_names) {
  if (run.errors.empty()) return "";
  std::string xml = suite_head(run, suite_names.claim("", "run"), "") +
                    counts(run.errors.size(), 0, run.errors.size(), 0) +
                    attribute("time", "0.000") + ">\n" + suite_properties(run);
  for (const std::string& error : run.errors) {
    const std::string first_line = error.substr(0, error.find('\n'));
    xml += "    <testcase" + attribute("classname", "run") +
           attribute("name", case_names.claim("run", "error of the run")) +
           attribute("time", "0.000") + ">\n      <error" + attribute("type", "run") +
           attribute("message", first_line) + ">" + escape_markup(visible_lines(error)) +
           "</error>\n    </testcase>\n";
  }
  return xml + "  </testsuite>\n";
}

}  // namespace

std::string junit_xml(const Run& run) {
  const results::Totals totals = results::count_totals(run);
  UniqueNames suite_names, case_names;
  std::string suites;
  for (const Suite& suite : run.suites) {
    suites += testsuite(run, suite, suite_names, case_names);
  }
  suites += error_suite(run, suite_names, case_names);
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
         attribute_if_any("name", run.info.product) +
         counts(totals.passed + totals.failed + totals.skipped + run.errors.size(), totals.failed,
                run.errors.size(), totals.skipped) +
         attribute("time", in_decimal_seconds(run.milliseconds)) + ">\n" + suites +
         "</testsuites>\n";
}

}  // namespace casement::reports
