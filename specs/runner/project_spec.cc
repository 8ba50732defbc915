// casement.yaml as people run it: servers, environments, projects, reporters.
#include <signal.h>
#include <sys/stat.h>

#include "casement/base/loopback_port.h"
#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using std::chrono::seconds;

class ProjectFileTest : public specs::RunCommand {
 protected:
  void SetUp() override {
    RunCommand::SetUp();
    fs::permissions(folder_, fs::perms::owner_all);
    for (const char* name : {"CASEMENT_ENV", "CASEMENT_BASE_URL"}) environment_[name] = "";
    write("serve.py",
          "import http.server, os, signal, sys, time\n"
          "def end(*_):\n    print('ended cleanly', flush=True)\n    os._exit(0)\n"
          "signal.signal(signal.SIGTERM, end)\n"
          "class Pages(http.server.BaseHTTPRequestHandler):\n"
          "    def do_GET(self):\n"
          "        self.send_response(200)\n        self.end_headers()\n"
          "        self.wfile.write(b'<!doctype html><title>A</title><h1>' + "
          "os.environ.get('HEADING', 'Here').encode() + b'</h1>')\n"
          "server = http.server.ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Pages)\n"
          "print('listening', os.getcwd(), os.getpid(), flush=True)\n"
          "server.serve_forever()\n");
    write("f.flow.yaml",
          "flow: F\ntimeout: 20s\nvars: { heading: Here }\nsteps:\n  - open: /\n  - expect: "
          "heading \"${heading}\"\n");
  }
  void project(const std::string& text) const { write("casement.yaml", text); }
  std::string flow_file() const { return (folder_ / "f.flow.yaml").string(); }
  std::string server(const std::string& more) const {
    return "base_url: " + url() + "\nserver: { name: pages, command: exec python3 serve.py " + port() + ", " + more +
           " }\n";
  }
  std::string port() const { return std::to_string(port_); }
  std::string url() const { return "http://127.0.0.1:" + port(); }
  std::string log() const { return bytes_of(reports() / "servers/pages.log"); }
  ProgramResult casement(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), CASEMENT_RUNNER);
    return run_program(arguments, environment_);
  }
  // The test program with this file.
  ProgramResult program(const std::string& filter, std::map<std::string, std::string> more = {}) {
    more.insert(environment_.begin(), environment_.end());
    more["CASEMENT_PROJECT"] = (folder_ / "casement.yaml").string();
    more["CASEMENT_REPORT_DIR"] = reports().string();
    return run_program({SAMPLE_SPECS, "--gtest_filter=" + filter}, more);
  }
  const int port_ = free_loopback_port();
};

TEST_F(ProjectFileTest, StartsAServerAndStopsItCleanly) {
  for (const std::string& ready : {"port: " + port(), "url: \"" + url() + "/\"", std::string("log: ^listening")}) {
    project(server(ready + ", env: { HEADING: There }"));
    const ProgramResult done = run({flow_file(), "--var", "heading=There"});
    EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
    EXPECT_THAT(log(), AllOf(HasSubstr("listening " + fs::canonical(folder_).string()), HasSubstr("ended cleanly")));
    EXPECT_THAT(bytes_of(reports() / "index.html"), HasSubstr("<a href=\"./servers/pages.log\">servers/pages.log</a>"));
  }
}

TEST_F(ProjectFileTest, AServerThatDiesAtStartIsOneMessage) {
  project("base_url: " + url() + "\nserver: { name: pages, command: echo no database; exit 7, port: " + port() +
          " }\n");
  const ProgramResult done = run({flow_file()});
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_THAT(done.err, AllOf(HasSubstr("server pages"), HasSubstr("casement.yaml:2:9: pages exited with code 7"),
                              HasSubstr("no database"), HasSubstr("servers/pages.log")));
  EXPECT_THAT(bytes_of(reports() / "index.html"), HasSubstr("no database"));
  EXPECT_THAT(bytes_of(reports() / "results.json"),
              AllOf(HasSubstr("\"not_run\""), HasSubstr("a server did not start")));
}

TEST_F(ProjectFileTest, AServerThatNeverBecomesReadyIsOneMessage) {
  project("base_url: " + url() + "\nserver: { name: pages, command: echo waiting for godot; exec sleep 600, url: \"" +
          url() + "\", timeout: 500ms }\n");
  const ProgramResult done = run({flow_file()});
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_THAT(done.err, AllOf(HasSubstr("was not ready after 500 ms, waiting until " + url() + " answered"),
                              HasSubstr("waiting for godot")));
}

