#include "casement/reports/html_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "casement/base/base64.h"
#include "casement/reports/escape.h"
#include "casement/reports/html_case.h"
#include "casement/reports/line_diff.h"
#include "casement/reports/report_text.h"

namespace casement::reports {

using results::Attachment;
using results::Case;
using results::Step;

namespace {

constexpr std::size_t kContext = 2;  // unchanged lines around a changed one

// Raster images only: an SVG could hold more than a picture.
bool is_picture(const Attachment& attachment) {
  static constexpr std::array<std::string_view, 4> kPictures{"image/png", "image/jpeg", "image/webp", "image/gif"};
  return std::find(kPictures.begin(), kPictures.end(), attachment.media_type) != kPictures.end() &&
         !attachment.content.empty();
}

std::string fact(std::string_view name, std::string_view value) {
  return value.empty() ? "" : fmt::format("<div><dt>{}</dt><dd><code>{}</code></dd></div>\n", name, html_line(value));
}

std::string attempts(const Step& step) {
  std::string items;
  for (const results::Attempt& attempt : step.attempts) {
    items += fmt::format("<li class=\"{}\">{} {} <code>{}</code> <span class=\"time\">{}</span>{}</li>\n",
                         attempt.success ? "passed" : "failed",
                         html_mark(attempt.success ? results::Outcome::Passed : results::Outcome::Failed),
                         html_line(attempt.strategy), html_line(attempt.frame), in_short(attempt.milliseconds),
                         attempt.error.empty() ? "" : "<span class=\"note\">" + html_line(attempt.error) + "</span>");
  }
  return items.empty() ? "" : "<h4>Attempts</h4>\n<ol class=\"attempts\">\n" + items + "</ol>\n";
}

std::string difference(const Step& step) {
  if (step.snapshot_before.empty() && step.snapshot_after.empty()) return "";
  const std::vector<DiffLine> lines = diff_lines(step.snapshot_before, step.snapshot_after);
  std::vector<bool> shown(lines.size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].kind == DiffLine::Kind::Same) continue;
    const std::size_t end = std::min(lines.size(), i + kContext + 1);
    for (std::size_t near = i - std::min(i, kContext); near < end; ++near) shown[near] = true;
  }
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!shown[i]) {
      if (i == 0 || shown[i - 1]) text += "<span class=\"gap\">⋯</span>\n";
      continue;
    }
    const bool added = lines[i].kind == DiffLine::Kind::Added;
    const std::string line = html_line(lines[i].text);
    if (lines[i].kind == DiffLine::Kind::Same) {
      text += "  " + line + "\n";
    } else {
      text += fmt::format("<{0}>{1} {2}</{0}>\n", added ? "ins" : "del", added ? "+" : "−", line);
    }
  }
  const bool same = std::find(shown.begin(), shown.end(), true) == shown.end();
  std::string html = "<h4>Changes</h4>\n";
  html += same ? "<p class=\"note\">No changes in the page's text.</p>\n" : "<pre class=\"diff\">" + text + "</pre>\n";
  const auto whole = [](std::string_view title, const std::string& snapshot) {
    if (snapshot.empty()) return std::string();
    return fmt::format("<details class=\"part\"><summary>{}</summary>\n<pre>{}</pre>\n</details>\n", title,
                       html_lines(snapshot));
  };
  return html + whole("Snapshot before", step.snapshot_before) + whole("Snapshot after", step.snapshot_after);
}

// Returns the picture of a failure with the same content, which is shown above the steps.
const Attachment* shown_by_a_failure(const Case& one, const Attachment& picture) {
  if (one.outcome != results::Outcome::Failed) return nullptr;
  const auto same = std::ranges::find_if(one.attachments, [&](const Attachment& other) {
    const bool is_of_one = std::ranges::any_of(
        one.failures, [&](const results::Failure& failure) { return failure.screenshot == other.name; });
    return is_of_one && other.content == picture.content;
  });
  return same == one.attachments.end() ? nullptr : &*same;
}

