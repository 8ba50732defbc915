#include "casement/reports/history_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/reports/case_id.h"
#include "casement/reports/escape.h"
#include "casement/reports/history_json.h"
#include "casement/reports/html_case.h"
#include "casement/reports/page_assets.h"
#include "casement/reports/page_template.h"
#include "casement/reports/report_text.h"
#include "casement/reports/run_info.h"

namespace casement::reports {

using nlohmann::json;

namespace {

// Returns the history with readable escapes for characters that act on a page or reorder its lines.
History visible_history(History history) {
  for (HistoryRun& run : history.runs) {
    for (std::string* text : {&run.commit, &run.host, &run.shard, &run.browser, &run.branch, &run.build_url}) {
      *text = visible_line(*text);
    }
  }
  for (HistoryFailure& failure : history.failures) {
    for (std::string* text : {&failure.message, &failure.step, &failure.place}) *text = visible_line(*text);
  }
  for (HistoryCase& one : history.cases) {
    for (std::string* text : {&one.class_name, &one.suite, &one.name}) *text = visible_line(*text);
  }
  return history;
}

// Links to cases are the same as in the report of a run.
std::string id_of(const HistoryCase& one) {
  results::Case named;
  named.suite = one.suite;
  named.class_name = one.class_name;
  named.name = one.name;
  named.repetition = one.repetition;
  return case_id(named);
}

json index_or_null(const std::optional<std::size_t>& index) {
  return index ? json(*index) : json();
}

json summary_to_json(const CaseSummary& one, const History& history) {
  return {{"index", one.index},
          {"id", id_of(history.cases[one.index])},
          {"state", to_string(one.state)},
          {"judged", one.judged},
          {"passed", one.passed},
          {"flaky", one.flaky},
          {"median", one.median},
          {"recent", one.recent},
          {"first_bad", index_or_null(one.first_bad)},
          {"last_good", index_or_null(one.last_good)},
          {"series", one.failures_in_series}};
}

// JSON for a <script>: no text ends the element, and the page stays well-formed XML.
std::string script_data(const json& data) {
  const std::string text = data.dump(-1, ' ', false, json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<' || c == '>' || c == '&')
      safe += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      safe += c;
  }
  return safe;
}

// A number of cases is also a switch that shows only the cases in this state.
std::string total(CaseState state, std::string_view kind, std::string_view words,
                  const std::vector<CaseSummary>& summaries) {
  const auto count = std::ranges::count(summaries, state, &CaseSummary::state);
  if (count == 0 && state != CaseState::NewlyFailing && state != CaseState::Passing) return "";
  return fmt::format(
      "<li class=\"{}\"><button type=\"button\" data-show=\"{}\" aria-pressed=\"false\"{}><b>{}</b> "
      "{}</button></li>\n",
      count > 0 ? kind : "none", to_string(state), count > 0 ? "" : " disabled=\"disabled\"", count, words);
}

std::string totals(const std::vector<CaseSummary>& summaries) {
  return "<ul class=\"totals\">\n" + total(CaseState::NewlyFailing, "failed", "newly failing", summaries) +
         total(CaseState::Failing, "failed", "failing", summaries) +
         total(CaseState::Flaky, "flaky", "flaky", summaries) +
         total(CaseState::Passing, "passed", "passing", summaries) +
         total(CaseState::Skipped, "skipped", "skipped", summaries) +
         total(CaseState::Gone, "gone", "not run lately", summaries) + "</ul>\n";
}

std::string day_of(const HistoryRun& run) {
  return time_text(run.started).substr(0, std::string_view("2026-03-01").size());
}

std::string facts(const History& history, std::string_view product) {
  std::string html;
  const auto fact = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) html += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", name, html_line(value));
  };
  fact("Runs", std::to_string(history.runs.size()));
  if (!history.runs.empty()) {
    const HistoryRun& newest = history.runs.back();
    fact("From", day_of(history.runs.front()));
    fact("To", day_of(newest));
    fact("Newest commit", newest.commit);
    fact("Branch", newest.branch);
    if (!newest.build_url.empty()) {
      html += "<div><dt>Newest build</dt><dd>" + link_to(newest.build_url) + "</dd></div>\n";
    }
  }
  fact("Cases", std::to_string(history.cases.size()));
  fact("Written by", std::string(product));
  return "<dl class=\"facts\">\n" + html + "</dl>\n";
}

std::string note_list(const std::vector<std::string>& notes) {
  std::string items;
  for (const std::string& note : notes) items += "<li>" + html_line(note) + "</li>\n";
  return items.empty() ? "" : "<ul class=\"warnings\">\n" + items + "</ul>\n";
}

}  // namespace

std::string history_page(const History& history, const std::vector<CaseSummary>& summaries,
                         const std::vector<std::string>& notes, std::string_view product) {
  json ordered = json::array();
  for (const CaseSummary& one : summaries) ordered.push_back(summary_to_json(one, history));
  const auto newly = std::ranges::count(summaries, CaseState::NewlyFailing, &CaseSummary::state);
  std::string body =
      fill_template(history_html(), {{"totals", totals(summaries)},
                                     {"facts", facts(history, product)},
                                     {"notes", note_list(notes)},
                                     {"data", script_data({{"history", history_to_json(visible_history(history))},
                                                           {"summaries", std::move(ordered)}})}});
  return whole_page({fmt::format("{} newly failing in {}", newly, counted(history.runs.size(), "run")), std::move(body),
                     history_css(), history_js(), history_js_hash()});
}

}  // namespace casement::reports
