// The subcommands beside `run`: init, frames, snapshot.

#include <nlohmann/json.hpp>
#include <regex>

#include "specs/runner/program_specs.h"

namespace casement {
namespace {

using std::chrono::seconds;
using testing::ContainsRegex;
using testing::Not;

class Commands : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("casement-commands-" + std::to_string(::getpid()) + "-" +
                                              testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "site" / "www");
    std::ofstream(folder_ / "site" / "site.yaml")
        << "hosts:\n  a.test: www\n  b.test: www\nrules:\n  - { path: /silent, never: true }\n"
           "  - { path: /refused, text: no, headers: { X-Frame-Options: DENY } }\n";
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string page(const std::string& name, const std::string& html) const {
    std::ofstream(folder_ / "site" / "www" / name) << "<!doctype html>" << html;
    return (folder_ / "site" / "www" / name).string();
  }
  ProgramResult look(const std::string& command, std::vector<std::string> more) const {
    more.insert(more.begin(), {CASEMENT_RUNNER, command});
    return run_program(more);
  }
  ProgramResult look_at_site(const std::string& command, std::vector<std::string> more = {}) const {
    more.insert(more.end(), {"--site", (folder_ / "site").string(), "http://a.test/"});
    return look(command, more);
  }

  fs::path folder_;
};

TEST(CommandLine, AMistypedWordIsAnsweredWithTheNearest) {
  const auto said = [](std::vector<std::string> words) {
    words.insert(words.begin(), CASEMENT_RUNNER);
    const ProgramResult done = run_program(words);
    EXPECT_EQ(done.exit_code, 2);
    EXPECT_EQ(done.out, "");
    return done.err.substr(0, done.err.find('\n'));
  };
  EXPECT_EQ(said({"rum", "a.flow.yaml"}), "casement: casement has no command rum (did you mean 'run'?)");
  EXPECT_EQ(said({"report", "build/x.html"}),
            "casement: casement report has no command build/x.html; its commands are merge, history, start and finish");
  EXPECT_EQ(said({"report", "mrege"}), "casement: casement report has no command mrege (did you mean 'merge'?)");
  EXPECT_EQ(said({"run", "--tagg=slow", "a.flow.yaml"}),
            "casement: casement run has no option --tagg (did you mean '--tag'?)");
  EXPECT_EQ(said({"run", "a.flow.yaml", "--last-faild"}),
            "casement: casement run has no option --last-faild (did you mean '--last-failed'?)");
  EXPECT_EQ(said({"run", "a.flow.yaml", "--quantum"}), "casement: casement run has no option --quantum");
  EXPECT_EQ(said({"run", "a.flow.yaml", "--trace", "sometimes"}),
            "--trace: 'sometimes' is not one of: never retries failures always");
  EXPECT_EQ(said({"completion", "tcsh"}), "shell: 'tcsh' is not one of: bash zsh fish");
  EXPECT_EQ(said({}), "A subcommand is required");
  for (const char* const url : {"shop.test/cart", "localhost:8080", "localhost:8080/cart"}) {
    EXPECT_THAT(said({"snapshot", url}), testing::EndsWith(std::string("no base URL is set; write http://") + url));
  }
}

TEST_F(Commands, ServeListsSocketsAndEventStreams) {
  RunningProgram program({CASEMENT_RUNNER, "serve", CASEMENT_SOURCE_DIR "/pages/trading"});
  ASSERT_TRUE(program.wait_for_output("Press Ctrl+C to stop.", Deadline::in(seconds(60))));
  EXPECT_THAT(program.output(), AllOf(HasSubstr("\n  ws://quotes.test/orders (WebSocket)\n"),
                                      HasSubstr("\n  http://news.test/headlines (event stream)\n")));
}

TEST_F(Commands, ServeShowsASiteUntilItIsStopped) {
  page("index.html", "<h1>A shop</h1>");
  for (const int signal : {SIGINT, SIGTERM}) {
    RunningProgram program({CASEMENT_RUNNER, "serve", (folder_ / "site").string()});
    ASSERT_TRUE(program.wait_for_output("Press Ctrl+C to stop.", Deadline::in(seconds(60))));
    program.signal(signal);
    const ProgramResult done = program.wait(Deadline::in(seconds(60)));
    EXPECT_EQ(done.exit_code, 128 + signal) << done.err;
    EXPECT_THAT(done.out, AllOf(ContainsRegex("on 127.0.0.1:[0-9]+\n"), HasSubstr("http://a.test"),
                                HasSubstr("--host-resolver-rules='MAP "), HasSubstr("' http://a.test/\nPress")));
  }
  RunningProgram program({CASEMENT_RUNNER, "serve", (folder_ / "site").string()});
  ASSERT_TRUE(program.wait_for_output("Press Ctrl+C to stop.", Deadline::in(seconds(60))));
  std::smatch found;
  ASSERT_TRUE(std::regex_search(program.output(), found, std::regex("127.0.0.1:([0-9]+)")));
  const std::string port = found[1];
  const ProgramResult asked = run_program({"bash", "-c",
                                           "exec 3<>/dev/tcp/127.0.0.1/$0; printf 'GET / HTTP/1.1\\r\\nHost: "
                                           "a.test\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3",
                                           port});
  EXPECT_THAT(asked.out, AllOf(StartsWith("HTTP/1.1 200"), HasSubstr("<h1>A shop</h1>"))) << asked.err;
  const ProgramResult none = run_program({CASEMENT_RUNNER, "serve", "no_such_site"});
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.err, HasSubstr("no_such_site"));
}

