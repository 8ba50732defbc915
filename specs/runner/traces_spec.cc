// The traces that `casement run` writes, and the commands that read them.
#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using specs::RunCommand;

TEST_F(RunCommand, ATraceContainsWhatAStepMatchedAndChanged) {
  write("site/www/index.html",
        "<!doctype html><title>A</title><h1>Here</h1><iframe title=Inner srcdoc=\"<button "
        "onclick='this.textContent=1'>Count</button>\"></iframe>");
  const std::string file = write("t.flow.yaml",
                                 "flow: T\nsite: site\ntimeout: 60s\nsteps:\n  - open: http://a.test/\n"
                                 "  - click: button \"Count\"\n");
  const ProgramResult done = run({file, "--trace", "always"});
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
  const json step = json::parse(bytes_of(reports() / "results.json"))["suites"][0]["cases"][0]["steps"][1];
  EXPECT_EQ(step["matched"], "button \"Count\" [f1_e1]");
  EXPECT_EQ(step["frame_path"], "main > Inner");
  EXPECT_EQ(step["source"], "  - click: button \"Count\"");
  ASSERT_EQ(step["attempts"].size(), 3) << step["attempts"];  // two frames, then the element
  EXPECT_EQ(step["attempts"][0]["frame"], "the main frame");
  EXPECT_EQ(step["attempts"][0]["error"], "nothing matches");
  EXPECT_EQ(step["attempts"][2]["strategy"], "element");
  EXPECT_EQ(step["attempts"][2]["success"], true);
  EXPECT_THAT(step["snapshot_before"].get<std::string>(), HasSubstr("button \"Count\""));
  EXPECT_THAT(step["snapshot_after"].get<std::string>(), HasSubstr("button \"1\""));
  EXPECT_THAT(bytes_of(reports() / "index.html"), HasSubstr("-trace.html\">Trace"));
}

TEST_F(RunCommand, AStepHasTheVariablesThatItSet) {
  const std::string file =
      write("t.flow.yaml",
            "flow: T\nsite: site\ntimeout: 60s\nvars: { number: 7 }\nsteps:\n  - open: http://a.test/\n"
            "  - evaluate: { expression: \"'Order ' + 17\", to: order }\n");
  EXPECT_EQ(run({file}).exit_code, 0);
  const json steps = json::parse(bytes_of(reports() / "results.json"))["suites"][0]["cases"][0]["steps"];
  EXPECT_FALSE(steps[0].contains("values"));
  EXPECT_EQ(steps[1]["values"], json::array({"order = Order 17"}));
}

TEST_F(RunCommand, AFailedCaseHasThePagesOfItsNewestSteps) {
  write("site/www/index.html",
        "<!doctype html><title>A</title><button onclick='this.textContent = ++this.dataset.n' data-n=0>0</button>");
  const auto flow = [](const std::string& end) {
    return "flow: T\nsite: site\ntimeout: 60s\nsteps:\n  - open: http://a.test/\n  - repeat: 150\n    steps:\n"
           "      - click: button\n  - expect: button \"150\"\n" +
           end;
  };
  EXPECT_EQ(run({write("t.flow.yaml", flow(""))}).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(reports() / "attachments"));
  const ProgramResult done = run({write("t.flow.yaml", flow("  - expect: button \"151\"\n    timeout: 1s\n"))});
  EXPECT_EQ(done.exit_code, 1) << done.out << done.err;
  std::string page;
  for (const auto& file : std::filesystem::directory_iterator(reports() / "attachments")) {
    if (file.path().string().ends_with("-trace.html")) page = bytes_of(file.path());
  }
  const std::size_t begin = page.find("id=\"trace\">") + std::string("id=\"trace\">").size();
  const json trace = json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  const json& last = trace["steps"].back();
  ASSERT_GE(last["moment_after"].get<int>(), 0) << trace["left_out"];
  EXPECT_EQ(last["moment_after"], trace["moments"].size() - 1);
  EXPECT_LE(trace["moments"].size(), 121);
  EXPECT_GE(trace["moments"].size(), 20);  // the others would have cost too much time
  EXPECT_TRUE(trace["moments"][0]["frames"][0]["copy"]["isWhole"]);
  EXPECT_EQ(trace["steps"][0].value("moment_before", -1), -1) << trace["left_out"];
}

