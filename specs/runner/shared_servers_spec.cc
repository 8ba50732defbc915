// The servers of casement.yaml once for the tests of many processes: under ctest, and by hand.
#include <signal.h>
#include <sys/stat.h>

#include <chrono>

#include "casement/base/loopback_port.h"
#include "casement/process/process_table.h"
#include "specs/runner/run_fixture.h"
#include "specs/support/patience.h"

namespace casement {
namespace {

using nlohmann::json;

// "/a" and "/b" are answered when somebody has asked for each of them, "/end" ends the server.
constexpr const char* kServer = R"(import http.server, os, signal, sys, threading
def end(*_):
    print('ended cleanly', flush=True)
    os._exit(0)
signal.signal(signal.SIGTERM, end)
both = threading.Barrier(2)
class Pages(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path in ('/a', '/b'):
            both.wait()
        if self.path == '/end':
            print('lost the database', flush=True)
            os._exit(4)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'<!doctype html><title>A</title><h1>Here</h1>')
with open('starts', 'a') as starts:
    print('started', file=starts)
server = http.server.ThreadingHTTPServer(('127.0.0.1', int(sys.argv[1])), Pages)
print('listening', flush=True)
server.serve_forever()
)";

class SharedServers : public specs::RunCommand {
 protected:
  void SetUp() override {
    RunCommand::SetUp();
    fs::permissions(folder_, fs::perms::owner_all);
    for (const char* name : {"CASEMENT_ENV", "CASEMENT_BASE_URL", "CASEMENT_PROJECT"}) environment_[name] = "";
    write("serve.py", kServer);
    write("flows/a.flow.yaml", flow_that_opens("/a"));
    write("flows/b.flow.yaml", flow_that_opens("/b"));
    write("one.flow.yaml", flow_that_opens("/"));
    project("exec python3 serve.py " + port());
    state_ = (folder_ / "servers.json").string();
  }
  void TearDown() override {
    if (fs::exists(state_)) server("stop", {"--owner", "0"});
    RunCommand::TearDown();
  }
  static std::string flow_that_opens(const std::string& path) {
    return "flow: Opens " + path + "\ntimeout: 60s\nsteps:\n  - open: " + path + "\n  - expect: heading \"Here\"\n";
  }
  std::string port() const { return std::to_string(port_); }
  void project(const std::string& command, const std::string& more = "") const {
    write("casement.yaml", "base_url: http://127.0.0.1:" + port() +
                               "\nuse: { device: phone }\nserver: { name: pages, " + "command: \"" + command +
                               "\", port: " + port() + more + " }\n" + "environments: { staging: { server: [] } }\n");
  }
  ProgramResult server(const std::string& what, std::vector<std::string> more = {}) {
    std::vector<std::string> command{CASEMENT_RUNNER, "server", what, "--state", state_};
    if (what != "status") command.insert(command.end(), {"--report-dir", (folder_ / "kept").string()});
    if (what == "start") command.push_back((folder_ / "casement.yaml").string());
    command.insert(command.end(), more.begin(), more.end());
    return run_program(command, environment_);
  }
  void start(std::vector<std::string> more = {}) {
    const ProgramResult started = server("start", std::move(more));
    ASSERT_EQ(started.exit_code, 0) << started.err;
  }
  pid_t daemon() { return json::parse(server("status").out).at("keeper").get<pid_t>(); }
  ProgramResult run_one() {
    auto environment = environment_;
    environment["CASEMENT_SERVERS"] = state_;
    return run_program(
        {CASEMENT_RUNNER, "run", "--report-dir", reports().string(), (folder_ / "one.flow.yaml").string()},
        environment);
  }
  ProgramResult run_spec() {
    auto environment = environment_;
    environment["CASEMENT_SERVERS"] = state_;
    environment["CASEMENT_PROJECT"] = (folder_ / "casement.yaml").string();
    return run_program({SAMPLE_SPECS, "--gtest_filter=OfProject.BeginsAtTheBaseUrl"}, environment);
  }
  // A project with these calls, and what ctest says of it.
  ProgramResult ctest(const std::string& calls) {
    write("project/CMakeLists.txt",
          specs::cmake_project(specs::imported_program("Casement::runner", CASEMENT_RUNNER) + calls));
    const std::string build = (folder_ / "build").string();
    const ProgramResult configured =
        run_program({"cmake", "-S", (folder_ / "project").string(), "-B", build, "-G", "Ninja"});
    if (configured.exit_code != 0) return configured;
    return run_program({"ctest", "--test-dir", build, "-j2", "--output-on-failure", "-R", "^(a|b)[.]|BaseUrl"},
                       environment_);
  }
  std::string starts() const { return bytes_of(folder_ / "starts"); }
  bool nobody_listens() {
    return run_program({"python3", "-c", "import socket, sys; socket.create_connection(('127.0.0.1', " + port() + "))"})
               .exit_code != 0;
  }
  static Deadline patience() { return Deadline::in(std::chrono::seconds(60)); }

