#include "casement/flow/steps/custom_step_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/characters.h"
#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/json.h"
#include "casement/base/json_shape.h"
#include "casement/flow/steps/custom_step_plan.h"

namespace casement {
namespace {

constexpr int kListFormat = 1;  // changes if a key is removed or changes its meaning
constexpr std::size_t kLargestList = 4'000'000;

using ArgumentKind = StepArgument::Kind;

constexpr std::pair<ArgumentKind, std::string_view> kKindWords[] = {
    {ArgumentKind::Text, "text"},         {ArgumentKind::Secret, "secret"}, {ArgumentKind::Texts, "texts"},
    {ArgumentKind::Word, "word"},         {ArgumentKind::Number, "number"}, {ArgumentKind::Flag, "flag"},
    {ArgumentKind::Duration, "duration"}, {ArgumentKind::Target, "target"}};

std::string_view word_of(ArgumentKind kind) {
  for (const auto& [one, word] : kKindWords) {
    if (one == kind) return word;
  }
  return "";
}

// A deque, because flows point to the rows.
struct Table {
  std::deque<CustomStepRow> rows;
  std::string hint;
};
Table& table() {
  static Table* const all = new Table;  // programs register steps before `main`, and flows may end after statics do
  return *all;
}

bool is_name(std::string_view name, std::string_view also) {
  return !name.empty() && is_ascii_letter_or_digit(name.front()) && name.back() != ' ' &&
         std::all_of(name.begin(), name.end(),
                     [&](char c) { return is_ascii_letter_or_digit(c) || also.find(c) != also.npos; });
}

bool is_key_beside_steps(std::string_view name) {
  if (name == "then" || name == "else" || name == "steps") return true;
  const auto options = step_options();
  return std::any_of(options.begin(), options.end(), [&](const StepOption& option) { return option.key.name == name; });
}

nlohmann::ordered_json json_of(const StepArgument& argument) {
  nlohmann::ordered_json json{
      {"name", argument.name}, {"kind", word_of(argument.kind)}, {"required", !argument.is_optional}};
  if (argument.kind == ArgumentKind::Word) json["words"] = argument.words;
  if (argument.kind == ArgumentKind::Number) json.update({{"least", argument.least}, {"most", argument.most}});
  json["help"] = argument.help;
  return json;
}

nlohmann::ordered_json json_of(const CustomStep& step) {
  nlohmann::ordered_json json{{"name", step.name}, {"help", step.help}, {"arguments", nlohmann::ordered_json::array()}};
  for (const StepArgument& argument : step.arguments) json["arguments"].push_back(json_of(argument));
  return json;
}

// Several programs may share a step.
bool is_listed(const CustomStep& step) {
  const auto& rows = table().rows;
  return std::any_of(rows.begin(), rows.end(),
                     [&](const CustomStepRow& row) { return json_of(row.step) == json_of(step); });
}

// The reason why the arguments cannot be those of a step; "" if they can.
std::string problem_of(const std::vector<StepArgument>& arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const StepArgument& one = arguments[i];
    if (!is_name(one.name, "-_")) {
      return fmt::format("the argument '{}' needs a name of letters, digits, '-' and '_'", one.name);
    }
    const auto is_same = [&](const StepArgument& other) { return other.name == one.name; };
    if (std::any_of(arguments.begin(), arguments.begin() + static_cast<std::ptrdiff_t>(i), is_same)) {
      return fmt::format("it has two arguments '{}'", one.name);
    }
    if ((one.kind == ArgumentKind::Word) == one.words.empty()) {
      return fmt::format("the argument '{}' {}", one.name,
                         one.words.empty() ? "is a Word and needs `words`" : "has `words` and is not a Word");
    }
    if (one.least > one.most) return fmt::format("the least value of '{}' is above its most", one.name);
  }
  return "";
}

// The reason why the step cannot be registered; "" if it can.
std::string problem_of(const CustomStep& step) {
  if (!is_name(step.name, " -_")) {
    return "its name needs letters or digits, with blanks, '-' and '_' between them";
  }
  if (is_key_beside_steps(step.name)) return "flows use this word as a key beside steps";
  if (const StepSpec* const known = find_step_kind(step.name)) {
    if (known->custom == nullptr) return "Casement has a step of this name";
    const auto& rows = table().rows;
    const auto other =
        std::find_if(rows.begin(), rows.end(), [&](const CustomStepRow& row) { return row.step.name == step.name; });
    return other->step.at.empty() ? "it is registered twice" : "it is already registered at " + other->step.at;
  }
  return problem_of(step.arguments);
}

// A step of a list has no body.
void add_step(CustomStep step, std::string problem) {
  if (!problem.empty()) {
    throw Error(ErrorKind::Usage, fmt::format("{}cannot register the step '{}': {}",
                                              step.at.empty() ? "" : step.at + ": error: ", step.name, problem));
  }
  CustomStepRow& row = table().rows.emplace_back();
  row.step = std::move(step);
  complete_row(row);
}

StepArgument argument_of(const Json& json) {
  StepArgument argument{
      .name = json.at("name"), .help = json.at("help"), .is_optional = !json.at("required").get<bool>()};
  const std::string word = json.at("kind");
  const auto* const known =
      std::find_if(std::begin(kKindWords), std::end(kKindWords), [&](const auto& one) { return one.second == word; });
  if (known == std::end(kKindWords)) {
    throw Error(ErrorKind::Usage, fmt::format("'{}' is an unknown kind of argument", word));
  }
  argument.kind = known->first;
  if (json.contains("words")) argument.words = json["words"].get<std::vector<std::string>>();
  argument.least = json.value("least", argument.least);
  argument.most = json.value("most", argument.most);
  return argument;
}

CustomStep step_of(const Json& json) {
  if (const std::string wrong = wrong_shape(json, "name!string help!string arguments!array at:string", "a step");
      !wrong.empty()) {
    throw Error(ErrorKind::Usage, wrong);
  }
  CustomStep step{.name = json["name"], .help = json["help"], .arguments = {}, .body = {}, .at = json.value("at", "")};
  for (const Json& argument : json["arguments"]) {
    if (const std::string wrong = wrong_shape(
            argument,
            "name!string kind!string help!string required!boolean words:array words[]:string least:number most:number",
            "an argument");
        !wrong.empty()) {
      throw Error(ErrorKind::Usage, fmt::format("step '{}': {}", step.name, wrong));
    }
    step.arguments.push_back(argument_of(argument));
  }
  return step;
}

}  // namespace