TEST_F(RunCommand, TraceCommandsPrintRequestsAndWriteAnArchive) {
  write("site/www/index.html",
        "<!doctype html><title>A</title><script>console.log('here'); fetch('/tea.json').then(a => a.text())</script>");
  write("site/www/tea.json", "{\"tea\": \"oolong\"}");
  const std::string file = write("t.flow.yaml",
                                 "flow: T\nsite: site\ncases:\n  - { case: \"../a/b\\u0007\\0 </script>\" }\nsteps:\n"
                                 "  - open: http://a.test/\n  - expect_response: \"*/tea.json\"\n"
                                 "  - expect: { title: B }\n    timeout: 100ms\n");
  ASSERT_EQ(run({file, "--trace", "always"}).exit_code, 1);
  std::string trace;
  for (const auto& entry : fs::recursive_directory_iterator(reports())) {
    if (entry.path().string().ends_with("-trace.html")) trace = entry.path();
  }
  const auto said = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> command{CASEMENT_RUNNER, "trace"};
    command.insert(command.end(), arguments.begin(), arguments.end());
    return run_program(command, environment_);
  };
  EXPECT_THAT(said({"network", trace}).out, AllOf(HasSubstr("   1  step 1   200 GET http://a.test/"),
                                                  HasSubstr("   2  step 1   200 GET http://a.test/tea.json")));
  EXPECT_THAT(said({"request", trace, "2"}).out, HasSubstr("response body\n  {\n    \"tea\": \"oolong\"\n  }\n"));
  EXPECT_EQ(said({"request", trace, "9"}).exit_code, 2);
  EXPECT_THAT(said({"console", trace}).out,
              testing::ContainsRegex("^1 open: http://a.test/\n  \\+[0-9]+ ms log: here"));
  EXPECT_EQ(said({"console", trace, "2"}).out, "the pages wrote nothing during step 2 and later\n");
  const std::string archive = (folder_ / "trace.zip").string();
  for (int i = 0; i < 2; ++i) {  // the second archive replaces the first
    EXPECT_EQ(said({"export", trace, archive}).exit_code, 0);
    EXPECT_EQ(fs::status(archive).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  }
  const ProgramResult read =
      run_program({"/usr/bin/env", "python3", "-c",
                   "import json, sys, zipfile\nzip = zipfile.ZipFile(sys.argv[1])\nassert zip.testzip() is None\n"
                   "lines = [json.loads(line) for line in zip.read('trace.trace').splitlines()]\n"
                   "print(lines[0]['version'], sum(line['type'] == 'before' for line in lines), "
                   "sum('error' in line for line in lines), len(zip.read('trace.network').splitlines()))",
                   archive},
                  environment_);
  EXPECT_EQ(read.out, "10 3 1 2\n") << read.err;
  const ProgramResult folder = said({"export", trace, folder_.string() + "/nowhere/trace.zip"});
  EXPECT_EQ(folder.exit_code, 3);
  EXPECT_THAT(folder.err, HasSubstr("cannot write the archive"));
  fs::create_directory(folder_ / "folder.zip");
  EXPECT_THAT(said({"export", trace, (folder_ / "folder.zip").string()}).err, HasSubstr("Is a directory"));
  EXPECT_THAT(said({"export", trace, trace}).err, HasSubstr("does not end with .zip"));
  EXPECT_THAT(said({"export", file, archive}).err, HasSubstr("the file is no trace"));
}

TEST_F(RunCommand, TraceCommandsFollowATargetAndFailIfNothingIsRecorded) {
  write("site/www/index.html", "<!doctype html><title>A</title><label>E-mail <input></label>");
  const auto flow = [](const std::string& more) {
    return "flow: T\nsite: site\ntimeout: 60s\nsteps:\n  - open: http://a.test/\n"
           "  - fill: { \"textbox 'E-mail'\": ada }\n" +
           more;
  };
  const auto trace = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {CASEMENT_RUNNER, "trace"});
    return run_program(words, environment_);
  };
  EXPECT_EQ(run({write("t.flow.yaml", flow("")), "--trace", "always"}).exit_code, 0);
  const ProgramResult followed = trace({"list", reports().string(), "--target", "textbox 'E-mail'"});
  EXPECT_EQ(followed.exit_code, 0) << followed.err;
  EXPECT_THAT(followed.out, AllOf(HasSubstr("\n         textbox \"E-mail\"\n   2 "),
                                  HasSubstr("\n       * textbox \"E-mail\" [active]: ada\n")));
  EXPECT_EQ(trace({"list", reports().string(), "--target", "button"}).exit_code, 2);
  EXPECT_EQ(run({write("t.flow.yaml", flow("  - expect: button\n    timeout: 100ms\n"))}).exit_code, 1);
  for (const char* const part : {"text", "dom"}) {
    const ProgramResult missing = trace({part, reports().string(), "1", "--before"});
    EXPECT_EQ(missing.exit_code, 2);
    EXPECT_EQ(missing.out, "");
    EXPECT_THAT(missing.err, HasSubstr("before step 1"));
  }
}

