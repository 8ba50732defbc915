#include "casement/reports/ctest_measurements.h"

#include <fmt/format.h>

#include "casement/base/file_system.h"
#include "casement/reports/escape.h"
#include "casement/reports/report_text.h"
#include "casement/results/recorder.h"

namespace casement::reports {
namespace {

std::string number(std::string_view name, double value) {
  return fmt::format("<CTestMeasurement type=\"numeric/double\" name=\"{}\">{:g}</CTestMeasurement>\n",
                     escape_markup(visible_line(name)), value);
}

std::string file(std::string_view name, std::string_view type, const std::filesystem::path& path) {
  return fmt::format("<CTestMeasurementFile type=\"{}\" name=\"{}\">{}</CTestMeasurementFile>\n", type,
                     escape_markup(visible_line(name)), escape_markup(visible_line(absolute_path(path).string())));
}

}  // namespace

std::string ctest_measurements(const results::Run& run, const std::filesystem::path& folder) {
  const results::Totals totals = results::count_totals(run);
  std::string text = number("Cases passed", static_cast<double>(totals.passed)) +
                     number("Cases failed", static_cast<double>(totals.failed)) +
                     number("Cases flaky", static_cast<double>(totals.flaky)) +
                     number("Frame failures", static_cast<double>(totals.frame_failures));
  for (const results::Suite& suite : run.suites) {
    for (const results::Case& one : suite.cases) {
      text += number(short_label(one) + ", seconds", sane_duration(one.milliseconds) / 1000);
      for (const results::Attachment& attachment : one.attachments) {
        if (attachment.path.empty()) continue;
        // Neither the type nor the path comes from a page.
        const bool picture = attachment.path.ends_with(".png");
        text +=
            file(short_label(one) + ", " + attachment.name, picture ? "image/png" : "file", folder / attachment.path);
      }
    }
  }
  return text + file("Report", "file", folder / "index.html");
}

}  // namespace casement::reports
