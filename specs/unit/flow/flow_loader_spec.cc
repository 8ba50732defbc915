#include "casement/flow/load/flow_loader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "casement/flow/load/old_keys.h"
#include "casement/flow/load/short_secrets.h"
#include "casement/flow/model/flow_variables.h"
#include "casement/flow/steps/step_plan.h"
#include "casement/flow/steps/step_table.h"

namespace casement {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

std::vector<std::string> titles(const std::vector<PlannedStep>& steps) {
  std::vector<std::string> found;
  for (const PlannedStep& step : steps) {
    if (step.is_block()) found.push_back(step.title);
    for (const PlannedAction& action : step.actions) found.push_back(action.title);
  }
  return found;
}

std::vector<std::string> titles_of(const std::string& steps, const std::string& header = "") {
  const Flow flow = parse_flow("a.flow.yaml", "flow: A\nsite: shop\n" + header + "steps:\n" + steps);
  return titles(plan_steps(flow, flow.cases.front()));
}

TEST(FlowLoader, ReadsAHeader) {
  const Flow flow = parse_flow("dir/a.flow.yaml", R"(
flow: Guest pays by card
tags: [checkout, smoke]
site: checkout
base_url: http://shop.test
vars: { card: 4242 4242 4242 4242, outcome: Thank you }
frames: { on_failure: fail, on_status: { 404: ignore, 503: warn }, optional: ["*://ads.test/*"], timeout_ms: 700, max_depth: 3, wait_for: Card number }
timeout: 3s
cases:
  - { case: accepted }
  - { case: declined, tags: [slow], card: 4000 0000 0000 0002 }
steps:
  - log: hello
)");
  EXPECT_EQ(flow.name, "Guest pays by card");
  EXPECT_EQ(flow.file, "dir/a.flow.yaml");
  EXPECT_EQ(flow.site, "checkout");
  EXPECT_EQ(flow.frames.on_failure, FramePolicy::OnFailure::Fail);
  EXPECT_THAT(flow.frames.on_status,
              ElementsAre(Pair(404, FramePolicy::OnFailure::Ignore), Pair(503, FramePolicy::OnFailure::Warn)));
  EXPECT_THAT(flow.frames.optional, ElementsAre("*://ads.test/*"));
  EXPECT_EQ(flow.frame_timeout, Milliseconds(700));
  EXPECT_EQ(flow.frames.settings->max_depth, 3);
  EXPECT_EQ(flow.frames.settings->wait_for_name, "Card number");
  EXPECT_EQ(flow.timeout, Milliseconds(3000));
  ASSERT_EQ(flow.cases.size(), 2u);
  EXPECT_EQ(flow.cases[1].name, "declined");
  EXPECT_THAT(flow.cases[1].tags, ElementsAre("checkout", "smoke", "slow"));
  EXPECT_EQ(*find_variable(flow.cases[1].variables, "card"), "4000 0000 0000 0002");
  EXPECT_EQ(*find_variable(flow.cases[1].variables, "outcome"), "Thank you");
  EXPECT_EQ(flow.cases[1].where.line, 11);
}

TEST(FlowLoader, MakesOneCaseWithoutATable) {
  const Flow flow = parse_flow("a.flow.yaml", "flow: Guest pays\nsteps: [{ log: hello }]");
  ASSERT_EQ(flow.cases.size(), 1u);
  EXPECT_EQ(flow.cases[0].name, "Guest pays");
  EXPECT_EQ(flow.cases[0].where.line, 1);
}

TEST(FlowLoader, TakesTheEscapeOfAVariableInNames) {
  const Flow flow = parse_flow(
      "a.flow.yaml", "flow: Costs $${x} and $$${y}\ncases: [{ case: 'pay $${a}$${b}' }]\nsteps: [{ log: a }]\n");
  EXPECT_EQ(flow.name, "Costs ${x} and $${y}");
  EXPECT_EQ(flow.cases.at(0).name, "pay ${a}${b}");
}

TEST(FlowLoader, LetsAVariableUseThoseAboveIt) {
  EXPECT_THAT(titles_of("  - log: ${b}\n", "vars:\n  a: x\n  b: ${a}y\n"), ElementsAre("log: xy"));
}

TEST(FlowLoader, PutsVariablesIntoTextsAndTargets) {
  EXPECT_THAT(titles_of("  - click: button \"${name}\"\n  - open: ${url}\n",
                        "vars: { name: 'Say \"hi\"', url: http://shop.test/ }\n"),
              ElementsAre(R"(click: button "Say \"hi\"")", "open: http://shop.test/"));
}

TEST(FlowLoader, ReadsEveryStep) {
  EXPECT_THAT(
      titles_of(R"(
  - open: /cart
  - click: button "Pay €42.00"
  - double_click: e5
  - hover: link "Help"
  - fill:
      textbox "E-mail": ada@example.com
      textbox "Card number" in iframe /card/i: 4242 4242 4242 4242
  - clear: textbox "E-mail"
  - type: { textbox "Code": 123456 }
  - press: Enter
  - press: { keys: Control+A, target: textbox "Code" }
  - select: { combobox "Country": Germany, listbox "Sizes": [S, M] }
  - check: checkbox "I accept the terms"
  - uncheck: checkbox "News"
  - expect: text "Thank you"
  - expect: { target: button "Pay", state: disabled, text: /pay/i, count: 1 }
  - expect: { target: textbox "E-mail", value: a }
  - expect: { target: button "Pay" }
  - expect: { url: "*/receipt/*", title: Receipt }
  - expect: { hides: dialog "Authentication" }
  - expect:
      snapshot: |
        - button "Pay"
  - snapshot
  - snapshot: at the end
  - screenshot:
  - route: { host: acs.bank.test, path: /challenge, never: true }
  - route: { host: ads.test, path: /, status: 404, headers: { X-Frame-Options: DENY } }
  - log: done
  - click: button "Pay"
    label: Pay at last
    timeout: 500
)",
                "base_url: http://shop.test/\n"),
      ElementsAre("open: http://shop.test/cart", "click: button \"Pay €42.00\"", "double_click: e5",
                  "hover: link \"Help\"", "fill: textbox \"E-mail\"", "fill: textbox \"Card number\" in iframe /card/i",
                  "clear: textbox \"E-mail\"", "type: textbox \"Code\"", "press: Enter",
                  "press: Control+A on textbox \"Code\"", "select: combobox \"Country\" = Germany",
                  "select: listbox \"Sizes\" = S, M", "check: checkbox \"I accept the terms\"",
                  "uncheck: checkbox \"News\"", "expect: text \"Thank you\"", "expect: button \"Pay\" is disabled",
                  "expect: button \"Pay\" has text \"/pay/i\"", "expect: 1 × button \"Pay\"",
                  "expect: textbox \"E-mail\" has value \"a\"", "expect: button \"Pay\"", "expect: url \"*/receipt/*\"",
                  "expect: title \"Receipt\"", "expect: hides dialog \"Authentication\"", "expect: snapshot",
                  "snapshot", "snapshot: at the end", "screenshot", "route: acs.bank.test/challenge never answers",
                  "route: ads.test/ answers 404", "log: done", "Pay at last"));
}

TEST(FlowLoader, MasksCardNumbersInTitles) {
  EXPECT_THAT(titles_of("  - log: paying with 4242 4242 4242 4242\n"),
              ElementsAre("log: paying with •••• •••• •••• 4242"));
}

TEST(FlowLoader, KeepsThePlaceOfEachAction) {
  const Flow flow = parse_flow("a.flow.yaml",
                               "flow: A\nsteps:\n  - fill:\n      textbox \"A\": 1\n"
                               "      textbox \"B\": 2\n");
  const auto steps = plan_steps(flow, flow.cases[0]);
  EXPECT_EQ(steps[0].actions[1].where.line, 5);
  EXPECT_EQ(steps[0].actions[1].where.column, 7);
}

TEST(FlowLoader, ChecksBothBranchesForEveryCase) {
  EXPECT_THROW(parse_flow("a.flow.yaml", R"(
flow: A
vars: { role: button }
cases: [{ case: one }, { case: two, role: nothing }]
steps:
  - if: { var: role, is: button }
    then:
      - log: yes
    else:
      - click: ${role} "Pay"
)"),
               Error);
}

TEST(FlowLoader, TakesValuesFromTheFirstSourceThatHasThem) {
  const std::string text =
      "flow: A\nvars: { a: file, b: file, c: file }\n"
      "cases: [{ case: one, a: row, b: row }]\nsteps: [{ log: hello }]";
  ::setenv("CASEMENT_VAR_B", "environment", 1);
  const Flow flow = parse_flow("a.flow.yaml", text, {{{"a", "run"}}});
  ::unsetenv("CASEMENT_VAR_B");
  EXPECT_EQ(*find_variable(flow.cases[0].variables, "a"), "run");
  EXPECT_EQ(*find_variable(flow.cases[0].variables, "b"), "environment");
  EXPECT_EQ(*find_variable(flow.cases[0].variables, "c"), "file");
}

TEST(FlowLoader, DrawsTheSameFromTheSameSeed) {
  const std::string text = "flow: A\nvars: { a: '${random(12)} ${uuid()}' }\nsteps: [{ log: hello }]";
  const auto drawn = [&](std::uint64_t seed) {
    return *find_variable(parse_flow("a.flow.yaml", text, {{}, false, seed}).cases[0].variables, "a");
  };
  EXPECT_EQ(drawn(1), drawn(1));
  EXPECT_NE(drawn(1), drawn(2));
}

TEST(FlowLoader, PutsSettingsBeforeTheFlow) {
  const Flow flow = parse_flow("a.flow.yaml", R"(
tags: [shop]
vars: { user: ada, card: 1 }
use: { viewport: 800x600, locale: de-DE }
before: [{ log: settings }]
after: [{ log: settings }]
---
flow: A
tags: [smoke]
vars: { card: 2 }
use: { colour_scheme: dark, geolocation: { latitude: 53.3, longitude: -6.2 } }
users: { admin: { locale: en-IE }, guest: }
retries: 2
after: [{ log: flow }]
steps: [{ log: '${user} ${card}', as: guest }]
)");
  EXPECT_THAT(flow.tags, ElementsAre("shop", "smoke"));
  EXPECT_EQ(flow.cases.front().options.use.viewport_width, 800);
  EXPECT_EQ(flow.cases.front().options.use.locale, "de-DE");
  EXPECT_EQ(flow.cases.front().options.use.media.colour_scheme, ColourScheme::Dark);
  EXPECT_EQ(flow.cases.front().options.users.at("admin").locale, "en-IE");
  EXPECT_EQ(flow.cases.front().options.users.at("guest").locale, "de-DE");
  EXPECT_EQ(flow.retries, 2);
  EXPECT_THAT(titles(plan_steps(flow, flow.cases[0])),
              ElementsAre("log: settings", "log: ada 2", "log: flow", "log: settings"));
}

TEST(FlowLoader, TakesRolesAsTheOldNameOfUsers) {
  const std::string steps = "steps:\n  - press: A\n    as: admin\n";
  const Flow flow = parse_flow("a.flow.yaml", "flow: A\nroles: { admin: { locale: de-DE } }\n" + steps);
  EXPECT_EQ(flow.cases.front().options.users.at("admin").locale, "de-DE");
  const std::vector<FlowRemark> remarks = old_keys(flow);
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0].message, "'roles' is the old name of 'users'");
  EXPECT_EQ(remarks[0].where.line, 2);
  EXPECT_TRUE(old_keys(parse_flow("a.flow.yaml", "flow: A\nusers: { admin: }\n" + steps)).empty());
  try {
    parse_flow("a.flow.yaml", "flow: A\nroles: { a: }\nusers: { admin: }\n" + steps);
    ADD_FAILURE() << "both names were taken";
  } catch (const Error& error) {
    EXPECT_THAT(error.full_text(),
                testing::HasSubstr("'roles' is the old name of 'users'; move its entries to 'users'"));
  }
}