TEST_F(RunCommand, AFailedRunTellsWhereItsTracesAre) {
  write("site/www/index.html", "<!doctype html><title>A</title><button>Pay</button>");
  const auto flow = [](const std::string& cases) {
    return "flow: T\nsite: site\nvars: { name: }\ncases:\n" + cases +
           "steps:\n  - open: http://a.test/\n  - expect: button \"${name}\"\n    timeout: 100ms\n";
  };
  const auto trace = [&](const std::string& command, const std::string& path) {
    return run_program({CASEMENT_RUNNER, "trace", command, path}, environment_);
  };
  const ProgramResult one =
      run({write("t.flow.yaml", flow("  - { case: a, name: Pay }\n  - { case: b, name: Buy }\n"))});
  EXPECT_EQ(one.exit_code, 1) << one.out << one.err;
  const std::string told = one.out.substr(one.out.find("HTML   "));
  ASSERT_THAT(told, testing::ContainsRegex("Trace  .*/attachments/t-b-.*-trace.html\n$"));
  EXPECT_THAT(trace("list", reports().string()).out, HasSubstr("✗ expect: button \"Buy\""));
  EXPECT_THAT(trace("errors", reports().string()).out, HasSubstr("\nnearest: button \"Pay\""));
  EXPECT_THAT(trace("step", reports().string()).out, HasSubstr("\n         nearest: button \"Pay\""));

  const ProgramResult many = run(
      {write("t.flow.yaml", flow("  - { case: a, name: A }\n  - { case: b, name: B }\n  - { case: c, name: Pay }\n")),
       "--trace", "always"});
  EXPECT_EQ(many.exit_code, 1) << many.out << many.err;
  const ProgramResult shown = trace("text", reports().string());
  EXPECT_EQ(shown.exit_code, 2);
  EXPECT_THAT(shown.err, AllOf(HasSubstr(" have 2 traces; name one of them\n"), HasSubstr("/attachments/t-b-")));
  const ProgramResult listed = trace("list", reports().string());
  EXPECT_EQ(listed.exit_code, 0) << listed.err;
  EXPECT_THAT(listed.out,
              testing::ContainsRegex("^/.*/attachments/t-a-.*-trace.html\n(.*\n)*.*✗ expect: button \"A\"(.*\n)*"
                                     "\n/.*/attachments/t-b-.*-trace.html\n(.*\n)*.*✗ expect: button \"B\""));
  EXPECT_EQ(trace("list", reports().parent_path().string()).out, listed.out);  // the reports of several programs

  EXPECT_EQ(run({write("t.flow.yaml", flow("  - { case: a, name: Pay }\n"))}).exit_code, 0);
  EXPECT_THAT(trace("list", reports().string()).err, HasSubstr("no case of the reports in"));
  EXPECT_THAT(trace("list", (folder_ / "site").string()).err,
              HasSubstr("neither it nor a folder in it has a results.json"));
}

TEST_F(RunCommand, ATraceHidesTheHeadersThatSecretsNames) {
  write("site/www/index.html",
        "<!doctype html><title>A</title><p></p><script>const key = 'green' + 'teaforada';"
        "fetch('/key', {headers: {'x-api-key': key}}).then(answer => answer.text()).then(() => { console.log(key);"
        " document.querySelector('p').textContent = 'done'; });</script>");
  const std::string file =
      write("s.flow.yaml",
            "flow: S\nsite: site\nsecrets: [header X-Api-Key]\nsteps:\n  - record_har:\n"
            "  - route: { url: \"*/key\", fulfil: { text: ok, headers: { X-Api-Key: greenteaforada } } }\n"
            "  - open: http://a.test/\n  - expect: text /done/\n  - save_har: a.har\n");
  const ProgramResult done = run({file, "--trace", "always"});
  ASSERT_EQ(done.exit_code, 0) << done.out << done.err;
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(reports())) {
    const std::string path = entry.path().string();
    if (!path.ends_with("-trace.html") && !path.ends_with("a.har")) continue;
    ++files;
    EXPECT_THAT(bytes_of(entry), HasSubstr("api-key"));
    EXPECT_THAT(bytes_of(entry), Not(HasSubstr("greenteaforada")));
  }
  EXPECT_EQ(files, 2);
}

}  // namespace
}  // namespace casement
