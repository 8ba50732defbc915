// `casement report history`: the command, and its page in a browser.
#include <nlohmann/json.hpp>

#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using specs::RunCommand;

class ReportHistory : public RunCommand {
 protected:
  // Writes the results of a run of two cases at noon of a day in March 2026; `name` is the name of the second case.
  void results(int day, bool fails, const std::string& name = "accepted", const std::string& message = "") const {
    const auto one = [&](const std::string& of, bool failed) {
      json made = {{"suite", "Shop"}, {"class_name", "flows/shop"}, {"name", of}, {"milliseconds", 1200}};
      if (failed) {
        made["outcome"] = 1;
        made["failures"] = {{{"type", "expect.shows"}, {"message", message.empty() ? of + " is not shown" : message}}};
      }
      return made;
    };
    const std::string date = "2026-03-" + std::string(day > 9 ? "" : "0") + std::to_string(day);
    const json run = {{"format", "casement results"},
                      {"version", 1},
                      {"info", {{"started", date + "T12:00:00Z"}, {"commit", "commit" + std::to_string(day)}}},
                      {"suites", {{{"name", "Shop"}, {"cases", {one("declined", false), one(name, fails)}}}}}};
    write("runs/" + std::to_string(day) + "/results.json", run.dump());
  }
  ProgramResult history(std::vector<std::string> arguments) {
    std::vector<std::string> command{CASEMENT_RUNNER, "report", "history", "--report-dir", (folder_ / "out").string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run_program(command, environment_);
  }
  std::string runs() const { return (folder_ / "runs").string(); }
  std::string stored() const { return bytes_of(folder_ / "out/history.json"); }
  std::string page() const { return "file://" + (folder_ / "out/history.html").string(); }
  ProgramResult look(const std::string& steps, const std::string& viewport = "1280x900") {
    const std::string file = write("look.flow.yaml", "flow: Look\nuse: { viewport: " + viewport +
                                                         " }\ntimeout: 30s\nsteps:\n  - open: " + page() + "\n" +
                                                         steps + "  - expect: { no_errors: true }\n");
    return run_program({CASEMENT_RUNNER, "run", file, "--report-dir", (folder_ / "look").string()}, environment_);
  }
};

TEST_F(ReportHistory, JoinsRunsAndAddsTheNewestToItsOwnFile) {
  results(1, false);
  results(2, false);
  ProgramResult done = history({runs()});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, HasSubstr("2 runs, 2 cases: 0 newly failing, 0 failing, 0 flaky\n"));
  fs::remove_all(runs());
  results(3, true);
  done = history({(folder_ / "out").string(), runs()});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out,
              AllOf(HasSubstr("3 runs, 2 cases: 1 newly failing, 0 failing, 0 flaky\n"),
                    HasSubstr("flows/shop › accepted: fails since 2026-03-03T12:00:00Z, accepted is not shown\n"),
                    HasSubstr("out/history.html\n"), HasSubstr("out/history.json\n")));
  const std::string once = stored();
  EXPECT_EQ(history({(folder_ / "out").string(), runs()}).exit_code, 0);
  EXPECT_EQ(stored(), once);
}

TEST_F(ReportHistory, DropsRunsBeforeItsDaysAndReportsIt) {
  for (const int day : {1, 2, 9}) results(day, false);
  const ProgramResult done = history({runs(), "--days", "7"});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.out, AllOf(HasSubstr("2 runs, 2 cases"),
                              HasSubstr("Dropped 1 run from before 2026-03-02T12:00:00Z (--days 7)\n")));
  EXPECT_THAT(history({runs(), "--days", "0"}).out, HasSubstr("3 runs, 2 cases"));
  EXPECT_EQ(history({runs(), "--days", "-1"}).exit_code, 2);
}

TEST_F(ReportHistory, SkipsWhatItCannotReadAndFailsIfNothingIsLeft) {
  results(1, false);
  write("runs/cut/results.json", "{\"format\": \"casement res");
  ProgramResult done = history({runs()});
  EXPECT_EQ(done.exit_code, 0) << done.err;
  EXPECT_THAT(done.err, HasSubstr("casement: warning: skipped " + runs() +
                                  "/cut/results.json: not a results file of Casement\n"));
  EXPECT_THAT(bytes_of(folder_ / "out/history.html"), HasSubstr("/cut/results.json: not a results file"));
  done = history({runs() + "/cut", (folder_ / "nowhere").string()});
  EXPECT_EQ(done.exit_code, 2) << done.out;
  EXPECT_THAT(done.err, AllOf(HasSubstr("nowhere: No such file or directory"), HasSubstr("found no results.json")));
}