TEST_F(Commands, ServeListensOnTheGivenPortOrReportsThatItIsInUse) {
  page("index.html", "<h1>A shop</h1>");
  const std::string site = (folder_ / "site").string();
  RunningProgram first({CASEMENT_RUNNER, "serve", site});
  ASSERT_TRUE(first.wait_for_output("Press Ctrl+C to stop.", Deadline::in(seconds(60))));
  std::smatch found;
  const std::string said = first.output();
  ASSERT_TRUE(std::regex_search(said, found, std::regex("127.0.0.1:([0-9]+)")));
  const std::string port = found[1];
  const ProgramResult taken = run_program({CASEMENT_RUNNER, "serve", site, "--port", port});
  EXPECT_EQ(taken.exit_code, 3);
  EXPECT_EQ(taken.err, "casement: cannot listen on 127.0.0.1:" + port + ": Address already in use\n");
  first.signal(SIGTERM);
  EXPECT_EQ(first.wait(Deadline::in(seconds(60))).exit_code, 143);
  RunningProgram second({CASEMENT_RUNNER, "serve", site, "--port", port});
  ASSERT_TRUE(second.wait_for_output("on 127.0.0.1:" + port + "\n", Deadline::in(seconds(60))));
  second.signal(SIGTERM);
  EXPECT_EQ(second.wait(Deadline::in(seconds(60))).exit_code, 143);
  EXPECT_EQ(run_program({CASEMENT_RUNNER, "serve", site, "--port", "70000"}).exit_code, 2);
}

TEST_F(Commands, APageIsLookedAtAsTheUserWhomOptionsDescribe) {
  page("index.html",
       "<style>@media (max-width: 500px) { #wide { display: none } }</style><button "
       "id=wide>Wide</button><h1></h1>"
       "<script>document.querySelector('h1').textContent = [navigator.language, innerWidth, "
       "localStorage.user,"
       "Intl.DateTimeFormat().resolvedOptions().timeZone, matchMedia('(prefers-color-scheme: "
       "dark)').matches].join()</script>");
  std::ofstream(folder_ / "state.json")
      << R"({"cookies": [], "origins": [{"origin": "http://a.test", "localStorage": [{"name": "user", "value": "Ada"}]}]})";
  const ProgramResult done =
      look_at_site("snapshot", {"--storage-state", (folder_ / "state.json").string(), "--viewport", "390x844",
                                "--locale", "de-DE", "--timezone", "Europe/Dublin", "--colour-scheme", "dark"});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("heading \"de-DE,390,Ada,Europe/Dublin,true\""), Not(HasSubstr("Wide"))));
  page("index.html",
       "<iframe title=In hidden></iframe><script>if (innerWidth < 500) "
       "document.querySelector('iframe').hidden = false</script>");
  EXPECT_THAT(look_at_site("frames", {"--viewport", "390x844"}).out, HasSubstr("\n2 frames, 2 read\n"));
}