  const int port_ = free_loopback_port();
  std::string state_;
};

TEST_F(SharedServers, TestsSideBySideUseOneServer) {
  const ProgramResult done = ctest("casement_start_servers()\n" + specs::imported_program("shop_spec", SAMPLE_SPECS) +
                                   "casement_add_flows(../flows)\n"
                                   "casement_discover_specs(shop_spec)\n"
                                   "casement_join_reports()\n");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, testing::ContainsRegex("a.Opens /a \\.+ +Passed"));
  EXPECT_THAT(done.out, testing::ContainsRegex("b.Opens /b \\.+ +Passed"));
  EXPECT_THAT(done.out, testing::ContainsRegex("OfProject.BeginsAtTheBaseUrl \\.+ +Passed"));
  EXPECT_THAT(done.out, testing::ContainsRegex("casement.servers.stop \\.+ +Passed"));
  EXPECT_EQ(starts(), "started\n");
  const fs::path reports = folder_ / "build/casement-reports";
  EXPECT_THAT(bytes_of(reports / "casement.servers/servers/pages.log"), HasSubstr("ended cleanly"));
  EXPECT_THAT(bytes_of(reports / "a.Opens _a/index.html"), HasSubstr("casement.servers/servers/pages.log"));
  EXPECT_TRUE(nobody_listens());
}

TEST_F(SharedServers, AServerThatDoesNotStartIsReportedOnce) {
  project("echo no database; exit 7");
  const ProgramResult done = ctest("casement_start_servers()\ncasement_add_flows(../flows)\ncasement_join_reports()\n");
  EXPECT_NE(done.exit_code, 0);
  EXPECT_THAT(done.out, testing::ContainsRegex("casement.servers.start \\.+\\*\\*\\*Failed"));
  EXPECT_THAT(done.out, HasSubstr("pages exited with code 7"));
  ASSERT_THAT(done.out, HasSubstr("no database"));
  EXPECT_EQ(done.out.find("no database"), done.out.rfind("no database"));
  EXPECT_THAT(done.out, testing::ContainsRegex("a.Opens /a \\.+\\*\\*\\*Not Run"));
  EXPECT_THAT(bytes_of(folder_ / "build/casement-reports/index.html"),
              AllOf(HasSubstr("pages exited with code 7"), HasSubstr("no database")));
}