TEST_F(ProjectFileTest, AServerThatAnswersWithAnErrorIsNotReady) {
  project("base_url: " + url() + "\nserver: { name: pages, command: exec python3 -m http.server --bind 127.0.0.1 " +
          port() + ", url: \"" + url() + "/health\", timeout: 4s }\n");
  const ProgramResult done = run({flow_file()});
  EXPECT_EQ(done.exit_code, 3);
  EXPECT_THAT(done.err, HasSubstr("/health answered with a status below 404, but it answered 404"));
}

TEST_F(ProjectFileTest, ATakenPortIsReportedUnlessItIsReused) {
  specs::RunningProgram running({CASEMENT_PYTHON, (folder_ / "serve.py").string(), port()}, environment_);
  project(server("port: " + port() + ", reuse: true"));
  ASSERT_TRUE(running.wait_for_output("listening", Deadline::in(seconds(60))));
  const ProgramResult done = run({flow_file()});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(bytes_of(reports() / "index.html"), HasSubstr("which was running at port " + port()));
  project(server("port: " + port()));
  const ProgramResult taken = run({flow_file()});
  EXPECT_EQ(taken.exit_code, 3);
  EXPECT_THAT(taken.err,
              AllOf(HasSubstr("port " + port() + " belongs to another program already"), HasSubstr("reuse: true")));
}

TEST_F(ProjectFileTest, SeveralServersAreStartedInOrderAndAllStopped) {
  const int other = free_loopback_port();
  project("base_url: " + url() + "\nserver:\n  - { name: first, command: exec python3 serve.py " +
          std::to_string(other) +
          ", log: ^listening }\n  - { name: second, command: test -s reports/servers/first.log || "
          "exit 9; exec python3 serve.py " +
          port() + ", port: " + port() + " }\n");
  const ProgramResult done = run({flow_file()});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  for (const char* name : {"first", "second"}) {
    EXPECT_THAT(bytes_of(reports() / "servers" / (std::string(name) + ".log")), HasSubstr("ended cleanly"));
  }
}

TEST_F(ProjectFileTest, AServerIsStoppedWhenTheRunIsInterrupted) {
  for (const int signal : {SIGINT, SIGTERM}) {
    project(server("port: " + port()));
    std::vector<std::string> command{CASEMENT_RUNNER,    "run",   "--json",          "--report-dir",
                                     reports().string(), "--var", "heading=Nowhere", flow_file()};
    fs::remove_all(reports());
    specs::RunningProgram running(command, environment_);
    ASSERT_TRUE(running.wait_for_output("step_started", Deadline::in(seconds(60)))) << running.output();
    running.signal(signal);
    EXPECT_EQ(running.wait(Deadline::in(seconds(60))).exit_code, 128 + signal);
    EXPECT_THAT(log(), HasSubstr("ended cleanly"));
  }
}

TEST_F(ProjectFileTest, AServerIsStoppedWhileItIsWaitedFor) {
  ASSERT_EQ(::mkfifo((folder_ / "begun").c_str(), 0600), 0);
  project("base_url: " + url() +
          "\nserver: { name: pages, command: \"trap 'echo ended cleanly; exit 0' TERM; echo > "
          "begun; sleep 600 & wait\", "
          "port: " +
          port() + ", timeout: 600s }\n");
  specs::RunningProgram running({CASEMENT_RUNNER, "run", "--report-dir", reports().string(), flow_file()},
                                environment_);
  std::ifstream(folder_ / "begun").get();  // until the server has opened it
  running.signal(SIGTERM);
  EXPECT_EQ(running.wait(Deadline::in(seconds(60))).exit_code, 143);
  EXPECT_THAT(log(), HasSubstr("ended cleanly"));
}

TEST_F(ProjectFileTest, AServerThatEndsDuringTheRunIsInTheReport) {
  project(
      "site: site\nserver: { name: pages, command: echo begun; echo lost the database; exit 4, "
      "log: begun }\n");
  const std::string file = flow("slow", "  - { case: one, heading: Nowhere }\n", "2s");
  run({file});
  EXPECT_THAT(bytes_of(reports() / "index.html"),
              AllOf(HasSubstr("the server pages ended during the run"), HasSubstr("lost the database")));
}

TEST_F(ProjectFileTest, ARunWhoseServerEndedHasFailed) {
  project("site: site\nbase_url: http://a.test\nserver: { name: pages, command: echo ready; exit 4, log: /ready/ }\n");
  const ProgramResult done = run({flow_file()});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  EXPECT_THAT(done.out,
              AllOf(HasSubstr("1 passed"), HasSubstr("the server pages ended during the run: it exited with code 4")));
}

