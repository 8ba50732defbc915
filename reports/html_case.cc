#include "casement/reports/html_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "casement/base/base64.h"
#include "casement/reports/escape.h"
#include "casement/reports/wording.h"

namespace casement::reports {

using results::Attachment;
using results::Case;
using results::FrameFailure;
using results::Outcome;

namespace {

// Raster images only: an SVG could hold more than a picture.
bool is_picture(const Attachment& attachment) {
  static constexpr std::array<std::string_view, 4> kPictures{"image/png", "image/jpeg",
                                                             "image/webp", "image/gif"};
  return std::find(kPictures.begin(), kPictures.end(), attachment.media_type) != kPictures.end() &&
         !attachment.content.empty();
}

std::string part(std::string_view title, const std::string& content) {
  return content.empty() ? "" : fmt::format("<h3>{}</h3>\n{}", title, content);
}

// A part that is closed at first because it is long.
std::string folded_part(std::string_view title, const std::string& content) {
  if (content.empty()) return "";
  return fmt::format("<details class=\"part\"><summary>{}</summary>\n{}</details>\n", title,
                     content);
}

std::string failures(const Case& one) {
  std::string html;
  for (const results::Failure& failure : told_failures(one)) {
    const results::Step* step = failed_step(one, failure);
    html += fmt::format(
        "<div class=\"failure\"><p class=\"where\"><code>{}</code> <span>{}</span></p>\n"
        "<p class=\"message\">{}</p>\n",
        escape_markup(place(failure.where)), html_line(step ? step->title : failure.type),
        html_line(failure.message));
    if (!failure.details.empty()) html += "<pre>" + html_lines(failure.details) + "</pre>\n";
    html += "</div>\n";
  }
  return html;
}

std::string warnings(const Case& one) {
  std::string items;
  for (const std::string& warning : one.warnings) items += "<li>" + html_line(warning) + "</li>\n";
  return items.empty() ? "" : "<ul class=\"warnings\">\n" + items + "</ul>\n";
}

std::string pictures(const Case& one) {
  std::string html;
  for (const Attachment& attachment : one.attachments) {
    if (!is_picture(attachment)) continue;
    const std::string name = html_line(attachment.name);
    html += fmt::format(
        "<figure><img alt=\"{0}\" "
        "src=\"data:{1};base64,{2}\"/><figcaption>{0}</figcaption></figure>\n",
        name, attachment.media_type, encode_base64(attachment.content));
  }
  return html;
}

// Each step with a bar that shows its share of the longest one.
std::string steps(const Case& one) {
  double longest = 1;
  for (const results::Step& step : one.steps)
    longest = std::max(longest, sane_duration(step.milliseconds));
  std::string items;
  for (const results::Step& step : one.steps) {
    items += fmt::format(
        "<li class=\"{}\" style=\"--depth:{};--share:{:.0f}%\">{}<span class=\"title\">{}",
        to_string(step.outcome), std::clamp(step.depth, 0, 12),
        100 * sane_duration(step.milliseconds) / longest, html_mark(step.outcome),
        html_line(step.title));
    if (!step.message.empty()) {
      items += "<span class=\"note\">" + html_line(step.message) + "</span>";
    }
    const std::string where = place(step.where);
    items += fmt::format(
        "</span><code class=\"place\" title=\"{}\">{}</code><span class=\"bar\"></span>"
        "<span class=\"time\">{}</span></li>\n",
        escape_markup(where), escape_markup(last_part(where)), in_short(step.milliseconds));
  }
  return items.empty() ? "" : "<ol class=\"steps\">\n" + items + "</ol>\n";
}

std::string frame_failures(const Case& one) {
  std::string rows;
  for (const FrameFailure& failure : one.frame_failures) {
    rows += fmt::format(
        "<li class=\"{0}\"><p><span class=\"badge {0}\">verdict {0}</span> <b>{1}</b> "
        "<code>{2}</code> {3}"
        "</p>\n<p><code class=\"url\">{4}</code></p>\n<p>{5} <span class=\"time\">after {6}</span>"
        "{7}</p></li>\n",
        to_string(failure.verdict), html_line(failure.kind), html_line(failure.owner_ref),
        html_line(failure.frame_name), html_line(failure.url), html_line(failure.message),
        in_short(failure.milliseconds), failure.expected ? " · expected" : "");
  }
  return rows.empty() ? "" : "<ul class=\"frame-failures\">\n" + rows + "</ul>\n";
}

std::string frame_tree(const Case& one) {
  std::string rows;
  for (const results::FrameInfo& frame : one.frames) {
    const bool good = frame.state.empty() || frame.state == "ready";
    const bool bad = !good && frame.state != "hidden";
    rows += fmt::format(
        "<li class=\"{}\" style=\"--depth:{}\"><code>{}</code> {} <code class=\"url\">{}</code>{}{}"
        "</li>\n",
        bad ? "failed" : "", std::clamp(frame.depth, 0, 12), html_line(frame.label),
        html_line(frame.name), html_line(frame.url),
        frame.cross_site ? " <span class=\"badge\">cross-site</span>" : "",
        good ? ""
             : fmt::format(" <span class=\"badge {}\">{}</span>", bad ? "failed" : "",
                           html_line(frame.state)));
  }
  return rows.empty() ? "" : "<ul class=\"frames\">\n" + rows + "</ul>\n";
}

std::string console(const Case& one) {
  std::string text;
  for (const std::string& line : one.console) text += html_line(line) + "\n";
  return text.empty() ? "" : "<pre>" + text + "</pre>\n";
}

// The path percent-encoded after "./", so that nothing in it is taken for a scheme or a host.
std::string link_target(std::string_view path) {
  std::string target = "./";
  for (const char c : path) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       c == '-' || c == '_' || c == '.' || c == '/';
    target += plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return target;
}

std::string files(const Case& one) {
  std::string items;
  for (const Attachment& attachment : one.attachments) {
    if (attachment.path.empty()) continue;
    items += fmt::format("<li><a href=\"{}\">{}</a> <code>{}</code></li>\n",
                         link_target(attachment.path), html_line(attachment.name),
                         html_line(attachment.path));
  }
  return items.empty() ? "" : "<ul class=\"files\">\n" + items + "</ul>\n";
}

std::string tags(const Case& one) {
  std::string html;
  for (const std::string& tag : one.tags)
    html += " <span class=\"badge\">" + html_line(tag) + "</span>";
  if (!one.frame_failures.empty()) {
    html += " <span class=\"badge warned\">" + counted(one.frame_failures.size(), "frame failure") +
            "</span>";
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

std::string html_mark(Outcome outcome) {
  return fmt::format(
      "<span class=\"mark\" title=\"{0}\">{1}<span class=\"spoken\">{0}</span></span>",
      to_string(outcome), mark(outcome));
}

std::string html_case(const Case& one, std::string_view id) {
  std::string html = fmt::format(
      "<details class=\"case {}\" id=\"{}\"{}>\n<summary>{}<span class=\"title\">{}{}</span>"
      "<span class=\"time\">{}</span></summary>\n<div class=\"body\">\n",
      to_string(one.outcome), id, one.outcome == Outcome::Failed ? " open=\"open\"" : "",
      html_mark(one.outcome), one.name.empty() ? "(unnamed)" : html_line(one.name), tags(one),
      in_seconds(one.milliseconds));
  if (one.outcome == Outcome::Skipped) {
    html += "<p class=\"skip-reason\">Skipped: " + html_line(one.skip_reason) + "</p>\n";
  }
  if (one.outcome == Outcome::Failed) html += failures(one);
  html += warnings(one);
  html += part("Frames that could not be read", frame_failures(one));
  html += part("Screenshots", pictures(one));
  html += part("Steps", steps(one));
  html += part("Frames", frame_tree(one));
  html += part("Console", console(one));
  if (!one.snapshot.empty()) {
    html += folded_part("Snapshot when the case ended",
                        "<pre>" + html_lines(one.snapshot) + "</pre>\n");
  }
  html += folded_part("Files", files(one));
  const std::string where = escape_markup(place(one.where));
  if (!where.empty()) html += "<p class=\"where\">Defined in <code>" + where + "</code></p>\n";
  return html + "</div>\n</details>\n";
}

}  // namespace casement::reports