TEST(FlowLoader, WarnsOfSecretsThatAreTooShortToBeMaskedEverywhere) {
  const std::string steps = "steps:\n  - press: A\n";
  const std::vector<FlowRemark> remarks = short_secrets(
      parse_flow("a.flow.yaml", "flow: A\nvars: { pin: 123, word: green }\nsecrets: [word, pin]\n" + steps));
  ASSERT_EQ(remarks.size(), 1u);
  EXPECT_EQ(remarks[0].message, "the secret 'pin' has fewer than 4 characters");
  EXPECT_EQ(remarks[0].where.line, 3);
}

TEST(FlowLoader, ReadsATableOfCasesAndFlowsBeside) {
  const std::string folder = testing::TempDir() + "casement-beside-" + std::to_string(::getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/cases.csv") << "case,card,tags\r\n\"yes, please\",\"4 \"\"2\"\"\",slow new\r\nno,3,\n";
  std::ofstream(folder + "/pay.yaml") << "flow: Pay\nvars: { with: , by: card }\n"
                                         "steps:\n  - save: { literal: '${with} by ${by}', to: paid }\n";
  const Flow flow = parse_flow(folder + "/a.flow.yaml", R"(
flow: A
vars: { card: }
cases: cases.csv
steps:
  - run: { flow: pay.yaml, with: { with: "${card}" }, take: paid }
  - log: ${paid}
)");
  std::filesystem::remove_all(folder);
  ASSERT_EQ(flow.cases.size(), 2u);
  EXPECT_EQ(flow.cases[0].name, "yes, please");
  EXPECT_THAT(flow.cases[0].tags, ElementsAre("slow", "new"));
  EXPECT_EQ(*find_variable(flow.cases[0].variables, "card"), "4 \"2\"");
  EXPECT_EQ(flow.cases[1].where.line, 3);
  EXPECT_THAT(titles(plan_steps(flow, flow.cases[0])), ElementsAre("run: Pay", "log: ${paid}"));
}

// `with` says what this one call is to do; what the run was told is for all flows.
TEST(FlowLoader, AFlowThatIsRunTakesValuesFromTheRun) {
  const std::string folder = testing::TempDir() + "casement-given-" + std::to_string(::getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/part.yaml")
      << "flow: Part\nvars: { casement_a: , casement_b: , casement_c: c, casement_d: d }\n"
         "steps:\n  - log: a\n";
  ::setenv("CASEMENT_VAR_CASEMENT_B", "environment", 1);
  const Flow flow =
      parse_flow(folder + "/a.flow.yaml", "flow: A\nsteps:\n  - run: { flow: part.yaml, with: { casement_c: with } }\n",
                 {{{"casement_a", "--var"}, {"casement_c", "--var"}}});
  ::setenv("CASEMENT_VAR_CASEMENT_B", "later",
           1);  // what the program sets after it has loaded the flow is for other flows
  const std::vector<PlannedStep> plan = plan_steps(flow, flow.cases[0]);
  ::unsetenv("CASEMENT_VAR_CASEMENT_B");
  std::filesystem::remove_all(folder);
  std::vector<std::string> values;
  for (const FlowVariable& one : plan.at(0).block.variables)
    values.push_back(one.value + " from " + std::string(one.origin));
  EXPECT_THAT(values, ElementsAre("--var from --var", "environment from environment", "with from with", "d from vars"));
  EXPECT_THAT(variables_with_called(flow), ElementsAre("casement_a", "casement_b", "casement_c", "casement_d"));
}

std::string first_title(const Flow& flow, std::size_t which) {
  return plan_steps(flow, flow.cases.at(which)).at(0).actions.at(0).title;
}

TEST(BaseUrl, HoldsTheVariablesOfEachCase) {
  const Flow flow = parse_flow("a.flow.yaml",
                               "flow: A\nbase_url: http://${host}:8080/\nvars: { host: near.test }\n"
                               "cases: [{ case: one }, { case: two, host: far.test }]\nsteps:\n  - open: /cart\n");
  EXPECT_EQ(first_title(flow, 0), "open: http://near.test:8080/cart");
  EXPECT_EQ(first_title(flow, 1), "open: http://far.test:8080/cart");
}

TEST(BaseUrl, TheRunsBaseUrlOverridesTheFlows) {
  for (const char* const own : {"", "base_url: http://shop.test\n"}) {
    const Flow flow = parse_flow("a.flow.yaml", std::string("flow: A\n") + own + "steps:\n  - open: /cart\n",
                                 LoadOptions{.base_url = "https://staging.test/shop"});
    EXPECT_EQ(first_title(flow, 0), "open: https://staging.test/shop/cart");
  }
}

TEST(BaseUrl, IsReportedAtItsPlaceIfInvalid) {
  try {
    parse_flow("a.flow.yaml", "flow: A\nbase_url: ${host}\nvars: { host: near.test }\nsteps:\n  - open: /cart\n");
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(
        error.full_text(),
        testing::HasSubstr("a.flow.yaml:2:11: error: 'base_url' must start with http:// or https://, not 'near.test'"));
  }
  try {
    parse_flow("a.flow.yaml", "flow: A\nsteps:\n  - log: x\n", LoadOptions{.base_url = "near.test"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Usage);
    EXPECT_THAT(error.message(), testing::HasSubstr("--base-url must start with http:// or https://"));
  }
}

TEST(StepTable, ExplainsEachStep) {
  for (const StepSpec& kind : step_table()) {
    EXPECT_THAT(std::string(kind.help), testing::EndsWith(".")) << kind.name;
    if (kind.shape == ArgumentShape::Nothing) continue;
    EXPECT_THAT(std::string(kind.example), Not(IsEmpty())) << kind.name;
  }
}

// The examples stand in error messages, so they had better work. Files in them are here.
TEST(StepTable, HasExamplesThatLoad) {
  const std::string folder = testing::TempDir() + "casement-examples-" + std::to_string(::getpid());
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/photo.png") << "PNG";
  std::ofstream(folder + "/shop.har") << "{}";
  std::ofstream(folder + "/mocks.js") << "0";
  std::ofstream(folder + "/login.yaml") << "flow: Log in\nvars: { user: bob }\nsteps: [{ log: hello }]";
  for (const StepSpec& kind : step_table()) {
    std::string examples(kind.example);
    while (!examples.empty()) {
      const std::size_t end = std::min(examples.find("  or  "), examples.size());
      const std::string then = kind.blocks == StepBlocks::ThenElse ? "\n    then: [{ log: yes }]"
                               : kind.blocks == StepBlocks::Steps  ? "\n    steps: [{ log: yes }]"
                                                                   : "";
      EXPECT_NO_THROW(parse_flow(folder + "/a.flow.yaml", "flow: A\nsite: shop\nsteps:\n  - " + std::string(kind.name) +
                                                              ": " + examples.substr(0, end) + then + "\n"))
          << kind.name;
      examples.erase(0, end + 6);
    }
  }
  std::filesystem::remove_all(folder);
}

TEST(Flows, AllFlowsOfTheRepositoryLoad) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(CASEMENT_SOURCE_DIR "/specs/flows")) {
    if (entry.path().extension() != ".yaml") continue;
    ++count;
    EXPECT_NO_THROW(load_flow(entry.path().string())) << entry.path();
  }
  EXPECT_GE(count, 3u);
}

}  // namespace
}  // namespace casement
