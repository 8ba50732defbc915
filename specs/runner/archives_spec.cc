// Archives (HAR) that answer the requests of flows: `har` under `use`, and --har.
#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

class ArchivesOfFlows : public specs::RunCommand {
 protected:
  void SetUp() override {
    RunCommand::SetUp();
    fs::permissions(folder_, fs::perms::owner_all);
    write("site/www/index.html",
          "<!doctype html><title>Recorded</title><script>fetch('/stock').then(r => r.text())"
          ".then(text => { document.title += ' ' + text })</script>");
    write("site/site.yaml", "hosts:\n  a.test: www\nrules:\n  - { host: a.test, path: /stock, text: seven }\n");
    record_ = write("flows/record.flow.yaml",
                    "flow: Record\nsite: site\nuse: { har: \"\" }\nsteps:\n  - record_har: { bodies: true }\n  - open: "
                    "http://a.test/\n"
                    "  - expect: { title: Recorded seven }\n  - save_har: shop.har\n");
  }
  // Without a site, so that no server answers.
  std::string replay(const std::string& header, const std::string& title = "Recorded seven") const {
    return write("flows/replay.flow.yaml", "flow: Replay\n" + header +
                                               "steps:\n  - open: http://a.test/\n  - expect: { title: " + title +
                                               " }\n    timeout: 2s\n");
  }
  std::string archive() {
    EXPECT_EQ(run({record_}).exit_code, 0);
    fs::copy_file(reports() / "files/shop.har", folder_ / "shop.har");
    return (folder_ / "shop.har").string();
  }
  std::string record_;
};

TEST_F(ArchivesOfFlows, AnswerWithoutAServer) {
  const ProgramResult done = run({record_, replay("use: { har: shop.har }\n")});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(ArchivesOfFlows, AreWrittenBySetup) {
  write("casement.yaml", "setup: [flows/record.flow.yaml]\nuse: { har: { file: shop.har, others: pass } }\n");
  const ProgramResult done = run({replay("")});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(ArchivesOfFlows, OfTheCommandLineReplaceThoseOfTheFlow) {
  const std::string har = archive();
  write("flows/other.har", R"({"log": {"entries": []}})");
  const ProgramResult done = run({replay("use: { har: other.har }\n"), "--har", har});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  const ProgramResult without = run({replay("use: { har: other.har }\n")});
  EXPECT_EQ(without.exit_code, 1) << without.out << without.err;
  EXPECT_THAT(without.out, HasSubstr("other.har has no answers"));
}

TEST_F(ArchivesOfFlows, NameWhatTheyLack) {
  const std::string har = archive();
  const std::string flow = write("flows/lacks.flow.yaml", "flow: Lacks\nsteps:\n  - open: http://a.test/unknown\n");
  const ProgramResult done = run({flow, "--har", har});
  EXPECT_EQ(done.exit_code, 1);
  EXPECT_THAT(done.out, HasSubstr("ERR_BLOCKED_BY_CLIENT"));
}

TEST_F(ArchivesOfFlows, RefuseBadFilesBeforeABrowserStarts) {
  const std::string flow = replay("");
  const std::string none = (folder_ / "none.har").string(), page = write("page.har", "<html>");
  const auto refused = [&](const std::vector<std::string>& arguments, const std::string& part) {
    std::vector<std::string> all{flow};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const ProgramResult done = run(all);
    EXPECT_EQ(done.exit_code, 2) << part << done.out;
    EXPECT_THAT(done.err, HasSubstr(part));
  };
  refused({"--har", none}, none);
  refused({"--har", page}, page + " is not an HTTP archive (HAR 1.2)");
  refused({"--har-others", "pass"}, "--har");
  refused({"--har", page, "--har-others", "drop"}, "drop");
}

}  // namespace
}  // namespace casement
