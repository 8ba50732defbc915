// Custom steps: what may be registered, how flows that use them are checked and planned, and the list of a program's
// steps. specs/runner/custom_steps_spec.cc runs them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "casement/base/error.h"
#include "casement/flow/describe/flow_explanation.h"
#include "casement/flow/describe/flow_schema.h"
#include "casement/flow/load/flow_loader.h"
#include "casement/flow/steps/custom_step_table.h"
#include "casement/flow/steps/given_arguments.h"
#include "specs/unit/flow/flow_runner_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class CustomSteps : public FlowRunner {
 protected:
  void TearDown() override {
    set_hint_for_custom_steps("");
    forget_custom_steps();
  }
  static void add_sign_in() {
    add_custom_step({"sign in",
                     "Signs a user in.",
                     {{"user", StepArgument::Text, "the user's name"},
                      {"password", StepArgument::Secret, "the user's password"},
                      {"role", StepArgument::Word, "the role", true, {"clerk", "admin"}},
                      {"tries", StepArgument::Number, "how often", true, {}, 1, 3},
                      {"stay", StepArgument::Flag, "whether to stay signed in", true},
                      {"within", StepArgument::Duration, "the time", true},
                      {"shops", StepArgument::Texts, "the shops", true},
                      {"field", StepArgument::Target, "where the name goes", true}},
                     [](const Page&, const StepArguments&) {},
                     "shop_steps.cc:7"});
  }
  static void add(const std::string& name, std::vector<StepArgument> arguments = {}) {
    add_custom_step({name, "Does something.", std::move(arguments), [](const Page&, const StepArguments&) {}, ""});
  }
  static std::string refusal(const std::string& name, std::vector<StepArgument> arguments = {}) {
    try {
      add(name, std::move(arguments));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      return error.message();
    }
    return "";
  }
  // The error of a flow with this step, from its line on.
  static std::string problem(const std::string& step, const std::string& header = "") {
    AuthoringErrors errors;
    parse_flow("a.flow.yaml", "flow: A\n" + header + "steps:\n  - " + step + "\n", {}, errors);
    return errors.empty() ? "" : errors.sorted().front().message();
  }
};

TEST_F(CustomSteps, RefuseInvalidNamesAndArguments) {
  EXPECT_EQ(refusal("click"), "cannot register the step 'click': Casement has a step of this name");
  EXPECT_THAT(refusal("timeout"), HasSubstr("flows use this word as a key beside steps"));
  EXPECT_THAT(refusal("steps"), HasSubstr("flows use this word"));
  for (const char* const name : {"", " a", "a ", "a:b", "- a", "${a}"}) {
    EXPECT_THAT(refusal(name), HasSubstr("its name needs letters")) << name;
  }
  EXPECT_THAT(refusal("a", {{""}}), HasSubstr("the argument '' needs a name"));
  EXPECT_THAT(refusal("a", {{"x"}, {"x"}}), HasSubstr("it has two arguments 'x'"));
  EXPECT_THAT(refusal("a", {{"x", StepArgument::Word}}), HasSubstr("is a Word and needs `words`"));
  EXPECT_THAT(refusal("a", {{"x", StepArgument::Text, "", false, {"b"}}}), HasSubstr("is not a Word"));
  EXPECT_THAT(refusal("a", {{"x", StepArgument::Number, "", false, {}, 2, 1}}), HasSubstr("is above its most"));
  try {
    add_custom_step({.name = "a", .help = "", .arguments = {}, .body = nullptr, .at = "a.cc:1"});
    ADD_FAILURE() << "a step without a body is registered";
  } catch (const Error& error) {
    EXPECT_EQ(error.message(),
              "a.cc:1: error: cannot register the step 'a': it needs a body, a function that is not empty");
  }
  EXPECT_EQ(custom_step_rows().size(), 0u);
  add_sign_in();
  EXPECT_EQ(refusal("sign in"), "cannot register the step 'sign in': it is already registered at shop_steps.cc:7");
}