std::string step_picture(const Case& one, const Step& step) {
  if (step.screenshot.empty()) return "";
  const auto attachment = std::ranges::find(one.attachments, step.screenshot, &Attachment::name);
  if (attachment == one.attachments.end()) return "";
  const Attachment* const above = shown_by_a_failure(one, *attachment);
  const std::string figure =
      above == nullptr ? html_picture(*attachment, "After") : html_picture_again(*above, "After");
  return figure.empty() ? "" : "<div class=\"pictures\">\n" + figure + "</div>\n";
}

std::string case_properties(const Case& one, const Step& step) {
  std::string html;
  if (!step.source.empty()) {
    html += "<pre class=\"source\"><b>" + html_line(place(step.where)) + "</b>\n" + html_line(step.source) + "</pre>\n";
  }
  const std::string facts =
      fact("Target", step.target) + fact("Matched", step.matched) + fact("Frame", step.frame_path);
  if (!facts.empty()) html += "<dl class=\"facts\">\n" + facts + "</dl>\n";
  html += attempts(step);
  return html + step_picture(one, step) + difference(step);
}

}  // namespace

bool is_shown_by_a_step(const Case& one, const Attachment& attachment) {
  return std::any_of(one.steps.begin(), one.steps.end(),
                     [&](const Step& step) { return step.screenshot == attachment.name; });
}

std::string html_picture(const Attachment& attachment, std::string_view caption) {
  if (!is_picture(attachment)) return "";
  const std::string name = html_line(attachment.name);
  return fmt::format(
      "<figure><span class=\"picture\"><img data-picture=\"{0}\" alt=\"{1}\" loading=\"lazy\" "
      "src=\"data:{2};base64,{3}\"/></span><figcaption>{1}</figcaption></figure>\n",
      name, caption.empty() ? name : html_line(caption), attachment.media_type, encode_base64(attachment.content));
}

std::string html_picture_again(const Attachment& attachment, std::string_view caption) {
  if (!is_picture(attachment)) return "";
  const std::string name = html_line(attachment.name);
  return fmt::format(
      "<figure class=\"again\" data-picture=\"{0}\"><span class=\"picture\"></span>"
      "<figcaption>{1}<span>: the picture {0} above</span></figcaption></figure>\n",
      name, caption.empty() ? name : html_line(caption));
}

// Writes each step with a bar that shows when it ran and for how long.
std::string html_steps(const Case& one) {
  double whole = 0;
  for (const Step& step : one.steps) {
    if (step.depth <= 0) whole += sane_duration(step.milliseconds);
  }
  whole = std::max(whole, 1.0);
  double begin = 0, open_end = 0;  // of the steps at the outermost level
  std::string items;
  for (const Step& step : one.steps) {
    const double own = sane_duration(step.milliseconds);
    if (step.depth <= 0) {
      begin = open_end;
      open_end += own;
    }
    const std::string where = place(step.where);
    const std::string more = case_properties(one, step);
    const std::string row = fmt::format(
        "{}<span class=\"title\">{}{}</span><code class=\"place\" title=\"{}\">{}</code>"
        "<span class=\"bar\"></span><span class=\"time\">{}</span>",
        html_mark(step.outcome), html_line(step.title),
        step.message.empty() ? "" : "<span class=\"note\">" + html_line(step.message) + "</span>", escape_markup(where),
        escape_markup(last_part(where)), in_short(step.milliseconds));
    items += fmt::format("<li class=\"{}\" style=\"--depth:{};--start:{:.1f}%;--share:{:.1f}%\">",
                         to_string(step.outcome), std::clamp(step.depth, 0, 12), 100 * begin / whole,
                         std::min(100 * own / whole, 100 - 100 * begin / whole));
    if (step.depth > 0) begin += std::min(own, std::max(open_end - begin, 0.0));
    items += more.empty() ? "<div class=\"row\">" + row + "</div></li>\n"
                          : "<details><summary class=\"row\">" + row + "</summary>\n<div class=\"more\">\n" + more +
                                "</div></details></li>\n";
  }
  return items.empty() ? "" : "<ol class=\"steps\">\n" + items + "</ol>\n";
}

}  // namespace casement::reports