void add_custom_step(CustomStep step) {
  std::string problem = problem_of(step);
  if (problem.empty() && !step.body) problem = "it needs a body, a function that is not empty";
  add_step(std::move(step), std::move(problem));
}

void forget_custom_steps() {
  table() = {};
}

std::vector<const StepSpec*> custom_step_rows() {
  std::vector<const StepSpec*> rows;
  for (const CustomStepRow& row : table().rows) rows.push_back(&row.spec);
  return rows;
}

void set_hint_for_custom_steps(std::string hint) {
  table().hint = std::move(hint);
}
const std::string& hint_for_custom_steps() {
  return table().hint;
}

std::string list_custom_steps() {
  nlohmann::ordered_json list{{"format", kListFormat}, {"steps", nlohmann::ordered_json::array()}};
  for (const CustomStepRow& row : table().rows) {
    nlohmann::ordered_json one = json_of(row.step);
    one["at"] = row.step.at;
    list["steps"].push_back(std::move(one));
  }
  return list.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

void add_listed_steps(const std::string& file) {
  const std::optional<std::string> text = read_whole_file(file, kLargestList);
  if (!text) throw Error(ErrorKind::Usage, fmt::format("cannot read {}: {}", file, std::strerror(errno)));
  add_listed_steps(file, *text);
}

void add_listed_steps(const std::string& file, const std::string& text) {
  const auto refuse = [&](const std::string& why) {
    return Error(ErrorKind::Usage,
                 fmt::format("{} is not a list of steps, as PROGRAM --casement-steps prints it: {}", file, why));
  };
  Json list;
  try {
    list = parse_json(text);
  } catch (const Error& error) {
    throw refuse(error.message());
  }
  if (const std::string wrong = wrong_shape(list, "format!number steps!array"); !wrong.empty()) throw refuse(wrong);
  if (list["format"] != kListFormat) throw refuse("its format is of another version of Casement");
  for (const Json& one : list["steps"]) {
    try {
      CustomStep step = step_of(one);
      if (is_listed(step)) continue;
      std::string problem = problem_of(step);
      add_step(std::move(step), std::move(problem));
    } catch (const Error& error) {
      throw refuse(error.message());
    }
  }
}

}  // namespace casement