TEST_F(SharedServers, AServerThatEndsIsReportedByTheTestsAndAtTheEnd) {
  start();
  EXPECT_EQ(run_one().exit_code, 0);
  const ProgramResult spec = run_spec();
  EXPECT_EQ(spec.exit_code, 0) << spec.out;
  EXPECT_THAT(bytes_of(reports() / "index.html"),
              AllOf(HasSubstr("<dt>Server</dt><dd><bdi>pages</bdi> · <a href="), HasSubstr("pages.log")));
  write("end.flow.yaml", flow_that_opens("/end"));
  auto environment = environment_;
  environment["CASEMENT_SERVERS"] = state_;
  const ProgramResult during = run_program(
      {CASEMENT_RUNNER, "run", "--report-dir", reports().string(), (folder_ / "end.flow.yaml").string()}, environment);
  EXPECT_EQ(during.exit_code, 1);
  EXPECT_THAT(during.out + during.err, HasSubstr("the server pages, which all tests use, exited with code 4"));
  const ProgramResult after = run_one();
  EXPECT_EQ(after.exit_code, 3);
  EXPECT_THAT(after.err, HasSubstr("the server pages, which all tests use, exited with code 4"));
  EXPECT_THAT(run_spec().out, HasSubstr("the server pages, which all tests use, exited with code 4"));
  const ProgramResult stopped = server("stop");
  EXPECT_EQ(stopped.exit_code, 1);
  EXPECT_THAT(stopped.err,
              AllOf(HasSubstr("the server pages ended during the run: it exited with code 4"), HasSubstr("lost the")));
  EXPECT_THAT(bytes_of(folder_ / "kept/index.html"), HasSubstr("lost the database"));
}

TEST_F(SharedServers, AnotherStartReplacesWhatHasEnded) {
  start();
  ASSERT_EQ(starts(), "started\n");
  EXPECT_THAT(server("start").out, HasSubstr("already running"));
  // The daemon learns of the end a moment after the server's port has closed.
  run_program({"python3", "-c",
               "import urllib.request as r\ntry:\n    r.urlopen('http://127.0.0.1:" + port() + "/end')\nexcept: pass"});
  const Deadline patience = Deadline::in(specs::soon(std::chrono::seconds(20)));
  do start();
  while (starts() == "started\n" && !patience.expired());
  EXPECT_EQ(starts(), "started\nstarted\n");
  EXPECT_EQ(run_one().exit_code, 0);
}

TEST_F(SharedServers, TheyEndWithTheirOwnersAndWithTheirDaemon) {
  specs::RunningProgram one({"/bin/sleep", "1000"}), other({"/bin/sleep", "1000"});
  start({"--owner", std::to_string(one.process_id())});
  const pid_t kept = daemon();
  start({"--owner", std::to_string(other.process_id())});
  EXPECT_THAT(server("stop", {"--owner", std::to_string(one.process_id())}).out, HasSubstr("still used by others"));
  EXPECT_EQ(run_one().exit_code, 0);
  other.signal(SIGKILL);
  EXPECT_TRUE(wait_until_ended(kept, patience()));
  EXPECT_TRUE(nobody_listens());
  EXPECT_FALSE(fs::exists(state_));
  EXPECT_THAT(bytes_of(folder_ / "kept/servers/pages.log"), HasSubstr("ended cleanly"));

  start({"--owner", "0"});
  const pid_t killed = daemon();
  const std::string family = (folder_ / "serve.py").string();
  ::kill(killed, SIGKILL);
  EXPECT_TRUE(wait_until_ended(killed, patience()));
  const ProgramResult left = run_one();
  EXPECT_EQ(left.exit_code, 3);
  EXPECT_THAT(left.err, HasSubstr("the process that ran the servers has ended"));
  EXPECT_TRUE(wait_until_none(0, "serve.py " + port(), patience()));
  start();
  EXPECT_EQ(run_one().exit_code, 0);
}

TEST_F(SharedServers, AServerEndsWithTheProcessThatWaitsForIt) {
  ASSERT_EQ(::mkfifo((folder_ / "begun").c_str(), 0600), 0);
  project("trap 'echo ended cleanly; exit 0' TERM; echo > begun; sleep 600 & wait", ", timeout: 600s");
  specs::RunningProgram starting({CASEMENT_RUNNER, "server", "start", "--state", state_, "--report-dir",
                                  (folder_ / "kept").string(), (folder_ / "casement.yaml").string()},
                                 environment_);
  std::ifstream(folder_ / "begun").get();  // until the server has opened it
  starting.signal(SIGKILL);
  starting.wait(patience());
  const auto is_there = [&] { return bytes_of(folder_ / "kept/servers/pages.log").find("ended cleanly"); };
  for (const Deadline deadline = patience(); is_there() == std::string::npos && !deadline.expired();) {
  }
  EXPECT_NE(is_there(), std::string::npos);
  EXPECT_FALSE(fs::exists(state_));
}