TEST_F(Commands, APageIsLookedAtOnADevice) {
  page("index.html",
       "<meta name=viewport content='width=device-width'><h1></h1><script>document.querySelector('h1').textContent = "
       "[innerWidth, navigator.maxTouchPoints > 0, /Mobile/.test(navigator.userAgent)].join()</script>");
  EXPECT_THAT(look_at_site("snapshot", {"--device", "phone"}).out,
              ContainsRegex("heading \"[34][0-9][0-9],true,true\""));
  EXPECT_THAT(look_at_site("snapshot", {"--device", "desktop"}).out,
              ContainsRegex("heading \"[12][0-9]+,false,false\""));
  EXPECT_THAT(look_at_site("snapshot", {"--device", "pone"}).err, HasSubstr("--device: 'pone' is not one of: phone,"));
}

TEST_F(Commands, APageIsPrintedAsATree) {
  page("index.html",
       "<!doctype html><main><h1>Tea</h1><p style='margin-top: 3000px'><button>Pay</button><input value=Ada></main>");
  const ProgramResult flat = look_at_site("dom");
  EXPECT_EQ(flat.exit_code, 0) << flat.err;
  EXPECT_THAT(flat.out, AllOf(HasSubstr("\"form\":\"flat\""), HasSubstr("\"label\":\"Pay\""), Not(HasSubstr("Ada"))));
  EXPECT_THAT(look_at_site("dom", {"--json", "--values"}).out, HasSubstr("\"value\":\"Ada\""));
  EXPECT_THAT(look_at_site("dom", {"--full"}).out, HasSubstr("\"path\":\"html/body/main/p/button\""));
  EXPECT_THAT(look_at_site("dom", {"--viewport-only"}).out, AllOf(HasSubstr("Tea"), Not(HasSubstr("Pay"))));
  EXPECT_THAT(look_at_site("dom", {"--text"}).out,
              AllOf(HasSubstr("main\n h1 \"Tea\""), HasSubstr("button \"Pay\" e")));
  EXPECT_THAT(look_at_site("dom", {"--stats"}).out, AllOf(HasSubstr("interactive   2\n"), HasSubstr("flat JSON")));
  EXPECT_THAT(look_at_site("dom", {"--within", "button \"Pay\""}).out, Not(HasSubstr("Tea")));
}

TEST_F(Commands, ATreeThatCannotBePrintedIsOneMessage) {
  page("index.html", "<button>A</button><button>A</button>");
  EXPECT_EQ(look_at_site("dom", {"--max-depth", "-1"}).exit_code, 2);
  EXPECT_EQ(look_at_site("dom", {"--text", "--stats"}).exit_code, 2);
  EXPECT_THAT(look_at_site("dom", {"--frames", "aside"}).err, HasSubstr("'aside' is not one of: inside apart without"));
  const ProgramResult two = look_at_site("dom", {"--within", "button \"A\""});
  EXPECT_EQ(two.exit_code, 1);
  EXPECT_TRUE(two.out.empty());
  EXPECT_THAT(two.err, HasSubstr("button \"A\""));
}

TEST_F(Commands, APageIsLookedAtInAWindow) {
  page("index.html",
       "<h1></h1><script>document.querySelector('h1').textContent = "
       "!/Headless/.test(navigator.userAgent) ? 'A window' : 'None'</script>");
  EXPECT_THAT(look_at_site("snapshot").out, HasSubstr("heading \"None\""));
  for (const char* const command : {"snapshot", "frames"}) {
    const ProgramResult shown = run_program({specs::kWithDisplay, CASEMENT_RUNNER, command, "--headed", "--site",
                                             (folder_ / "site").string(), "http://a.test/"});
    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr(command == std::string("snapshot") ? "heading \"A window\"" : "1 frame, 1 read"));
  }
}