TEST_F(ProjectFileTest, ARunWhoseServerASanitizerComplainsOfHasFailed) {
  write("serve.sh",
        "trap 'echo ==1==ERROR: LeakSanitizer: detected memory leaks; exit 23' TERM\n"
        "echo ready\nwhile :; do sleep 0.05; done\n");
  project("site: site\nbase_url: http://a.test\nserver: { name: pages, command: exec sh serve.sh, log: /ready/ }\n");
  const ProgramResult done = run({flow_file()});
  EXPECT_EQ(done.exit_code, 1) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("1 passed"), HasSubstr("LeakSanitizer: detected memory leaks")));
}

constexpr const char* kShop = R"(import http.server, os, sys
class Shop(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        print('\033[1manswers', self.path, flush=True)
        with open('access.txt', 'a') as access:
            print('logs', self.path, file=access)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(open('shop.html', 'rb').read())
    def log_message(self, *_):
        pass
print('ready, password is', os.environ['PASSWORD'], flush=True)
http.server.ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Shop).serve_forever()
)";
// The click waits for the answer, because the page asks for it synchronously.
constexpr const char* kShopPage = R"(<!doctype html><title>A</title><h1>Here</h1><link rel=icon href="data:,">
<button onclick="const asked = new XMLHttpRequest; asked.open('GET', '/order', false); asked.send();
  this.textContent = 'Ordered'">Order</button>
)";

TEST_F(ProjectFileTest, ATraceHasTheLinesOfServersAtTheStepsThatCausedThem) {
  write("shop.py", kShop);
  write("shop.html", kShopPage);
  write("access.txt", "earlier\n");
  project("base_url: " + url() + "\nvars: { password: open-sesame }\nsecrets: [password]\n" +
          "server: { name: shop, command: exec python3 shop.py " + port() + ", port: " + port() +
          ", env: { PASSWORD: \"${password}\" } }\nlogs: { file: access.txt }\n");
  const std::string file = write("order.flow.yaml",
                                 "flow: Order\ntimeout: 60s\nsteps:\n  - open: /\n  - click: button \"Order\"\n"
                                 "  - expect: button \"Ordered\"\n  - expect: heading \"Here\"\n");
  const ProgramResult done = run({file, "--trace", "always"});
  ASSERT_EQ(done.exit_code, 0) << done.out << done.err;
  const json results = json::parse(bytes_of(reports() / "results.json"));
  std::string trace;
  for (const json& one : results["suites"][0]["cases"][0]["attachments"]) {
    if (one["name"] == "trace") trace = (reports() / one["path"].get<std::string>()).string();
  }
  const std::string printed = casement({"trace", "server", trace}).out;
  EXPECT_THAT(printed, AllOf(StartsWith("1 open: " + url() + "/\n"), Not(HasSubstr("\n3 ")), Not(HasSubstr("\n4 ")),
                             Not(HasSubstr("earlier")), Not(HasSubstr("open-sesame"))));
  EXPECT_THAT(printed, testing::ContainsRegex("  shop [+][0-9]+ ms .x1b.1manswers /\n"));
  EXPECT_THAT(printed, testing::ContainsRegex("  access [+][0-9]+ ms logs /\n"));
  const std::string second = casement({"trace", "server", trace, "2"}).out;
  EXPECT_THAT(second, AllOf(StartsWith("2 click: button \"Order\"\n"), HasSubstr("answers /order\n"),
                            HasSubstr("logs /order\n"), Not(HasSubstr("answers /\n"))));
  EXPECT_THAT(bytes_of(reports() / "servers/shop.log"), HasSubstr("ready, password is •••"));
  EXPECT_EQ(casement({"trace", "server", trace, "9"}).exit_code, 2);
}

TEST_F(ProjectFileTest, TheServerIsLeftOutOnRequestAndByAnEnvironment) {
  project("base_url: " + url() + "\nserver: { name: pages, command: exit 7, port: " + port() +
          " }\n"
          "environments: { staging: { server: [], site: site, base_url: \"http://a.test\" } }\n");
  EXPECT_EQ(run({flow_file(), "--env", "staging"}).exit_code, 0);
  EXPECT_EQ(run({flow_file(), "--no-server"}).exit_code, 1);
  environment_["CASEMENT_ENV"] = "staging";
  EXPECT_EQ(run({flow_file()}).exit_code, 0);
  environment_["CASEMENT_BASE_URL"] = "http://b.test";
  EXPECT_EQ(run({flow_file()}).exit_code, 1);
  EXPECT_EQ(run({flow_file(), "--base-url", "http://a.test"}).exit_code, 0);
  const ProgramResult none = run({flow_file(), "--env", "stagin"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("(did you mean 'staging'?)"));
}

TEST_F(ProjectFileTest, AnEnvironmentWithoutAFileIsReported) {
  const ProgramResult done = run({flow_file(), "--base-url", "http://a.test", "--env", "staging"});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, HasSubstr("--env staging: no casement.yaml found"));
}

