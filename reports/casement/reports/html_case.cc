#include "casement/reports/html_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "casement/reports/escape.h"
#include "casement/reports/html_comparison.h"
#include "casement/reports/html_step.h"
#include "casement/reports/report_text.h"
#include "casement/results/infrastructure.h"

namespace casement::reports {

using results::Attachment;
using results::Case;
using results::FrameFailure;
using results::Outcome;

namespace {

std::string part(std::string_view title, const std::string& content) {
  return content.empty() ? "" : fmt::format("<h3>{}</h3>\n{}", title, content);
}

// A part that is closed at first because it is long.
std::string folded_part(std::string_view title, const std::string& content) {
  if (content.empty()) return "";
  return fmt::format("<details class=\"part\"><summary>{}</summary>\n{}</details>\n", title, content);
}

std::string failures(const Case& one) {
  std::string html;
  std::set<std::string> shown;
  for (const results::Failure& failure : reported_failures(one)) {
    html += fmt::format(
        "<div class=\"failure\"><p class=\"where\"><code>{}</code> <span>{}</span></p>\n"
        "<p class=\"message\">{}</p>\n",
        escape_markup(place(failure.where)), html_line(failed_part(one, failure)), html_line(failure.message));
    if (!failure.details.empty()) html += "<pre>" + html_lines(failure.details) + "</pre>\n";
    const auto picture = std::ranges::find(one.attachments, failure.screenshot, &Attachment::name);
    if (!failure.screenshot.empty() && picture != one.attachments.end()) {
      const bool is_new = shown.insert(failure.screenshot).second;
      html += is_new ? html_picture(*picture) : html_picture_again(*picture);
    }
    html += "</div>\n";
  }
  return html;
}

std::string warnings(const Case& one) {
  std::string items;
  for (const std::string& warning : one.warnings) items += "<li>" + html_line(warning) + "</li>\n";
  return items.empty() ? "" : "<ul class=\"warnings\">\n" + items + "</ul>\n";
}

bool is_shown_by_a_failure(const Case& one, const Attachment& attachment) {
  return std::any_of(one.failures.begin(), one.failures.end(),
                     [&](const results::Failure& failure) { return failure.screenshot == attachment.name; });
}

std::string property_list(const Case& one) {
  std::string rows;
  for (const results::Property& property : one.properties) {
    const std::string value =
        property.name == results::kBrowserLink ? link_to(property.value) : html_line(property.value);
    rows += "<div><dt>" + html_line(property.name) + "</dt><dd><code>" + value + "</code></dd></div>\n";
  }
  return rows.empty() ? "" : "<dl class=\"facts\">\n" + rows + "</dl>\n";
}

std::string pictures(const Case& one) {
  std::string html;
  for (const Attachment& attachment : one.attachments) {
    if (is_shown_by_a_step(one, attachment) || is_shown_by_a_failure(one, attachment)) continue;
    if (!is_compared(one, attachment)) html += html_picture(attachment);
  }
  return html;
}

std::string_view in_words(FrameFailure::Verdict verdict) {
  switch (verdict) {
    case FrameFailure::Verdict::Ignored:
      return "ignored";
    case FrameFailure::Verdict::Warned:
      return "warning";
    case FrameFailure::Verdict::Failed:
      return "fails the test";
  }
  return "";
}

std::string frame_failures(const Case& one) {
  std::string rows;
  for (const FrameFailure& failure : one.frame_failures) {
    rows += fmt::format(
        "<li class=\"{0}\"><p><span class=\"badge {0}\">{8}</span> <b>{1}</b> "
        "<code>{2}</code> {3}"
        "</p>\n<p><code class=\"url\">{4}</code></p>\n<p>{5} <span class=\"time\">after {6}</span>"
        "{7}</p></li>\n",
        to_string(failure.verdict), html_line(failure.kind), html_line(failure.owner_ref),
        html_line(failure.frame_name), html_line(failure.url), html_line(failure.message),
        in_short(failure.milliseconds), failure.expected ? " · expected" : "", in_words(failure.verdict));
  }
  return rows.empty() ? "" : "<ul class=\"frame-failures\">\n" + rows + "</ul>\n";
}

std::string frame_tree(const Case& one) {
  std::string rows;
  for (const results::FrameInfo& frame : one.frames) {
    const bool good = frame.state.empty() || frame.state == "ready";
    const bool bad = !good && frame.state != "hidden";
    rows += fmt::format(
        "<li class=\"{}\" style=\"--depth:{}\"><code>{}</code> <bdi>{}</bdi> <code class=\"url\">{}</code>{}{}"
        "</li>\n",
        bad ? "failed" : "", std::clamp(frame.depth, 0, 12), html_line(frame.label), html_line(frame.name),
        html_line(frame.url), frame.cross_site ? " <span class=\"badge\">cross-site</span>" : "",
        good ? "" : fmt::format(" <span class=\"badge {}\">{}</span>", bad ? "failed" : "", html_line(frame.state)));
  }
  return rows.empty() ? "" : "<ul class=\"frames\">\n" + rows + "</ul>\n";
}

std::string network(const Case& one) {
  std::string rows;
  for (const results::Request& request : one.requests) {
    const bool bad = !request.failure.empty() || request.status >= 400;
    const std::string answer = !request.failure.empty() ? html_line(request.failure)
                               : request.status > 0     ? std::to_string(request.status)
                                                        : "no answer";
    rows += fmt::format(
        "<tr{}><td>{}{}</td><td>{}</td><td>{}</td><td class=\"url\">{}</td><td class=\"number\">{}</td>"
        "</tr>\n",
        bad ? " class=\"failed\"" : "", answer, request.answered_by_test ? " answered by the test" : "",
        html_line(request.method), html_line(request.type), html_line(request.url),
        request.milliseconds < 0 ? "" : in_short(request.milliseconds));
  }
  return rows.empty()
             ? ""
             : "<div class=\"wide\"><table class=\"network\"><thead><tr><th>Answer</th><th>Method</th><th>Type</th>"
               "<th>URL</th><th>Time</th></tr></thead>\n<tbody>\n" +
                   rows + "</tbody></table></div>\n";
}

std::string console(const Case& one) {
  std::string text;
  for (const std::string& line : one.console) text += "<span class=\"entry\">" + html_lines(line) + "\n</span>";
  return text.empty() ? "" : "<pre class=\"console\">" + text + "</pre>\n";
}

std::string files(const Case& one) {
  std::string items;
  for (const Attachment& attachment : one.attachments) {
    if (attachment.path.empty()) continue;
    items += fmt::format("<li><a href=\"{}\">{}</a> <code>{}</code></li>\n", link_target(attachment.path),
                         html_line(attachment.name), html_line(attachment.path));
  }
  return items.empty() ? "" : "<ul class=\"files\">\n" + items + "</ul>\n";
}

std::string trace_link(const Case& one) {
  const auto trace = std::ranges::find(one.attachments, results::kTraceMediaType, &Attachment::media_type);
  if (trace == one.attachments.end() || trace->path.empty()) return "";
  return fmt::format("<p><a href=\"{}\">Trace: the page before and after each step</a></p>\n",
                     link_target(trace->path));
}

std::string tags(const Case& one) {
  std::string html;
  for (const std::string& tag : one.tags) html += " <span class=\"badge\">" + html_line(tag) + "</span>";
  if (results::failed_by_infrastructure(one)) html += " <span class=\"badge warned\">infrastructure</span>";
  if (!one.frame_failures.empty()) {
    html += " <span class=\"badge warned\">" + counted(one.frame_failures.size(), "frame failure") + "</span>";
  }
  return html;
}

}  // namespace

std::string html_line(std::string_view text) {
  return escape_markup(visible_line(text));
}

std::string html_lines(std::string_view text) {
  return escape_markup(visible_lines(text));
}

std::string link_target(std::string_view path) {
  std::string target = "./";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
                       c == '_' || c == '.' || c == '/';
    target += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return target;
}

std::string link_to(const std::string& url) {
  const bool is_web = url.starts_with("https://") || url.starts_with("http://");
  const std::string shown = html_line(url);
  return is_web ? fmt::format("<a href=\"{0}\">{0}</a>", shown) : shown;
}

std::string html_mark(Outcome outcome) {
  return fmt::format("<span class=\"mark\" title=\"{0}\">{1}<span class=\"spoken\">{0}</span></span>",
                     to_string(outcome), mark(outcome));
}

namespace {

std::string attempt_body(const Case& one) {
  std::string html;
  if (one.outcome == Outcome::Skipped) {
    html += std::string("<p class=\"skip-reason\">") + (one.failed_as_expected ? "" : "Skipped: ") +
            html_line(one.skip_reason) + "</p>\n";
  }
  if (one.outcome == Outcome::Failed) html += failures(one);
  html += trace_link(one);
  html += warnings(one);
  html += part("Properties", property_list(one));
  html += part("Frames that failed", frame_failures(one));
  html += part("Pictures that differ", html_comparisons(one));
  html += part("Screenshots", pictures(one));
  html += part("Steps", html_steps(one));
  html += part("Frames", frame_tree(one));
  html += part("Console", console(one));
  html += folded_part(one.requests.empty() ? "" : "Network, " + counted(one.requests.size(), "request"), network(one));
  if (!one.snapshot.empty()) {
    html += folded_part("Snapshot when the case ended", "<pre>" + html_lines(one.snapshot) + "</pre>\n");
  }
  return html + folded_part("Files", files(one));
}

// Without the script, all attempts are shown, one below the other.
std::string attempt_tabs(const Case& one, std::string_view id) {
  std::string tabs, panels;
  const auto add = [&](const Case& attempt, std::size_t number, bool last) {
    const std::string panel = fmt::format("{}-attempt-{}", id, number);
    tabs += fmt::format(
        "<button type=\"button\" role=\"tab\" class=\"{4}\" id=\"{0}-tab\" aria-controls=\"{0}\" "
        "aria-selected=\"{1}\">{2} Attempt {3}</button>\n",
        panel, last, html_mark(attempt.outcome), number, to_string(attempt.outcome));
    panels += fmt::format(
        "<section class=\"attempt\" role=\"tabpanel\" id=\"{0}\" aria-labelledby=\"{0}-tab\">\n{1}"
        "</section>\n",
        panel, attempt_body(attempt));
  };
  std::size_t number = 0;
  for (const Case& attempt : one.earlier_attempts) add(attempt, ++number, false);
  Case last = one;
  if (last.outcome == Outcome::Flaky) last.outcome = Outcome::Passed;
  add(last, ++number, true);
  return "<div class=\"tabs\" role=\"tablist\" aria-label=\"Attempts\">\n" + tabs + "</div>\n" + panels;
}

}  // namespace

std::string html_case(const Case& one, std::string_view id) {
  std::string html = fmt::format(
      "<details class=\"case {}\" id=\"{}\" data-milliseconds=\"{:.0f}\"{}>\n<summary>{}<span "
      "class=\"title\"><bdi>{}</bdi>{}</span>"
      "<span class=\"time\">{}</span></summary>\n<div class=\"body\">\n",
      to_string(one.outcome), id, sane_duration(one.milliseconds),
      one.outcome == Outcome::Failed ? " open=\"open\"" : "", html_mark(one.outcome), escape_markup(full_name(one)),
      tags(one), in_seconds(one.milliseconds));
  html += one.earlier_attempts.empty() ? attempt_body(one) : attempt_tabs(one, id);
  const std::string where = escape_markup(place(one.where));
  if (!where.empty()) html += "<p class=\"where\">Defined in <code>" + where + "</code></p>\n";
  if (!one.rerun.empty()) {
    html += "<p class=\"where\">Run it again: <code class=\"command\">" + html_line(one.rerun) + "</code></p>\n";
  }
  return html + "</div>\n</details>\n";
}

}  // namespace casement::reports
