#include "casement/reports/history_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>
#include <utility>

#include "casement/base/error.h"
#include "casement/reports/report_text.h"

namespace casement::reports {

using nlohmann::json;

namespace {

constexpr const char* kFormat = "casement history";
constexpr int kVersion = 1;
constexpr std::int64_t kEndOfYear9999 = 253'402'300'799;
constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::string_view kLetters = "nspkf";

[[noreturn]] void fail(const std::string& why) {
  throw Error(ErrorKind::Usage, "the history is damaged: " + why);
}

class Texts {
 public:
  std::size_t index_of(const std::string& text) {
    const auto [at, is_new] = indices_.try_emplace(text, list_.size());
    if (is_new) list_.push_back(text);
    return at->second;
  }
  json list() { return std::move(list_); }

 private:
  json list_ = json::array();
  std::unordered_map<std::string, std::size_t> indices_;
};

// Writes an index that comes several times in a row once, and the number of its repetitions as a negative number.
class Indices {
 public:
  void add(std::uint32_t index) {
    if (!list_.empty() && index == last_) {
      ++repetitions_;
      return;
    }
    flush();
    list_.push_back(last_ = index);
  }
  json list() {
    flush();
    return std::move(list_);
  }

 private:
  void flush() {
    if (repetitions_ > 0) list_.push_back(-std::exchange(repetitions_, 0));
  }

  json list_ = json::array();
  std::uint32_t last_ = 0;
  std::int64_t repetitions_ = 0;
};

// Reads such a list, an index at a time.
class IndexReader {
 public:
  IndexReader(const json& list, std::size_t most) : list_(list), most_(most) {}

  std::uint32_t next() {
    if (repetitions_ > 0) {
      --repetitions_;
      return last_;
    }
    const auto number = list_.at(at_++).get<std::int64_t>();
    if (number < 0 && at_ > 1) {
      repetitions_ = -(number + 1);
      return last_;
    }
    if (number < 0 || number >= static_cast<std::int64_t>(most_)) fail("invalid failure");
    return last_ = static_cast<std::uint32_t>(number);
  }

 private:
  const json& list_;
  std::size_t most_, at_ = 0;
  std::uint32_t last_ = 0;
  std::int64_t repetitions_ = 0;
};

json failure_to_json(const HistoryFailure& failure, Texts& texts) {
  const auto index = [&](const std::string& text, bool is_kept) {
    return is_kept ? json(texts.index_of(text)) : json();
  };
  const bool has_place = failure.kept != KeptTexts::None;
  json message = index(failure.message, failure.kept == KeptTexts::All);
  json step = index(failure.step, has_place);
  return json::array({std::move(message), std::move(step), index(failure.place, has_place)});
}

HistoryFailure failure_from_json(const json& from, const json& texts) {
  HistoryFailure failure;
  const auto text = [&](const json& index) {
    return index.is_null() ? std::string() : texts.at(index.get<std::size_t>()).get<std::string>();
  };
  if (from.at(1).is_null()) {
    failure.kept = KeptTexts::None;
    return failure;
  }
  failure.kept = from.at(0).is_null() ? KeptTexts::Place : KeptTexts::All;
  failure.message = text(from.at(0));
  failure.step = text(from.at(1));
  failure.place = text(from.at(2));
  return failure;
}

json run_to_json(const HistoryRun& run) {
  json made = {{"started", run.started}, {"milliseconds", run.milliseconds}};
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) made[name] = value;
  };
  add("commit", run.commit);
  add("host", run.host);
  add("shard", run.shard);
  add("browser", run.browser);
  add("branch", run.branch);
  add("build_url", run.build_url);
  return made;
}

HistoryRun run_from_json(const json& from) {
  HistoryRun run;
  run.started = from.at("started").get<std::int64_t>();
  if (run.started < 0 || run.started > kEndOfYear9999) fail("invalid start");
  run.milliseconds = sane_duration(from.at("milliseconds").get<double>());
  run.commit = from.value("commit", "");
  run.host = from.value("host", "");
  run.shard = from.value("shard", "");
  run.browser = from.value("browser", "");
  run.branch = from.value("branch", "");
  run.build_url = from.value("build_url", "");
  return run;
}

