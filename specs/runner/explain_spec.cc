// `casement explain`: what each case of a flow would do, without a browser.

#include <nlohmann/json.hpp>

#include "specs/runner/program_specs.h"

namespace casement {
namespace {

constexpr const char* kOrder =
    R"(use: { viewport: 1280x720, credentials: { user: ada, password: s3cret-door }, headers: { X-Token: t0ken-of-all } }
before: [{ open: http://shop.test/ }]
---
flow: An order
tags: [shop]
vars: { card: 4242 4242 4242 4242, pin: hidden-pin, size: M }
secrets: [pin]
cases:
  - { case: accepted }
  - { case: large, size: L, tags: [slow], skip: no stock }
users: { admin: { locale: de-DE }, guest: }
timeout: 8s
retries: 1
frames: { on_failure: fail, optional: ["*ads*"] }
steps:
  - fill: { textbox "Card": "${card}", textbox "PIN": "${pin}" }
    timeout: 1500ms
  - run: { flow: login.yaml, with: { user: "ada ${size}" }, take: [token] }
  - for_each: { name: one, in: [Tea, Milk] }
    steps:
      - click: button "${one}"
        soft: true
  - if: { visible: dialog }
    then: [{ press: Escape }]
    else: [{ log: "token ${token}" }]
  - click: button "Pay"
    label: Pay at last
    as: admin
    optional: true
after: [{ log: "pin ${pin}" }]
)";
constexpr const char* kLogin =
    "flow: Sign in\nvars: { user: , word: login-word }\nsecrets: [word]\nsteps:\n"
    "  - fill: { textbox \"Name\": \"${user}\", textbox \"Password\": \"${word}\" }\n"
    "  - save: { text: code, to: token }\n";

class Explain : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("casement-explain-" + std::to_string(::getpid()) + "-" +
                                              testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
    write("order.flow.yaml", kOrder);
    write("login.yaml", kLogin);
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  // In the flows' folder, where no Chrome can be found or started.
  ProgramResult explain(const std::string& arguments) {
    return run_program({"/bin/sh", "-c", "cd '" + folder_.string() + "' && '" CASEMENT_RUNNER "' explain " + arguments},
                       {{"CASEMENT_BROWSER", "/nonexistent"}});
  }

  fs::path folder_;
};

// The whole text, so that a change of it is looked at.
TEST_F(Explain, PrintsThePlanOfACaseAsATesterReadsIt) {
  const ProgramResult done = explain("order.flow.yaml --case accepted");
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_EQ(done.out, R"(An order · order.flow.yaml
  timeout   8 s a step
  retries   1
  frames    on_failure fail, optional *ads*
  use       viewport 1280x720, credentials { user ada, password ••• }, headers { X-Token ••• }
  user      admin: locale de-DE
  user      guest: same as 'use'

accepted  [shop]                                                   order.flow.yaml:9
  card = •••• •••• •••• 4242                                       from vars
  pin  = •••                                                       from vars, secret
  size = M                                                         from vars
  before
  1  open: http://shop.test/                                       order.flow.yaml:2
  steps
  2  fill: textbox "Card" ← •••• •••• •••• 4242  [within 1500 ms]  order.flow.yaml:16
     fill: textbox "PIN" ← •••                                     order.flow.yaml:16
  3  run: Sign in (login.yaml)                                     order.flow.yaml:18
     user = ada M                                                  from with
     word = •••                                                    from vars, secret
     take: token
     3.1  fill: textbox "Name" ← ada M                             login.yaml:5
          fill: textbox "Password" ← •••                           login.yaml:5
     3.2  save: text of code to token                              login.yaml:6
  4  for_each: one in Tea, Milk                                    order.flow.yaml:19
     4.1  click: button "${one}"  [soft]                           order.flow.yaml:21
  5  if: visible dialog                                            order.flow.yaml:23
     then
       5.1  press: Escape                                          order.flow.yaml:24
     else
       5.2  log: token ${token}                                    order.flow.yaml:25
  6  Pay at last (click button "Pay")  [as admin, optional]        order.flow.yaml:26
  after
  7  log: pin •••                                                  order.flow.yaml:30
)");
}

TEST_F(Explain, PrintsThePlanAsJson) {
  const ProgramResult done = explain("order.flow.yaml --json");
  const auto flows = nlohmann::json::parse(done.out);
  ASSERT_EQ(flows.size(), 1u);
  const auto& flow = flows[0];
  EXPECT_EQ(flow["name"], "An order");
  EXPECT_EQ(flow["timeout_ms"], 8000);
  EXPECT_EQ(flow["frames"]["on_failure"], "fail");
  EXPECT_EQ(flow["use"]["credentials"]["password"], "•••");
  ASSERT_EQ(flow["cases"].size(), 2u);
  const auto& large = flow["cases"][1];
  EXPECT_EQ(large["skip"], "no stock");
  EXPECT_EQ(large["line"], 10);
  EXPECT_EQ(large["variables"][2], (nlohmann::json{{"name", "size"}, {"value", "L"}, {"from", "case"}}));
  EXPECT_EQ(large["before"][0]["number"], "1");
  const auto& steps = large["steps"];
  EXPECT_EQ(steps[0]["number"], "2");
  EXPECT_EQ(steps[0]["timeout_ms"], 1500);
  EXPECT_EQ(steps[1]["flow"]["name"], "Sign in");
  EXPECT_EQ(steps[1]["variables"][0]["value"], "ada L");
  EXPECT_EQ(steps[1]["then"][0]["file"], "login.yaml");
  EXPECT_EQ(steps[1]["then"][0]["number"], "3.1");
  EXPECT_EQ(steps[2]["then"][0]["soft"], true);
  EXPECT_EQ(steps[3]["else"][0]["step"], "log");
  EXPECT_EQ(steps[4]["user"], "admin");
  EXPECT_EQ(large["after"][0]["number"], "7");
}

TEST_F(Explain, NoSecretAndNoCardIsPrinted) {
  for (const char* const form : {"", " --json"}) {
    const ProgramResult done = explain("order.flow.yaml --var pin=told-by-hand" + std::string(form));
    EXPECT_EQ(done.exit_code, 0) << done.err;
    for (const char* const secret :
         {"told-by-hand", "hidden-pin", "login-word", "s3cret-door", "t0ken-of-all", "4242 4242 4242"}) {
      EXPECT_THAT(done.out, Not(HasSubstr(secret)));
    }
    EXPECT_THAT(done.out, HasSubstr("•••• •••• •••• 4242"));
  }
}

TEST_F(Explain, NoCodeIsPrinted) {
  write("code.flow.yaml",
        "flow: Code\nvars: { otp: 483920, zip: 94103 }\nsteps:\n"
        "  - fill: { textbox \"Code\": \"${otp}\", textbox \"Security code\": 735, textbox \"ZIP\": \"${zip}\" }\n");
  for (const char* const form : {"", " --json"}) {
    const ProgramResult done = explain("code.flow.yaml" + std::string(form));
    EXPECT_EQ(done.exit_code, 0) << done.err;
    EXPECT_THAT(done.out, AllOf(HasSubstr("94103"), Not(HasSubstr("735"))));
    EXPECT_THAT(done.out, testing::ContainsRegex("otp[^a-z]*•••|\"otp\""));
  }
}

TEST_F(Explain, PrintsTheSourceOfEachValue) {
  const std::string out = explain("order.flow.yaml --case large --var card=1111; CASEMENT_VAR_PIN=x '" CASEMENT_RUNNER
                                  "' explain order.flow.yaml --case large")
                              .out;
  EXPECT_THAT(out, testing::ContainsRegex("card = 1111 +from --var\n"));
  EXPECT_THAT(out, testing::ContainsRegex("size = L +from case\n"));
  EXPECT_THAT(out, testing::ContainsRegex("pin  = ••• +from environment, secret\n"));
}

TEST_F(Explain, PrintsTheErrorsThatCheckPrints) {
  write("bad.flow.yaml", "flow: A\nsteps:\n  - clik: button \"Pay\"\n");
  const ProgramResult bad = explain("bad.flow.yaml");
  EXPECT_EQ(bad.exit_code, 2);
  EXPECT_EQ(bad.out, "");
  EXPECT_THAT(bad.err, HasSubstr("bad.flow.yaml:3:5: error: unknown step 'clik'"));
  const ProgramResult nobody = explain("order.flow.yaml --case acepted");
  EXPECT_EQ(nobody.exit_code, 2);
  EXPECT_THAT(nobody.err, AllOf(HasSubstr("acepted"), HasSubstr("accepted")));
}

TEST_F(Explain, HostileTextStaysInItsLine) {
  write("hostile.flow.yaml", "flow: \"a\\e[31m\\nb\"\nvars: { x: \"1\\n2\\u202e\" }\nsteps:\n  - log: \"${x}\"\n");
  const std::string out = explain("hostile.flow.yaml").out;
  EXPECT_THAT(out, AllOf(HasSubstr("a\\x1b[31m b · hostile.flow.yaml\n"), HasSubstr("x = 1\\n2\\u202e")));
}

}  // namespace
}  // namespace casement
