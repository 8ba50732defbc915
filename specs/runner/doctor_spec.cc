// `casement doctor --attach`: what the Chromium inside an application can and cannot do. The application is a Chrome of
// this machine; specs/browser/qt_applications_spec.cc asks QtWebEngine.
#include <chrono>

#include "casement/base/regex.h"
#include "specs/runner/run_fixture.h"
#include "specs/support/patience.h"
#include "specs/support/scripted_http_server.h"

namespace casement {
namespace {

using nlohmann::json;
using specs::ScriptedHttpServer;
using specs::soon;
using std::chrono::seconds;
using testing::Contains;
using testing::IsSupersetOf;

class AttachedDoctor : public specs::ScratchTest {
 protected:
  // Where it listens.
  std::string start(const std::string& more = "") {
    const std::string profile = (folder_ / "profile").string();
    chrome_.emplace(
        std::vector<std::string>{"/bin/sh", "-c",
                                 "exec " CASEMENT_SHELL " --no-sandbox --remote-debugging-port=0 --user-data-dir='" +
                                     profile + "' " + more + " 'data:text/html,<title>Orders</title>' 2>&1"});
    EXPECT_TRUE(chrome_->wait_for_output("/devtools/browser/", Deadline::in(soon(seconds(30))))) << chrome_->output();
    const std::vector<std::string> found = Regex("ws://(127[^/]+)/devtools").groups(chrome_->output());
    const std::string endpoint = found.empty() ? "" : "http://" + found[1];
    // It listens before its page has come.
    for (const Deadline shown = Deadline::in(soon(seconds(30)));;) {
      const ProgramResult now = doctor(endpoint, {"--json"});
      if (now.exit_code != 0 || now.out.find("\\\"Orders\\\"") != std::string::npos) break;
      if (shown.expired()) {
        ADD_FAILURE() << "its page has not come: " << now.out;
        break;
      }
    }
    return endpoint;
  }
  static ProgramResult doctor(const std::string& endpoint, std::vector<std::string> more = {}) {
    std::vector<std::string> command{CASEMENT_RUNNER, "doctor", "--attach", endpoint};
    command.insert(command.end(), more.begin(), more.end());
    return run_program(command);
  }

  std::optional<RunningProgram> chrome_;
};

TEST_F(AttachedDoctor, PrintsTheAbilitiesOfTheHost) {
  const ProgramResult said = doctor(start());
  EXPECT_EQ(said.exit_code, 0) << said.err;
  EXPECT_THAT(said.out, AllOf(StartsWith("Chromium "), HasSubstr("  page \"Orders\" at data:text/html"),
                              HasSubstr("✓ new contexts: "), HasSubstr("✓ screenshots: "), HasSubstr("✓ routes: "),
                              HasSubstr("✓ worlds: by unique id"), Not(HasSubstr("✗"))));
}

TEST_F(AttachedDoctor, PrintsTheAbilitiesAsJson) {
  const ProgramResult said = doctor(start(), {"--json"});
  ASSERT_EQ(said.exit_code, 0) << said.err;
  const json report = json::parse(said.out);
  std::vector<std::string> names;
  for (const json& one : report.at("abilities")) {
    names.push_back(one.at("name"));
    EXPECT_TRUE(one.at("can").get<bool>()) << one;
  }
  EXPECT_THAT(names, IsSupersetOf({"new contexts", "new pages", "popups", "downloads", "permissions", "screenshots",
                                   "routes", "size", "worlds"}));
  EXPECT_THAT(report.at("pages"), Contains(HasSubstr("Orders")));
}

TEST_F(AttachedDoctor, LeavesTheHostUnchanged) {
  const std::string endpoint = start();
  const std::string before = json::parse(doctor(endpoint, {"--json"}).out).at("pages").dump();
  EXPECT_EQ(json::parse(doctor(endpoint, {"--json"}).out).at("pages").dump(), before);
}

TEST_F(AttachedDoctor, ReportsAChromiumThatIsTooOld) {
  const ProgramResult said = doctor(start("--user-agent='Mozilla/5.0 QtWebEngine/5.14.2 Chrome/77.0.3865.129'"));
  EXPECT_EQ(said.exit_code, 3);
  EXPECT_THAT(said.err, HasSubstr("QtWebEngine 5.14.2 (Chromium 77.0.3865.129) is too old"));
  EXPECT_EQ(said.out, "");
}

TEST_F(AttachedDoctor, ReportsAServerThatIsNoChrome) {
  const ScriptedHttpServer shop([](const std::string&) { return "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nTea"; });
  const ProgramResult said = doctor(shop.url());
  EXPECT_EQ(said.exit_code, 3);
  EXPECT_THAT(said.err, HasSubstr("is not the debugging address of a Chrome"));
  EXPECT_EQ(doctor("http://127.0.0.1:1").exit_code, 3);
  EXPECT_EQ(doctor("orders").exit_code, 2);
}

TEST_F(AttachedDoctor, ReportsAHostThatDoesNotAnswer) {
  const ScriptedHttpServer mute([](const std::string&) { return std::string(); });
  const ProgramResult said = doctor(mute.url(), {"--timeout", "1"});
  EXPECT_EQ(said.exit_code, 3);
  EXPECT_THAT(said.err, HasSubstr("no answer in time"));
}

TEST_F(AttachedDoctor, HasJsonOfApplicationsAlone) {
  EXPECT_EQ(run_program({CASEMENT_RUNNER, "doctor", "--json"}).exit_code, 2);
}

}  // namespace
}  // namespace casement
