#include "casement/reports/html.h"

#include <fmt/format.h>

#include <set>
#include <utility>
#include <vector>

#include "casement/base/text.h"
#include "casement/reports/case_id.h"
#include "casement/reports/html_case.h"
#include "casement/reports/page_assets.h"
#include "casement/reports/page_template.h"
#include "casement/reports/report_text.h"
#include "casement/results/recorder.h"

namespace casement::reports {

using results::Case;
using results::Outcome;
using results::Run;

namespace {

// Makes an anchor for each case of each suite from its names, so that links stay valid when other cases come and go.
std::vector<std::vector<std::string>> case_anchors(const Run& run) {
  std::set<std::string> taken;
  std::vector<std::vector<std::string>> anchors;
  for (const results::Suite& suite : run.suites) {
    anchors.emplace_back();
    for (const Case& one : suite.cases) {
      const std::string id = case_id(one);
      std::string unique = id;
      for (int number = 2; !taken.insert(unique).second; ++number) unique = fmt::format("{}-{}", id, number);
      anchors.back().push_back(std::move(unique));
    }
  }
  return anchors;
}

// A total is also a switch that shows only the cases with this outcome.
std::string total(std::string_view outcome, std::size_t count) {
  return fmt::format(
      "<li class=\"{}\"><button type=\"button\" data-show=\"{}\" aria-pressed=\"false\"{}><b>{}</b> "
      "{}</button></li>\n",
      count > 0 ? outcome : "none", outcome, count > 0 ? "" : " disabled=\"disabled\"", count, outcome);
}

std::string note(std::size_t count, std::string_view name, std::string_view kind) {
  const std::string words = counted(count, name);
  return count == 0 ? "" : fmt::format("<li class=\"{}\"><span>{}</span></li>\n", kind, words);
}

std::string summary(const Run& run) {
  const results::Totals totals = results::count_totals(run);
  return "<ul class=\"totals\">\n" + total("passed", totals.passed) + total("failed", totals.failed) +
         (totals.flaky > 0 ? total("flaky", totals.flaky) : "") +
         (totals.skipped > 0 ? total("skipped", totals.skipped) : "") +
         note(totals.frame_failures, "frame failure", "warned") + note(run.errors.size(), "error", "failed") +
         "</ul>\n";
}

std::string facts(const Run& run) {
  std::string html;
  const auto fact = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, html_line(value));
  };
  fact("Branch", run.info.branch);
  fact("Commit", run.info.commit);
  if (!run.info.build_url.empty()) html += "<div><dt>Build</dt><dd>" + link_to(run.info.build_url) + "</dd></div>\n";
  fact("Browser", run.info.browser);
  fact("Started", run.info.started);
  fact("Duration", in_seconds(run.milliseconds));
  fact("Host", run.info.host_name);
  if (run.info.workers > 1) fact("Workers", std::to_string(run.info.workers));
  if (run.info.seed != 0) fact("Seed", std::to_string(run.info.seed));
  for (const results::ServerInfo& server : run.info.servers) {
    std::string what = "<bdi>" + html_line(server.name) + "</bdi>";
    if (!server.running_at.empty()) what += ", which was running at " + html_line(server.running_at);
    if (!server.log.empty()) {
      what += fmt::format(" · <a href=\"{}\">{}</a>", link_target(server.log), html_line(server.log));
    }
    html += "<div><dt>Server</dt><dd>" + what + "</dd></div>\n";
  }
  for (const std::string& warning : run.info.warnings) fact("Warning", warning);
  fact("Written by", run.info.product);
  return "<dl class=\"facts\">\n" + html + "</dl>\n";
}

std::string errors(const Run& run) {
  std::string html;
  for (const std::string& error : run.errors) {
    html += "<pre class=\"failure\">" + html_lines(error) + "</pre>\n";
  }
  return html.empty() ? "" : "<section><h2>Errors of the run</h2>\n" + html + "</section>\n";
}

// Links to the failed cases, for readers who look for the reason of a failed run.
std::string failed_cases(const Run& run, const std::vector<std::vector<std::string>>& anchors) {
  std::string items;
  for (std::size_t s = 0; s < run.suites.size(); ++s) {
    for (std::size_t c = 0; c < run.suites[s].cases.size(); ++c) {
      const Case& one = run.suites[s].cases[c];
      if (one.outcome != Outcome::Failed) continue;
      const std::string suite = fmt::format("<bdi>{}</bdi> › ", html_line(shorten(run.suites[s].name, 100)));
      items += fmt::format("<li><a href=\"#{}\">{}<bdi>{}</bdi></a> <span class=\"message\">{}</span></li>\n",
                           anchors[s][c], run.suites[s].name == one.name ? "" : suite,  // a flow without cases has one
                           html_line(shorten(one.name, 100)), html_line(reported_failures(one).front().message));
    }
  }
  return items.empty() ? "" : "<nav><h2>Failed</h2>\n<ul>\n" + items + "</ul></nav>\n";
}

std::string suites(const Run& run, const std::vector<std::vector<std::string>>& anchors) {
  std::string html;
  for (std::size_t s = 0; s < run.suites.size(); ++s) {
    const results::Suite& suite = run.suites[s];
    html += fmt::format("<section class=\"suite\"><h2><bdi>{}</bdi> <code>{}</code></h2>\n", html_line(suite.name),
                        html_line(suite.file));
    for (std::size_t c = 0; c < suite.cases.size(); ++c) {
      html += html_case(suite.cases[c], anchors[s][c]);
    }
    html += "</section>\n";
  }
  return html.empty() ? "<p class=\"empty\">No case was run.</p>\n" : html;
}

}  // namespace

std::string html_page(const Run& run) {
  const std::vector<std::vector<std::string>> anchors = case_anchors(run);
  std::string body = fill_template(report_html(), {{"summary", summary(run)},
                                                   {"facts", facts(run)},
                                                   {"failed_cases", failed_cases(run, anchors)},
                                                   {"errors", errors(run)},
                                                   {"suites", suites(run, anchors)}});
  return whole_page({html_line(totals_line(run)), std::move(body), "", report_js(), report_js_hash()});
}

}  // namespace casement::reports
