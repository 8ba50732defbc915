// The subcommands beside `run`: init, frames, snapshot.

#include <nlohmann/json.hpp>
#include <regex>

#include "specs/runner/program_specs.h"

namespace casement {
namespace {

using std::chrono::seconds;
using testing::ContainsRegex;

class Commands : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) /
              ("casement-commands-" + std::to_string(::getpid()) + "-" +
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

// That the project builds and its tests run is the consumer_init test.
TEST(CommandLine, AMistypedWordIsToldTheNearest) {
  const auto said = [](std::vector<std::string> words) {
    words.insert(words.begin(), CASEMENT_RUNNER);
    const ProgramResult done = run_program(words);
    EXPECT_EQ(done.exit_code, 2);
    EXPECT_EQ(done.out, "");
    return done.err.substr(0, done.err.find('\n'));
  };
  EXPECT_EQ(said({"rum", "a.flow.yaml"}), "casement: casement has no command rum (did you mean 'run'?)");
  EXPECT_EQ(said({"report", "mrege"}), "casement: casement report has no command mrege (did you mean 'merge'?)");
  EXPECT_EQ(said({"run", "--tagg=slow", "a.flow.yaml"}),
            "casement: casement run has no option --tagg (did you mean '--tag'?)");
  EXPECT_EQ(said({"run", "a.flow.yaml", "--last-faild"}),
            "casement: casement run has no option --last-faild (did you mean '--last-failed'?)");
  EXPECT_EQ(said({"run", "a.flow.yaml", "--quantum"}), "casement: casement run has no option --quantum");
  EXPECT_EQ(said({"run", "a.flow.yaml", "--trace", "sometimes"}),
            "--trace: 'sometimes' is none of: never retries always");
  EXPECT_EQ(said({"completion", "tcsh"}), "shell: 'tcsh' is none of: bash zsh fish");
  EXPECT_EQ(said({}), "A subcommand is required");
  for (const char* const url : {"shop.test/cart", "localhost:8080", "localhost:8080/cart"}) {
    EXPECT_THAT(said({"snapshot", url}), testing::EndsWith(std::string("there is no base URL; write http://") + url));
  }
}

TEST_F(Commands, InitWritesAProjectWhoseFlowRuns) {
  const std::string project = (folder_ / "tea shop").string();
  const ProgramResult done = look("init", {project});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("tea shop/CMakeLists.txt\n"), HasSubstr("\n  cd '" + project + "'\n"),
                              HasSubstr("\n  casement run flows\n")));
  const ProgramResult checked = look("check", {project});
  EXPECT_EQ(checked.exit_code, 0) << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("1 flow, 3 cases"));
  const ProgramResult run = look("run", {project + "/flows", "--report-dir", (folder_ / "reports").string()});
  EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
  EXPECT_THAT(run.out, HasSubstr("3 passed in "));
}

TEST_F(Commands, InitOverwritesNothing) {
  std::ofstream(folder_ / "README.md") << "mine";
  const ProgramResult done = look("init", {folder_.string()});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, AllOf(HasSubstr("nothing was written"), HasSubstr("/README.md\n")));
  EXPECT_FALSE(fs::exists(folder_ / "CMakeLists.txt"));
  std::string text;
  std::getline(std::ifstream(folder_ / "README.md"), text);
  EXPECT_EQ(text, "mine");
}

TEST_F(Commands, InitSaysWhereItCannotWrite) {
  std::ofstream(folder_ / "file") << "";
  const ProgramResult done = look("init", {(folder_ / "file" / "project").string()});
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_THAT(done.err, AllOf(HasSubstr("cannot write "), HasSubstr("file/project")));
}

TEST_F(Commands, ServeShowsASiteUntilItIsStopped) {
  page("index.html", "<h1>A shop</h1>");
  for (const int signal : {SIGINT, SIGTERM}) {
    RunningProgram program({CASEMENT_RUNNER, "serve", (folder_ / "site").string()});
    ASSERT_TRUE(program.wait_for_output("Stop with Ctrl+C.", Deadline::in(seconds(60))));
    program.signal(signal);
    const ProgramResult done = program.wait(Deadline::in(seconds(60)));
    EXPECT_EQ(done.exit_code, 128 + signal) << done.err;
    EXPECT_THAT(done.out, AllOf(ContainsRegex("on 127.0.0.1:[0-9]+\n"), HasSubstr("http://a.test"),
                                HasSubstr("--host-resolver-rules='MAP ")));
  }
  RunningProgram program({CASEMENT_RUNNER, "serve", (folder_ / "site").string()});
  ASSERT_TRUE(program.wait_for_output("Stop with Ctrl+C.", Deadline::in(seconds(60))));
  std::smatch found;
  ASSERT_TRUE(std::regex_search(program.output(), found, std::regex("127.0.0.1:([0-9]+)")));
  const std::string port = found[1];
  const ProgramResult asked = run_program(
      {"bash", "-c",
       "exec 3<>/dev/tcp/127.0.0.1/$0; printf 'GET / HTTP/1.1\\r\\nHost: a.test\\r\\nConnection: close\\r\\n\\r\\n' >&3; cat <&3",
       port});
  EXPECT_THAT(asked.out, AllOf(StartsWith("HTTP/1.1 200"), HasSubstr("<h1>A shop</h1>"))) << asked.err;
  const ProgramResult none = run_program({CASEMENT_RUNNER, "serve", "no_such_site"});
  EXPECT_EQ(none.exit_code, 3);
  EXPECT_THAT(none.err, HasSubstr("no_such_site"));
}

TEST_F(Commands, FramesPrintsTheTreeWithEachFailure) {
  page("index.html",
       "<h1>A</h1><iframe title=Card src=//b.test/inner.html></iframe><iframe title=Silent src=//b.test/silent></iframe>"
       "<iframe title=Refused src=//b.test/refused></iframe><iframe title=Hidden hidden src=/inner.html></iframe>");
  page("inner.html", "<button>Pay</button><iframe title='In\nit' srcdoc='<a href=/>Back</a>'></iframe>");
  const ProgramResult text = look_at_site("frames", {"--frame-timeout", "1"});
  EXPECT_EQ(text.exit_code, 0) << text.err;
  EXPECT_THAT(text.out,
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

TEST_F(Commands, WhatCannotBeLookedAtIsOneMessage) {
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
    expect_error({"ht tp://x"}, 2, "casement: 'ht tp://x' is no address; write http://x\n");
    expect_error({"http://[x/"}, 2, "casement: 'http://[x/' is no address that Chrome can open\n");
    expect_error({"http://"}, 2, "casement: 'http://' is no address that Chrome can open\n");
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