TEST_F(Commands, AHostThatNothingServesIsReportedWithTheSiteThatHasIt) {
  const ProgramResult done =
      run_program({CASEMENT_RUNNER, "snapshot", "http://a.test/"}, {{"CASEMENT_SITES", folder_.string()}});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.err,
              AllOf(HasSubstr("net::ERR_NAME_NOT_RESOLVED"), HasSubstr("the site 'site' has it; write --site site")));
}

TEST_F(Commands, BadContextOptionsFailBeforeAnythingStarts) {
  const auto said = [&](std::vector<std::string> options) {
    options.push_back("about:blank");
    const ProgramResult done = look("snapshot", options);
    EXPECT_EQ(done.exit_code, 2);
    EXPECT_EQ(done.out, "");
    return done.err.substr(0, done.err.find('\n'));
  };
  EXPECT_EQ(said({"--viewport", "wide"}),
            "casement: --viewport: 'viewport' must be a size in CSS pixels such as 1280x720");
  EXPECT_EQ(said({"--device-scale", "big"}),
            "casement: --device-scale: 'device_scale' must be a number from 0.1 to 10");
  EXPECT_EQ(said({"--colour-scheme", "blue"}), "--colour-scheme: 'blue' is not one of: light, dark");
  EXPECT_THAT(said({"--storage-state", "nowhere.json"}), HasSubstr("nowhere.json"));
  EXPECT_THAT(said({"--cdp-endpoint", "ws://127.0.0.1:1/", "--headed"}), HasSubstr("--cdp-endpoint excludes --headed"));
  std::map<std::string, std::string> no_display{{"DISPLAY", ""}, {"WAYLAND_DISPLAY", ""}};
  const ProgramResult headed = run_program({CASEMENT_RUNNER, "snapshot", "--headed", "about:blank"}, no_display);
  EXPECT_EQ(headed.exit_code, 3);
  EXPECT_THAT(headed.err, HasSubstr("--headed: there is no display"));
}