TEST_F(ReportHistory, ReportsAFullDisk) {
  results(1, false);
  std::vector<std::string> command{"sh",
                                   "-c",
                                   "ulimit -f 1; trap '' XFSZ; exec \"$@\"",
                                   "sh",
                                   CASEMENT_RUNNER,
                                   "report",
                                   "history",
                                   runs(),
                                   "--report-dir",
                                   (folder_ / "out").string()};
  const ProgramResult done = run_program(command, environment_);
  EXPECT_EQ(done.exit_code, 3) << done.out;
  EXPECT_THAT(done.err, AllOf(HasSubstr("cannot write the report"), HasSubstr("File too large")));
}

TEST_F(ReportHistory, ThePageShowsNewlyFailingCasesFirstAndWhatChanged) {
  results(1, false);
  results(2, true);
  ASSERT_EQ(history({runs()}).exit_code, 0);
  const ProgramResult done = look(R"(
  - expect: { target: 'css="#cases > .case"', count: 2 }
  - expect: { target: 'css="#cases > .case:first-child .title > bdi"', text: accepted }
  - expect: { target: 'css="#cases > .case:first-child .message"', text: accepted is not shown }
  - press: j
  - press: Enter
  - expect: { url: "*#case=shop-accepted-*" }
  - expect: { target: 'css=".comparison tr.differs"', text: Commit commit1 commit2 ≠ }
  - expect: text "Failing since 2026-03-02 12:00, 1 failure in a row"
  - reload
  - expect: css=.comparison
  - press: f
  - expect: { target: 'css="#cases > .case"', count: 1 }
  - expect: { url: "*#show=new" }
  - press: f
  - press: /
  - type: { searchbox "Find": DECL }
  - expect: { target: 'css="#cases > .case .title > bdi"', text: declined }
  - press: Escape
  - press: j
  - press: j
  - expect: { target: 'css="#cases > .case:last-child > summary"', state: focused }
  - select: { combobox "Sort": by name }
  - expect: { url: "*#sort=name" }
)");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(ReportHistory, ReportsTheMessagesThatItLeftOut) {
  results(1, false);
  for (int day = 2; day <= 20; ++day) results(day, true, "accepted", "order " + std::to_string(day) + " is late");
  const ProgramResult joined = history({runs()});
  EXPECT_EQ(joined.exit_code, 0) << joined.err;
  EXPECT_THAT(joined.out, HasSubstr("Left out the messages of 3 older failures: "));
  const ProgramResult done = look(R"(
  - expect: text /^Left out the messages of 3 older failures/
  - expect: { target: 'css="#cases > .case:first-child .message"', text: order 20 is late }
  - press: j
  - press: Enter
  - expect: { target: 'css=".failure:nth-child(2) .message"', text: /^Message left out/ }
  - expect: { target: 'css=".failure:nth-child(2) .where"', text: expect.shows }
  - expect: { target: 'css=".failure:nth-child(5) .message"', text: order 20 is late }
  - type: { searchbox "Find": order 5 is }
  - expect: { target: 'css="#cases > .case .title > bdi"', text: accepted }
)");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(ReportHistory, NoNameActsOnThePage) {
  const std::string name = "</script><img src=x onerror=\"document.title='run'\">{{title}}\xE2\x80\xA8'\"";
  results(1, false, name);
  results(2, true, name);
  ASSERT_EQ(history({runs()}).exit_code, 0);
  const ProgramResult done = look(R"(
  - press: j
  - press: Enter
  - expect: css=.comparison
  - expect: { target: css=img, count: 0 }
  - expect: { title: 1 newly failing in 2 runs }
  - expect: { target: 'css="#cases > .case:first-child .title > bdi"', text: /^<.script><img src=x/ }
)");
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(ReportHistory, ThePageFitsItsWindow) {
  const std::string name(300, 'n');
  results(1, false, name);
  results(2, true, name);
  ASSERT_EQ(history({runs()}).exit_code, 0);
  for (const char* viewport : {"400x900", "2560x900"}) {
    const ProgramResult done = look(R"(
  - press: j
  - press: Enter
  - expect: css=.comparison
  - evaluate: "document.title = document.documentElement.scrollWidth > innerWidth ? 'too wide' : 'fits'"
  - expect: { title: fits }
)",
                                    viewport);
    EXPECT_EQ(done.exit_code, 0) << viewport << done.out << done.err;
  }
}

}  // namespace
}  // namespace casement
