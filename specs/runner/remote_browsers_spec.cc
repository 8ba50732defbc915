// Runs whose browsers run elsewhere: at a Grid, or as Chromes that were started by somebody else.
#include <signal.h>

#include <chrono>

#include "casement/browser/host/browser_session.h"
#include "casement/browser/values/remote_browser.h"
#include "casement/http/endpoint.h"
#include "specs/runner/run_fixture.h"
#include "specs/support/fake_grid.h"
#include "specs/support/patience.h"

namespace casement {
namespace {

using specs::FakeGrid;
using specs::soon;
using std::chrono::seconds;

class RemoteBrowsers : public specs::RunCommand {
 protected:
  void SetUp() override {
    RunCommand::SetUp();
    state_ = (folder_ / "browser.json").string();
    for (const char* name : {"CASEMENT_GRID", "CASEMENT_GRID_CAPABILITIES", "CASEMENT_CDP_ENDPOINT",
                             "CASEMENT_CDP_HEADER", "CASEMENT_SERVE_HOST"}) {
      environment_[name] = "";
    }
  }
  void TearDown() override {
    if (fs::exists(state_)) run_program({CASEMENT_RUNNER, "browser", "stop", "--state", state_, "--owner", "0"});
    RunCommand::TearDown();
  }
  // The websocket of a Chrome that was started by somebody else.
  std::string chrome() {
    const ProgramResult started = run_program({CASEMENT_RUNNER, "browser", "start", "--state", state_});
    EXPECT_EQ(started.exit_code, 0) << started.err;
    const ProgramResult status = run_program({CASEMENT_RUNNER, "browser", "status", "--state", state_});
    return specs::json::parse(status.out).at("endpoint").get<std::string>();
  }
  static std::string address_of(const std::string& websocket) { return parse_endpoint(websocket).authority(); }
  // Without a site: a Chrome of a fake Grid was started without its hosts.
  std::string plain_flow(const std::string& cases = "  - { case: good, heading: Here }\n") {
    return write("plain.flow.yaml",
                 "flow: plain\ntimeout: 60s\nvars: { heading: Here }\ncases:\n" + cases +
                     "steps:\n  - open: 'data:text/html,<h1>Here</h1>'\n  - expect: heading \"${heading}\"\n");
  }
  static Deadline plenty() { return Deadline::in(soon(seconds(60))); }

  std::string state_;
};

TEST_F(RemoteBrowsers, AFlowRunsInAChromeThatRunsAlready) {
  const ProgramResult done =
      run({flow("f", "  - { case: good }\n  - { case: fine }\n"), "--cdp-endpoint", chrome(), "-j", "2"});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("2 passed"));
}

TEST_F(RemoteBrowsers, AFlowRunsInASessionOfAGridWhichIsEnded) {
  FakeGrid grid;
  grid.set_debugger(address_of(chrome()));
  const ProgramResult done = run({plain_flow(), "--grid", "http://me:secret@" + grid.url().substr(7)});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_EQ(grid.sessions(), 0u);
  EXPECT_THAT(grid.first_request("DELETE "), StartsWith("DELETE /session/session-1 "));
  EXPECT_THAT(done.out + done.err + bytes_of(reports() / "results.json"), Not(HasSubstr("secret")));
}

TEST_F(RemoteBrowsers, ANodeThatNobodyReachesIsReachedThroughTheGrid) {
  constexpr const char* kNowhere = "ws://127.0.0.1:1/session/1/se/cdp";
  RemoteBrowser remote{kNowhere};
  remote.otherwise = RemoteEndpoint{chrome(), {}};
  EXPECT_FALSE(attach_remote(std::move(remote), plenty())->version().empty());
  RemoteBrowser lost{kNowhere};
  lost.otherwise = RemoteEndpoint{"ws://127.0.0.1:2/session/1/se/cdp", {}};
  try {
    attach_remote(std::move(lost), plenty());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Environment);
    EXPECT_THAT(error.full_text(), AllOf(HasSubstr("127.0.0.1:1"), HasSubstr("own address"), HasSubstr("127.0.0.1:2")));
  }
}

TEST_F(RemoteBrowsers, TheEnvironmentNamesTheGridToo) {
  FakeGrid grid;
  grid.set_debugger(address_of(chrome()));
  environment_["CASEMENT_GRID"] = grid.url();
  EXPECT_EQ(run({plain_flow()}).exit_code, 0);
  EXPECT_EQ(grid.first_request("DELETE ").empty(), false);
}

TEST_F(RemoteBrowsers, ARunThatIsEndedLeavesNoSession) {
  const std::string endpoint = chrome();
  for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
    FakeGrid grid;
    grid.set_debugger(address_of(endpoint));
    RunningProgram program({CASEMENT_RUNNER, "run", plain_flow("  - { case: waits, heading: Gone }\n"), "--grid",
                            grid.url(), "--report-dir", reports().string(), "--json"},
                           environment_);
    ASSERT_TRUE(program.wait_for_output("step_started", plenty()));
    program.signal(signal);
    program.wait(plenty());
    EXPECT_TRUE(grid.wait_until_empty(plenty())) << signal;
  }
}