TEST_F(CustomSteps, AreCheckedAtTheirPlace) {
  add_sign_in();
  EXPECT_EQ(problem("sign in: { user: ada, password: p }"), "");
  EXPECT_EQ(problem("sign inn: { user: ada }"),
            "a.flow.yaml:3:5: error: unknown step 'sign inn' (did you mean 'sign in'?)");
  EXPECT_EQ(problem("sign in: { usr: ada, password: p }"),
            "a.flow.yaml:3:16: error: unknown key 'usr' in 'sign in' (did you mean 'user'?)");
  EXPECT_EQ(problem("sign in: { user: ada }"), "a.flow.yaml:3:5: error: 'sign in' needs 'password'");
  EXPECT_EQ(
      problem("sign in: ada"),
      "a.flow.yaml:3:14: error: 'sign in' does not accept a text; write e.g. sign in: { user: some text, password: "
      "${password} }");
  EXPECT_THAT(problem("sign in"),
              HasSubstr("a.flow.yaml:3:5: error: 'sign in' needs an argument; write e.g. sign in: {"));
  const auto with = [](const std::string& more) {
    return problem("sign in: { user: ada, password: p, " + more + " }");
  };
  EXPECT_THAT(with("role: clark"), HasSubstr("3:46: error: 'role' cannot be 'clark' (did you mean 'clerk'?)"));
  EXPECT_THAT(with("tries: 4"), HasSubstr("3:47: error: 'tries' must be a whole number from 1 to 3"));
  EXPECT_THAT(with("stay: maybe"), HasSubstr("3:46: error: 'stay'"));
  EXPECT_THAT(with("within: soon"), HasSubstr("3:48: error: 'within'"));
  EXPECT_THAT(with("shops: { a: b }"), HasSubstr("3:47: error: 'shops'"));
  EXPECT_THAT(with("field: buton Pay"), HasSubstr("3:47: error: "));
  EXPECT_THAT(with("user: [a]"), HasSubstr("user"));
  EXPECT_EQ(with("role: clerk, tries: 2, stay: true, within: 3s, shops: [a, b], field: textbox 'Name'"), "");
}

TEST_F(CustomSteps, TakeTheFirstArgumentWithoutItsName) {
  add("greet", {{"name", StepArgument::Text}, {"twice", StepArgument::Flag, "", true}});
  add("wait for rows", {{"rows", StepArgument::Number, "", false, {}, 1, 9}});
  add("tidy up");
  add("maybe", {{"name", StepArgument::Text, "", true}});
  for (const char* const step : {"greet: ada", "greet: { name: ada }", "greet: { name: ada, twice: true }",
                                 "wait for rows: 3", "tidy up", "maybe", "maybe: x", "maybe: { name: x }"}) {
    EXPECT_EQ(problem(step), "") << step;
  }
  EXPECT_THAT(problem("wait for rows: ten"), HasSubstr("'rows' must be a whole number from 1 to 9"));
  EXPECT_THAT(problem("tidy up: now"), HasSubstr("'tidy up' has no argument; write: - tidy up"));
  EXPECT_THAT(problem("greet: [ada]"), HasSubstr("'greet' does not accept a list; write e.g. greet: some text"));
}

TEST_F(CustomSteps, HaveVariablesBlocksAndOptionsAsAnyStepHas) {
  add_sign_in();
  run("flow: A\nvars: { who: ada, code: s3cret-code }\nsteps:\n"
      "  - sign in: { user: \"${who}\", password: \"${code}\", field: textbox 'User' }\n    timeout: 3s\n"
      "  - for_each: { name: one, in: [a, b] }\n    steps:\n"
      "      - sign in: { user: \"${one}\", password: other-code }\n"
      "  - sign in: { user: eve, password: other-code }\n    label: Eve comes\n    soft: true\n");
  EXPECT_THAT(step_lines(), ElementsAre("+sign in: user: ada, password: •••, field: textbox 'User'",
                                        "+for_each: one in a, b", " +one = a", "  +sign in: user: a, password: •••",
                                        " +one = b", "  +sign in: user: b, password: •••", "+Eve comes"));
  EXPECT_THAT(calls(), ElementsAre("sign in: user: ada, password: •••, field: textbox 'User'",
                                   "sign in: user: a, password: •••", "sign in: user: b, password: •••", "Eve comes",
                                   "see"));  // the page's text, for the report
}

// As for every secret (docs/reports.md), a very short value is masked wherever its characters are.
TEST_F(CustomSteps, MaskAShortSecretEverywhereOnceTheStepHasIt) {
  add_sign_in();
  run("flow: A\nsteps:\n  - log: paper\n  - sign in: { user: ada, password: p }\n  - log: paper\n");
  EXPECT_THAT(step_lines(), ElementsAre("+log: •••a•••er", "+sign in: user: ada, •••assword: •••", "+log: •••a•••er"));
}

TEST_F(CustomSteps, HideSecretsInTitlesAndExplanations) {
  add("unlock", {{"code", StepArgument::Secret}});
  const Flow flow = parse_flow("a.flow.yaml", "flow: A\nsteps:\n  - unlock: hunter2\n  - unlock: { code: hunter2 }\n");
  const std::string explained = explain_flow(flow).dump();
  EXPECT_THAT(explained, HasSubstr("unlock: •••"));
  EXPECT_THAT(explained, Not(HasSubstr("hunter2")));
  EXPECT_EQ(unbound_title(flow.steps.front()), "unlock");
}