TEST_F(ProjectFileTest, RunsEachCaseOnceAProject) {
  project(
      "site: site\nbase_url: http://a.test\nprojects: { phone: { use: { device: phone } }, "
      "desktop: { use: { device: desktop } } }\n");
  const std::string file =
      write("p.flow.yaml",
            "flow: P\nvars: { mobile: '' }\nsteps:\n  - open: /\n"
            "  - evaluate: { expression: \"/Mobile/.test(navigator.userAgent)\", to: mobile }\n  - "
            "log: mobile ${mobile}\n");
  const ProgramResult done = run({file});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(listed({file}), testing::ElementsAre("P/P [desktop]", "P/P [phone]"));
  EXPECT_THAT(listed({file, "--project", "phone"}), testing::ElementsAre("P/P [phone]"));
  EXPECT_EQ(listed({file, "--case", "P"}).size(), 2u);
  EXPECT_EQ(listed({file, "--case", "P [phone]"}).size(), 1u);
  const std::string results = bytes_of(reports() / "results.json");
  EXPECT_THAT(results, AllOf(HasSubstr("mobile true"), HasSubstr("mobile false")));
  const ProgramResult none = run({file, "--project", "pone"});
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("has no project 'pone' (did you mean 'phone'?)"));
}

TEST_F(ProjectFileTest, SetsTheReportFolderAndTheOutput) {
  project("site: site\nbase_url: http://a.test\nreport_dir: out/here\nreporters: [tap, junit-plain]\n");
  const ProgramResult done = casement({"run", flow_file()});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, StartsWith("TAP version 14"));
  EXPECT_TRUE(fs::exists(folder_ / "out/here/junit.xml"));
  EXPECT_EQ(run({flow_file(), "--json"}).out.front(), '{');
  EXPECT_TRUE(fs::exists(reports() / "junit.xml"));
}

TEST_F(ProjectFileTest, IsCheckedByItselfAndWithFlows) {
  project("base_url: http://a.test\nretris: 1\nuse: { locale: de_DE }\n");
  const std::string file = (folder_ / "casement.yaml").string();
  for (const std::string& path : {file, flow_file()}) {
    const ProgramResult bad = casement({"check", path});
    EXPECT_EQ(bad.exit_code, 2);
    EXPECT_THAT(bad.err, AllOf(HasSubstr("casement.yaml:2:1: error: unknown key 'retris'"),
                               HasSubstr("casement.yaml:3:16: error: 'de_DE'")));
  }
  project("base_url: http://a.test\n");
  EXPECT_EQ(casement({"check", file}).exit_code, 0);
  EXPECT_EQ(casement({"check", flow_file()}).exit_code, 0);
  project("base_url: http://a.test\nsite: nowhere\n");
  EXPECT_THAT(casement({"check", flow_file()}).err, HasSubstr("casement.yaml:2:7: error: there is no site 'nowhere'"));
}

TEST_F(ProjectFileTest, IsPrintedByExplain) {
  project(
      "base_url: http://a.test\nvars: { user: ada }\nenvironments: { staging: { base_url: "
      "\"http://s.test\" } }\n");
  const ProgramResult done = casement({"explain", "--env", "staging", flow_file()});
  EXPECT_THAT(done.out, AllOf(HasSubstr("environment staging"), HasSubstr("http://s.test, from casement.yaml"),
                              HasSubstr("ada")));
}

TEST_F(ProjectFileTest, FlowsOfTwoFilesAreTwoRuns) {
  write("one/casement.yaml", "timeout: 1s\n");
  write("two/casement.yaml", "timeout: 1s\n");
  const std::string one = write("one/a.flow.yaml", "flow: A\nsteps: [{ log: a }]\n");
  const std::string two = write("two/b.flow.yaml", "flow: B\nsteps: [{ log: b }]\n");
  const ProgramResult done = run({one, two});
  EXPECT_EQ(done.exit_code, 2);
  EXPECT_THAT(done.err, HasSubstr("run the flows of each project separately"));
}