// As nodes on another machine do: at an address of this one that is not its loopback address, and with a password.
TEST_F(RemoteBrowsers, AFixtureSiteIsServedToARemoteBrowser) {
  const std::string endpoint = chrome();
  const std::string shop = std::string(CASEMENT_SOURCE_DIR) + "/specs/consumers/shop/flows/pay.flow.yaml";
  environment_["CASEMENT_SITES"] = std::string(CASEMENT_SOURCE_DIR) + "/specs/consumers/shop/pages";
  const ProgramResult by_endpoint = run({shop, "--cdp-endpoint", endpoint, "--serve-host", "127.0.0.2", "-j", "2"});
  EXPECT_EQ(by_endpoint.exit_code, 0) << by_endpoint.out << by_endpoint.err;
  FakeGrid grid;  // its Chrome was not started with the site's hosts
  grid.set_debugger(address_of(endpoint));
  environment_["CASEMENT_SERVE_HOST"] = "127.0.0.2";
  const ProgramResult at_grid = run({shop, "--grid", grid.url()});
  EXPECT_EQ(at_grid.exit_code, 0) << at_grid.out << at_grid.err;
  EXPECT_THAT(grid.first_request("POST /session "), Not(HasSubstr("host-resolver-rules")));
}

TEST_F(RemoteBrowsers, ASiteIsServedAtAnAddressOfThisMachineAlone) {
  const std::string endpoint = chrome();
  const auto message_of = [&](const std::string& host, int code) {
    const ProgramResult done =
        run({flow("f", "  - { case: good }\n"), "--cdp-endpoint", endpoint, "--serve-host", host});
    EXPECT_EQ(done.exit_code, code) << done.out << done.err;
    return done.out + done.err;
  };
  EXPECT_THAT(message_of("0.0.0.0", 2), HasSubstr("give the address"));
  EXPECT_THAT(message_of("192.0.2.1", 3), HasSubstr("cannot listen on 192.0.2.1"));
  const ProgramResult here = run({flow("f", "  - { case: good }\n"), "--serve-host", "127.0.0.2"});
  EXPECT_EQ(here.exit_code, 2);
  EXPECT_THAT(here.err, HasSubstr("it needs --grid or --cdp-endpoint"));
}

// The node is this machine, but what is uploaded is what the Grid was sent.
TEST_F(RemoteBrowsers, AFileIsUploadedByTheGrid) {
  FakeGrid grid;
  grid.set_debugger(address_of(chrome()));
  grid.take_files_as(write("node/tea.txt", "green tea"));
  const std::string sent = write("tea.txt", "black tea");
  const std::string uploads = write("upload.flow.yaml",
                                    "flow: upload\ntimeout: 60s\nsteps:\n  - open: 'data:text/html,<label>Tea <input "
                                    "type=file onchange=\"files[0].text()"
                                    ".then(t => document.body.append(t))\"></label>'\n  - upload: { 'label=\"Tea\"': " +
                                        sent + " }\n  - expect: text \"green tea\"\n");
  const ProgramResult done = run({uploads, "--grid", grid.url()});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(grid.first_request("POST /session/session-1/se/file "), HasSubstr("\"file\""));
  grid.take_files_as("");
  const ProgramResult refused = run({uploads, "--grid", grid.url()});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.out, HasSubstr("did not accept a file for its session"));
}

TEST_F(RemoteBrowsers, TheReportLeadsToTheFilmOfTheSession) {
  FakeGrid grid;
  grid.set_debugger(address_of(chrome()));
  grid.set_capabilities(R"("se:video":"https://me:film-secret@films.test/1.mp4?token=film-secret")");
  const ProgramResult done = run({plain_flow(), "--grid", grid.url()});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(bytes_of(reports() / "index.html"), HasSubstr("<a href=\"https://films.test/1.mp4\">"));
  EXPECT_THAT(bytes_of(reports() / "junit.xml"), HasSubstr("https://films.test/1.mp4"));
  for (const char* file : {"index.html", "junit.xml", "results.json"}) {
    EXPECT_THAT(bytes_of(reports() / file), Not(HasSubstr("film-secret"))) << file;
  }
}

TEST_F(RemoteBrowsers, AnUnreachableBrowserIsOneMessage) {
  FakeGrid grid;
  const auto message_of = [&](std::vector<std::string> arguments, int code) {
    arguments.insert(arguments.begin(), plain_flow());
    const ProgramResult done = run(arguments);
    EXPECT_EQ(done.exit_code, code) << done.out << done.err;
    return done.out + done.err;
  };
  EXPECT_THAT(message_of({"--grid", grid.url()}, 3), HasSubstr("has no se:cdp"));
  grid.answer_with(401, "");
  EXPECT_THAT(message_of({"--grid", grid.url()}, 3), HasSubstr("requires a user and a password"));
  EXPECT_THAT(message_of({"--grid", "http://127.0.0.1:1"}, 3), HasSubstr("does not answer"));
  EXPECT_THAT(message_of({"--cdp-endpoint", "http://127.0.0.1:1"}, 3), HasSubstr("cannot connect to"));
  EXPECT_THAT(message_of({"--grid", "grid:4444"}, 2), HasSubstr("not a Grid address"));
  EXPECT_THAT(message_of({"--grid", grid.url(), "--grid-capabilities", "[]"}, 2),
              HasSubstr("they are not a JSON object"));
  EXPECT_THAT(message_of({"--cdp-endpoint", "ws://a.test/?token=secret", "--cdp-header", "secret"}, 2),
              Not(HasSubstr("secret")));
  EXPECT_TRUE(grid.wait_until_empty(plenty()));
}

}  // namespace
}  // namespace casement