TEST_F(SharedServers, StartNothingInAProjectWithoutServers) {
  EXPECT_THAT(server("start", {"--env", "staging"}).out, HasSubstr("staging has no servers"));
  EXPECT_FALSE(fs::exists(state_));
  EXPECT_EQ(run_one().exit_code, 0);  // no state file: it starts its own
  EXPECT_EQ(starts(), "started\n");
  write("casement.yaml", "timeout: 1s\n");
  const ProgramResult none = server("start");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_THAT(none.err, HasSubstr("has no 'server'"));
  EXPECT_THAT(server("stop").out, HasSubstr("No servers are running"));
}

TEST_F(SharedServers, FoldersBelowUseThoseAboveOrTheirOwn) {
  write("project/below/CMakeLists.txt", "casement_add_flows(../../one.flow.yaml)\n");
  write("project/own/casement.yaml", "server: { name: own, command: exit 7, port: " + port() + " }\n");
  write("project/own/CMakeLists.txt",
        "casement_start_servers(TIMEOUT 30 ENVIRONMENT A=1 B=2)\ncasement_add_flows(../../flows/b.flow.yaml)\n");
  ctest("casement_start_servers()\nadd_subdirectory(below)\nadd_subdirectory(own)\n");
  const ProgramResult listed =
      run_program({"ctest", "--test-dir", (folder_ / "build").string(), "--show-only=json-v1"}, environment_);
  const json tests = json::parse(listed.out).at("tests");
  std::map<std::string, std::string> all;
  for (const json& one : tests) all[one.at("name")] = one.at("properties").dump() + one.at("command").dump();
  EXPECT_THAT(all["one.Opens /"], AllOf(HasSubstr("\"casement.servers\""), HasSubstr("/build/casement-servers.json")));
  EXPECT_THAT(all["b.Opens /b"],
              AllOf(HasSubstr("\"casement.servers.2\""), HasSubstr("/build/own/casement-servers.json")));
  EXPECT_THAT(all["casement.servers.start"], HasSubstr((folder_ / "casement.yaml").string()));
  EXPECT_THAT(all["casement.servers.2.start"],
              AllOf(HasSubstr("project/own/casement.yaml"), HasSubstr("\"A=1\""), HasSubstr("\"B=2\"")));
}

TEST_F(SharedServers, OnlyTestsThatNameServersUseThem) {
  write("project/own/casement.yaml", "server: { name: own, command: exit 7, port: " + port() + " }\n");
  write("project/own/CMakeLists.txt",
        "casement_add_flows(../../flows/b.flow.yaml)\ncasement_start_servers(NAME own)\n"
        "casement_add_flows(../../flows/a.flow.yaml SERVERS own)\n");
  const ProgramResult done = ctest(specs::imported_program("app_spec", SAMPLE_SPECS) +
                                   "casement_add_flows(../one.flow.yaml NAME before)\n"
                                   "casement_start_servers(NAME shop)\n"
                                   "casement_add_flows(../one.flow.yaml SERVERS shop)\n"
                                   "casement_add_app_tests(app_spec APPLICATION /bin/true SERVERS shop)\n"
                                   "add_subdirectory(own)\n");
  EXPECT_THAT(done.out, testing::ContainsRegex("a.Opens /a \\.+\\*\\*\\*Not Run"));  // its servers do not start
  const ProgramResult listed =
      run_program({"ctest", "--test-dir", (folder_ / "build").string(), "--show-only=json-v1"}, environment_);
  const json tests = json::parse(listed.out).at("tests");
  std::map<std::string, std::string> all;
  for (const json& one : tests) all[one.at("name")] = one.at("properties").dump() + one.at("command").dump();
  const auto uses_shop = AllOf(HasSubstr("\"casement.servers.shop\""), HasSubstr("/build/casement-servers-shop.json"));
  EXPECT_THAT(all["one.Opens /"], uses_shop);
  EXPECT_THAT(all["OfProject.BeginsAtTheBaseUrl"], uses_shop);
  EXPECT_THAT(all["a.Opens /a"], AllOf(HasSubstr("\"casement.servers.own\""), HasSubstr("casement-servers-own.json")));
  EXPECT_THAT(all["before.one.Opens /"], Not(HasSubstr("servers")));
  EXPECT_THAT(all["b.Opens /b"], Not(HasSubstr("servers")));
  EXPECT_THAT(all["casement.servers.shop.start"], HasSubstr((folder_ / "casement.yaml").string()));
  EXPECT_THAT(all["casement.servers.own.start"], HasSubstr("project/own/casement.yaml"));
}