json case_to_json(const HistoryCase& one) {
  std::string outcomes, durations;
  Indices failures;
  std::uint32_t next = 0;
  for (const HistoryResult& result : one.results) {
    if (result.run > next) outcomes += std::to_string(result.run - next);
    next = result.run + 1;
    outcomes += static_cast<char>(result.outcome);
    durations += kDigits[result.duration / 64u];
    durations += kDigits[result.duration % 64u];
    if (has_failure(result.outcome)) failures.add(result.failure);
  }
  json made = {{"class_name", one.class_name},
               {"suite", one.suite},
               {"name", one.name},
               {"outcomes", std::move(outcomes)},
               {"durations", std::move(durations)}};
  if (one.repetition != 0) made["repetition"] = one.repetition;
  json indices = failures.list();
  if (!indices.empty()) made["failures"] = std::move(indices);
  return made;
}

std::uint16_t digit(char c) {
  const std::size_t at = kDigits.find(c);
  if (at == std::string_view::npos) fail("invalid duration");
  return static_cast<std::uint16_t>(at);
}

// Returns the results of a case; `runs` and `failures` are the numbers of runs and failures of the history.
std::vector<HistoryResult> results_from_json(const json& from, std::size_t runs, std::size_t failures) {
  const auto& outcomes = from.at("outcomes").get_ref<const std::string&>();
  const auto& durations = from.at("durations").get_ref<const std::string&>();
  static const json kNone = json::array();
  IndexReader indices(from.contains("failures") ? from.at("failures") : kNone, failures);
  std::vector<HistoryResult> results;
  std::size_t run = 0, gap = 0;
  for (const char c : outcomes) {
    if (c >= '0' && c <= '9') {
      gap = std::min<std::size_t>(gap * 10 + static_cast<std::size_t>(c - '0'), UINT32_MAX);
      continue;
    }
    run += std::exchange(gap, 0);
    if (kLetters.find(c) == std::string_view::npos || run >= runs) fail("invalid outcome");
    if (durations.size() < results.size() * 2 + 2) fail("missing duration");
    HistoryResult result{static_cast<std::uint32_t>(run++), static_cast<HistoryOutcome>(c), 0, 0};
    result.duration = static_cast<std::uint16_t>(digit(durations[results.size() * 2]) * 64 +
                                                 digit(durations[results.size() * 2 + 1]));
    if (has_failure(result.outcome)) result.failure = indices.next();
    results.push_back(result);
  }
  return results;
}

History read(const json& from) {
  History history;
  for (const json& run : from.at("runs")) history.runs.push_back(run_from_json(run));
  const json& texts = from.at("texts");
  for (const json& one : from.at("failures")) history.failures.push_back(failure_from_json(one, texts));
  for (const json& one : from.at("cases")) {
    history.cases.push_back({one.at("class_name").get<std::string>(), one.at("suite").get<std::string>(),
                             one.at("name").get<std::string>(), one.value("repetition", 0),
                             results_from_json(one, history.runs.size(), history.failures.size())});
  }
  return history;
}

}  // namespace

json history_to_json(const History& history) {
  Texts texts;
  json runs = json::array(), failures = json::array(), cases = json::array();
  for (const HistoryRun& run : history.runs) runs.push_back(run_to_json(run));
  for (const HistoryFailure& failure : history.failures) failures.push_back(failure_to_json(failure, texts));
  for (const HistoryCase& one : history.cases) cases.push_back(case_to_json(one));
  return {{"format", kFormat},
          {"version", kVersion},
          {"runs", std::move(runs)},
          {"texts", texts.list()},
          {"failures", std::move(failures)},
          {"cases", std::move(cases)}};
}

std::string history_to_text(const History& history) {
  return history_to_json(history).dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

History history_from_text(std::string_view text) {
  const json from = json::parse(text, nullptr, false);
  if (!from.is_object() || from.value("format", json()) != kFormat) {
    throw Error(ErrorKind::Usage, "not a history of Casement");
  }
  if (from.value("version", json()) != kVersion) {
    throw Error(ErrorKind::Usage,
                "the history was written by another version: " + from.value("version", json()).dump() + ", not 1");
  }
  try {
    return read(from);
  } catch (const json::exception& error) {
    fail(error.what());
  }
}

}  // namespace casement::reports