TEST_F(ProjectFileTest, ServesTestPrograms) {
  project(server("port: " + port()) + "use: { device: phone }\n");
  const ProgramResult done = program("OfProject.*", {{"SAMPLE_SERVERS", "1"}});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(log(), HasSubstr("ended cleanly"));
  const fs::path own = reports() / "OfProject.BeginsAtTheBaseUrl";
  EXPECT_THAT(bytes_of(own / "index.html"), HasSubstr("<a href=\"./../servers/pages.log\">"));
  // The joined report stands elsewhere.
  const ProgramResult joined = casement({"report", "merge", reports().string(), "--report-dir", reports().string()});
  EXPECT_EQ(joined.exit_code, 0) << joined.err;
  EXPECT_THAT(bytes_of(reports() / "index.html"), HasSubstr("<a href=\"./servers/pages.log\">"));
}

TEST_F(ProjectFileTest, GivesItsOptionsToTheUsersOfATest) {
  project(server("port: " + port()) + "use: { device: phone }\n");
  const ProgramResult done = program("UsersOfProject.*", {{"SAMPLE_SERVERS", "1"}});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(ProjectFileTest, SetsTheReportFolderOfATestProgram) {
  project("site: site\nreport_dir: out/here\n");
  environment_["CASEMENT_PROJECT"] = (folder_ / "casement.yaml").string();
  environment_["CASEMENT_REPORT_DIR"] = "";
  run_program({SAMPLE_SPECS, "--gtest_filter=Plain.ShowsACode"}, environment_);
  for (const char* name : {"junit.xml", "index.html", "snapshot.txt"}) {
    EXPECT_TRUE(fs::exists(folder_ / "out/here/Plain.ShowsACode" / name)) << name;
  }
}

TEST_F(ProjectFileTest, ItsSecretsAreInNoReportOfATestProgram) {
  project("vars: { code: hidden-code, open: shown-code }\nsecrets: [code]\n");
  const auto texts = [&] {
    std::string all;
    for (const auto& entry : fs::recursive_directory_iterator(reports())) {
      if (entry.is_regular_file() && entry.path().extension() != ".png") all += bytes_of(entry.path());
    }
    return all;
  };
  const ProgramResult done = program("Plain.ShowsACode", {{"SAMPLE_CODE", "hidden-code and shown-code"}});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(texts(), AllOf(HasSubstr("••• and shown-code"), Not(HasSubstr("hidden-code"))));
  EXPECT_THAT(done.err, Not(HasSubstr("hidden-code")));
  // Of the environment, which counts more.
  program("Plain.ShowsACode", {{"SAMPLE_CODE", "other-code"}, {"CASEMENT_VAR_CODE", "other-code"}});
  EXPECT_THAT(texts(), Not(HasSubstr("other-code")));
}

TEST_F(ProjectFileTest, AServerThatDoesNotStartFailsATestProgram) {
  project("server: { name: pages, command: echo no database; exit 7, port: " + port() + " }\n");
  const ProgramResult done = program("OfProject.*", {{"SAMPLE_SERVERS", "1"}});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, AllOf(HasSubstr("pages exited with code 7"), HasSubstr("no database")));
  project("timeout: 1s\n");
  EXPECT_THAT(
      program("OfProject.*", {{"SAMPLE_SERVERS", "1"}}).out,
      AllOf(testing::ContainsRegex("sample_specs.cc:[0-9]+: Failure"), HasSubstr("casement.yaml has no 'server'")));
}

TEST_F(ProjectFileTest, AMistakeInItFailsEachTestOfAProgram) {
  project("timeot: 1s\n");
  const ProgramResult done = program("OfProject.*");
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("unknown key 'timeot' in casement.yaml (did you mean 'timeout'?)"));
}

TEST_F(ProjectFileTest, FlowsOfATestProgramAreRunForEachProject) {
  project("projects: { phone: { use: { device: phone } }, desktop: }\n");
  write("flows/greet.flow.yaml", "flow: Greeting\nsteps: [{ log: hello }]\n");
  const ProgramResult done = program("greet.*", {{"SAMPLE_FLOWS", (folder_ / "flows").string()}});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("greet.Greeting_phone"), HasSubstr("greet.Greeting_desktop")));
}

TEST_F(ProjectFileTest, ARefusedConnectionNamesServer) {
  project("base_url: " + url() + "\n");
  EXPECT_THAT(run({flow_file()}).out, HasSubstr("use 'server:' in casement.yaml to start a server"));
}

}  // namespace
}  // namespace casement