TEST_F(Commands, FramesPrintsTheTreeWithEachFailure) {
  page(
      "index.html",
      "<h1>A</h1><iframe title=Card src=//b.test/inner.html></iframe><iframe title=Silent src=//b.test/silent></iframe>"
      "<iframe title=Refused src=//b.test/refused></iframe><iframe title=Hidden hidden src=/inner.html></iframe>");
  page("inner.html", "<button>Pay</button><iframe title='In\nit' srcdoc='<a href=/>Back</a>'></iframe>");
  const ProgramResult text = look_at_site("frames", {"--frame-timeout", "1"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(
      text.out,
      AllOf(HasSubstr("✓ main → http://a.test/\n"),
            ContainsRegex("\n  ✓ f[0-9]+ \"Card\" \\[ref=e[0-9]+\\] \\[cross-site\\] → http://b.test/inner.html\n"
                          "    ✓ f[0-9]+ \"In it\" \\[ref=f[0-9]+_e[0-9]+\\] → about:srcdoc\n"),
            ContainsRegex("\n  ✗ f[0-9]+ \"Silent\" [^\n]* → http://b.test/silent: timed_out: "),
            ContainsRegex("\n  ✗ f[0-9]+ \"Refused\" [^\n]* → http://b.test/refused: blocked: "),
            ContainsRegex("\n  – f[0-9]+ [^\n]*→ http://a.test/inner.html: hidden: "),
            ContainsRegex("\n[67] frames, 3 read\n")));
  const ProgramResult told = look_at_site("frames", {"--frame-timeout", "1", "--json"});
  const auto list = nlohmann::json::parse(told.out);
  EXPECT_EQ(list["accessible"], 3);
  EXPECT_EQ(list["frames"].size(), list["total"].get<std::size_t>());
  EXPECT_EQ(list["frames"][1]["accessible_name"], "Card");
  EXPECT_EQ(list["frames"][1]["interactive_elements"], 1);
  EXPECT_EQ(list["frames"][1]["cross_site"], true);
}

TEST_F(Commands, FramesAndSnapshotsOfFilesAndDataAreRead) {
  const std::string file = "file://" + page("index.html", "<h1>A</h1><iframe title=In src=inner.html></iframe>");
  page("inner.html", "<button>Pay</button>");
  const std::string data = "data:text/html,<h1>A</h1><iframe title=In srcdoc='<button>Pay</button>'></iframe>";
  for (const std::string& url : {file, data}) {
    const ProgramResult snapshot = look("snapshot", {url});
    EXPECT_EQ(snapshot.exit_code, 0) << snapshot.err;
    EXPECT_THAT(snapshot.out, AllOf(HasSubstr("heading \"A\""), HasSubstr("button \"Pay\" [ref=f1_e1]")));
    const ProgramResult frames = look("frames", {url});
    EXPECT_THAT(frames.out, AllOf(ContainsRegex("✓ f1 \"In\" \\[ref=e[0-9]+\\]"), HasSubstr("\n2 frames, 2 read\n")));
  }
}

TEST_F(Commands, SnapshotAndFramesWaitForATarget) {
  page("index.html",
       "<p>LOADING</p><script>setTimeout(() => document.body.innerHTML = '<h1>Orders</h1>', 1000)</script>");
  EXPECT_THAT(look_at_site("snapshot", {"--wait-for", "heading \"Orders\""}).out, HasSubstr("heading \"Orders\""));
  EXPECT_EQ(look_at_site("frames", {"--wait-for", "heading \"Orders\""}).exit_code, 0);
  const ProgramResult late = look_at_site("snapshot", {"--wait-for", "heading \"Bills\"", "--timeout", "4"});
  EXPECT_EQ(late.exit_code, 1);
  EXPECT_EQ(late.out, "");
  EXPECT_THAT(late.err, AllOf(HasSubstr("heading \"Bills\""), HasSubstr("headings on the page: \"Orders\""),
                              Not(HasSubstr("expected at"))));
  const ProgramResult wrong = look_at_site("snapshot", {"--wait-for", "heading \"Or"});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--wait-for: "));
}

TEST_F(Commands, AnAddressThatCannotBeReadIsOneMessage) {
  for (const std::string command : {"frames", "snapshot"}) {
    const auto expect_error = [&](std::vector<std::string> arguments, int exit_code, const std::string& words) {
      const ProgramResult done = look(command, arguments);
      EXPECT_EQ(done.exit_code, exit_code) << done.err;
      EXPECT_EQ(done.out, "");
      EXPECT_THAT(done.err, HasSubstr(words));
      EXPECT_THAT(done.err, Not(HasSubstr("internal error")));
    };
    expect_error({"file:///nowhere/at/all.html"}, 1, "ERR_FILE_NOT_FOUND");
    expect_error({"http://127.0.0.1:1/"}, 1, "127.0.0.1:1");
    expect_error({"not an address"}, 2, "not an address");
    expect_error({"ht tp://x"}, 2, "casement: 'ht tp://x' is not an address; write http://x\n");
    expect_error({"http://[x/"}, 2, "casement: 'http://[x/' is not an address that Chrome can open\n");
    expect_error({"http://"}, 2, "casement: 'http://' is not an address that Chrome can open\n");
    expect_error({"about:blank", "--timeout", "0"}, 2, "--timeout");
    expect_error({"about:blank", "--site", "no_such_site"}, 3, "no_such_site");
    expect_error({}, 2, "url is required");
  }
  page("index.html", "<script>for (;;);</script>");
  const ProgramResult busy = look_at_site("frames", {"--timeout", "5"});
  EXPECT_EQ(busy.exit_code, 1) << busy.out;
  EXPECT_THAT(busy.err, HasSubstr("http://a.test/"));
}

}  // namespace
}  // namespace casement