TEST_F(CustomSteps, AreInTheSchema) {
  add_sign_in();
  const json schema = json::parse(flow_schema());
  const json& argument = schema["$defs"]["argument_of_sign in"];
  EXPECT_THAT(argument["description"].get<std::string>(), HasSubstr("Signs a user in."));
  EXPECT_EQ(argument["required"], (json{"user", "password"}));
  EXPECT_EQ(argument["properties"]["user"]["description"], "the user's name");
  EXPECT_THAT(schema["$defs"]["step"].dump(), HasSubstr("#/$defs/argument_of_sign%20in"));
}

TEST_F(CustomSteps, AreListedForCheckAndReadBack) {
  add_sign_in();
  add("tidy up");
  const std::string list = list_custom_steps();
  EXPECT_EQ(json::parse(list)["steps"][0]["arguments"][1],
            (json{{"name", "password"}, {"kind", "secret"}, {"required", true}, {"help", "the user's password"}}));
  EXPECT_EQ(json::parse(list)["steps"][0]["at"], "shop_steps.cc:7");
  forget_custom_steps();
  add_listed_steps("steps.json", list);
  add_listed_steps("other.json", list);  // another program has the same steps
  EXPECT_EQ(list_custom_steps(), list);
  EXPECT_THAT(problem("sign in: { usr: ada, password: p }"), HasSubstr("(did you mean 'user'?)"));
}

TEST_F(CustomSteps, RefuseInvalidLists) {
  const auto refused = [](const std::string& text) {
    try {
      add_listed_steps("steps.json", text);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      return error.message();
    }
    return std::string();
  };
  const std::string start = "steps.json is not a list of steps, as PROGRAM --casement-steps prints it: ";
  for (const char* const text : {"", "[", "[]", "{}", R"({"format": 2, "steps": []})", R"({"format": 1, "steps": [1]})",
                                 R"({"format": 1, "steps": [{"name": "click", "help": "", "arguments": []}]})",
                                 R"({"format": 1, "steps": [{"name": "a", "help": "", "arguments": [{}]}]})"}) {
    EXPECT_THAT(refused(text), HasSubstr(start)) << text;
  }
  EXPECT_THAT(refused(R"({"format": 1, "steps": [{"name": "a", "help": "", "arguments": [
                          {"name": "x", "kind": "odd", "help": "", "required": true}]}]})"),
              HasSubstr("'odd' is an unknown kind of argument"));
}

TEST_F(CustomSteps, AnUnknownStepGetsTheHintOnlyIfNothingIsNear) {
  set_hint_for_custom_steps("; see --steps");
  EXPECT_EQ(problem("sign in: ada"), "a.flow.yaml:3:5: error: unknown step 'sign in'; see --steps");
  EXPECT_THAT(
      problem("authenticate: ada"),
      AllOf(StartsWith("a.flow.yaml:3:5: error: unknown step 'authenticate'; known"), EndsWith("; see --steps")));
  EXPECT_THAT(problem("clik: button"), EndsWith("(did you mean 'click'?)"));
  EXPECT_THAT(problem("scroll tox: button"), EndsWith("(did you mean 'scroll_to'?); see --steps"));
  add_sign_in();
  EXPECT_THAT(problem("sign inn: ada"), EndsWith("(did you mean 'sign in'?)"));
}

TEST_F(CustomSteps, ReadOnlyDeclaredArguments) {
  const CustomStep sign_in{.name = "sign in",
                           .arguments = {{"user", StepArgument::Text}, {"rows", StepArgument::Number, "", true}}};
  const GivenArguments given{sign_in, {{"user", std::string("ada")}}};
  const StepArguments step(given);
  EXPECT_EQ(step.text("user"), "ada");
  EXPECT_TRUE(step.has("user"));
  EXPECT_FALSE(step.has("rows"));
  EXPECT_EQ(step.number("rows", 7), 7);
  const auto refused = [](const auto& read) {
    try {
      read();
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::Usage);
      return error.message();
    }
    return std::string();
  };
  EXPECT_EQ(refused([&] { step.text("usr"); }), "the step 'sign in' declares no argument 'usr' (did you mean 'user'?)");
  EXPECT_THAT(refused([&] { step.flag("user"); }), HasSubstr("with another kind"));
}

}  // namespace
}  // namespace casement