TEST_F(SharedServers, NamedServersServeTheTestsThatNameThem) {
  const ProgramResult done =
      ctest("casement_start_servers(NAME shop)\n" + specs::imported_program("shop_spec", SAMPLE_SPECS) +
            "casement_add_flows(../flows SERVERS shop)\n"
            "casement_discover_specs(shop_spec SERVERS shop)\n"
            "casement_join_reports()\n");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, testing::ContainsRegex("a.Opens /a \\.+ +Passed"));
  EXPECT_THAT(done.out, testing::ContainsRegex("OfProject.BeginsAtTheBaseUrl \\.+ +Passed"));
  EXPECT_EQ(starts(), "started\n");
  EXPECT_THAT(bytes_of(folder_ / "build/casement-reports/casement.servers.shop/servers/pages.log"),
              HasSubstr("ended cleanly"));
  EXPECT_TRUE(nobody_listens());
}

TEST_F(SharedServers, CallsThatCannotBeMeantAreReportedByCMake) {
  const auto told = [&](const std::string& calls) {
    std::string text = ctest(calls).err;
    for (std::size_t at; (at = text.find("\n  ")) != std::string::npos;) text.replace(at, 3, " ");
    return text;
  };
  EXPECT_THAT(told("casement_add_flows(../flows)\ncasement_start_servers()\n"), HasSubstr("call it before"));
  EXPECT_THAT(told("casement_start_servers()\ncasement_start_servers()\n"), HasSubstr("was called twice"));
  EXPECT_THAT(told("casement_start_servers(FILE none.yaml)\n"), HasSubstr("none.yaml does not exist"));
  EXPECT_THAT(told("casement_start_servers(PORT 1)\n"),
              AllOf(HasSubstr("unknown argument 'PORT'."), HasSubstr("The keywords are NAME FILE")));
  EXPECT_THAT(told("casement_start_servers(ENVIRONMENT A)\n"), HasSubstr("needs NAME=value, not 'A'"));
  EXPECT_THAT(told("casement_start_servers(NAME shop)\ncasement_start_servers(NAME shop)\n"),
              HasSubstr("casement_start_servers: NAME shop is given twice; the other call is in"));
  EXPECT_THAT(told("casement_start_servers(NAME 2)\n"),
              HasSubstr("casement_start_servers: NAME must begin with a letter"));
  EXPECT_THAT(
      told("casement_add_flows(../flows SERVERS shop)\n"),
      AllOf(HasSubstr("casement_add_flows: SERVERS: no servers are named 'shop'; call casement_start_servers(NAME "
                      "shop) before this call."),
            HasSubstr("Names so far: none")));
  const std::string spec = specs::imported_program("shop_spec", SAMPLE_SPECS) + "casement_start_servers(NAME shop)\n";
  EXPECT_THAT(told(spec + "casement_discover_specs(shop_spec SERVERS ship)\n"),
              AllOf(HasSubstr("casement_discover_specs: SERVERS: no servers are named 'ship'"),
                    HasSubstr("Names so far: shop")));
  EXPECT_THAT(told(spec + "casement_add_app_tests(shop_spec APPLICATION /bin/true SERVERS ship)\n"),
              HasSubstr("casement_add_app_tests: SERVERS: no servers are named 'ship'"));
  fs::remove(folder_ / "casement.yaml");
  EXPECT_THAT(told("casement_start_servers()\n"), HasSubstr("no casement.yaml exists in"));
}

}  // namespace
}  // namespace casement
