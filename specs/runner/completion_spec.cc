// Shell completion, and `casement doctor`.
#include <regex>

#include "specs/runner/run_fixture.h"

namespace casement {
namespace {

using nlohmann::json;
using specs::RunCommand;

ProgramResult run_in(const fs::path& folder, std::vector<std::string> command) {
  command.insert(command.begin(), {"sh", "-c", "cd \"$0\" && exec \"$@\"", folder.string()});
  return run_program(command);
}

// Runs bash with the printed script, and asks it as the Tab key does at the end of this line: its words come as typed.
std::string completed_by_bash(const std::string& line, const std::string& folder = "/proc/self/fdinfo") {
  static const std::regex a_word(R"((?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+)");
  const std::string asked = "eval \"$('" CASEMENT_RUNNER
                            "' completion bash)\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _casement; "
                            "printf '%s\\n' \"${COMPREPLY[@]}\"";
  std::vector<std::string> command{"bash", "-c", asked, "bash"};
  for (std::sregex_iterator word(line.begin(), line.end(), a_word), end; word != end; ++word) {
    command.push_back(word->str());
  }
  if (line.ends_with(' ')) command.push_back("");
  const ProgramResult done = run_in(folder, std::move(command));
  EXPECT_EQ(done.err, "");
  return done.out;
}

// What the real zsh offers behind the program's name; what is the program is in no folder of PATH.
std::string completed_by_zsh(const std::string& words, const fs::path& folder) {
  const ProgramResult done =
      run_in(folder, {CASEMENT_SOURCE_DIR "/specs/tools/completed_by_zsh", CASEMENT_RUNNER, words});
  EXPECT_EQ(done.err, "");
  return done.out;
}

// The same of fish, without what it tells of each word.
std::string completed_by_fish(const std::string& words, const fs::path& folder) {
  const std::string bin = fs::path(CASEMENT_RUNNER).parent_path().string();
  const ProgramResult done =
      run_program({"fish", "--no-config", "-c",
                   "set -x PATH '" + bin + "' $PATH; cd '" + folder.string() +
                       "'; casement completion fish | source; complete -C 'casement " + words + "'"},
                  {{"HOME", folder.string()}});
  EXPECT_EQ(done.err, "");
  std::string plain;
  std::istringstream lines(done.out);
  for (std::string line; std::getline(lines, line);) plain += line.substr(0, line.find('\t')) + "\n";
  return plain;
}

TEST(Completion, BashCompletesCommandsAndEachOptionOfTheHelp) {
  EXPECT_EQ(completed_by_bash("casement ru"), "run\nrun-wasm\n");
  EXPECT_EQ(completed_by_bash("casement report m"), "merge\n");
  EXPECT_EQ(completed_by_bash("casement run --last"), "--last-failed\n");
  const std::string options = completed_by_bash("casement run --");
  std::istringstream help(run_program({CASEMENT_RUNNER, "run", "--help"}).out);
  int found = 0;
  for (std::string word; help >> word;) {
    word = word.substr(0, word.find('{'));  // what a flag means by itself
    if (word.starts_with("--") && word.find_first_of("=,:);") == std::string::npos) {
      EXPECT_THAT("\n" + options, HasSubstr("\n" + word + "\n"));
      ++found;
    }
  }
  EXPECT_GT(found, 10);
}

TEST(Completion, KnowsTheWordsThatAnOptionTakes) {
  EXPECT_EQ(completed_by_bash("casement run --trace "), "never\nretries\nfailures\nalways\n");
  EXPECT_EQ(completed_by_bash("casement run a.flow.yaml --trace r"), "retries\n");
  EXPECT_EQ(completed_by_bash("casement completion z"), "zsh\n");
}

TEST_F(RunCommand, CompletionKnowsTheCasesAndTagsOfTheFlows) {
  const std::string file = flow("tea shop", "  - { case: card accepted, tags: [smoke] }\n  - { case: declined }\n");
  const std::string program = "'" CASEMENT_RUNNER "' run ";
  EXPECT_EQ(completed_by_bash(program + "--case ", folder_.string()), "card accepted\ndeclined\n");
  EXPECT_EQ(completed_by_bash(program + "--case card", folder_.string()), "card accepted\n");
  EXPECT_EQ(completed_by_bash(program + "'" + file + "' --tag "), "all\nsmoke\n");
  EXPECT_EQ(completed_by_bash(program + "--tag = sm", folder_.string()), "smoke\n");
  EXPECT_EQ(completed_by_bash(program + "nowhere.flow.yaml --case "), "\n");
}

// What stands in the words is not run.
TEST_F(RunCommand, CompletionReadsWordsAsTyped) {
  flow("tea shop", "  - { case: card accepted }\n");
  fs::create_directory_symlink(fs::path(CASEMENT_RUNNER).parent_path(), folder_ / "my $(false) bin");
  for (const std::string program : {R"('my $(false) bin/casement')", R"(my\ \$\(false\)\ bin/casement)"}) {
    for (const std::string file : {"'tea shop.flow.yaml'", "\"tea shop.flow.yaml\"", "tea\\ shop.flow.yaml"}) {
      EXPECT_EQ(completed_by_bash(program + " run " + file + " --case ", folder_.string()), "card accepted\n")
          << program << ' ' << file;
    }
  }
  EXPECT_EQ(completed_by_bash("\"$(touch run)\" run --case ", folder_.string()), "\n");
  EXPECT_FALSE(fs::exists(folder_ / "run"));
}

TEST(Help, PrintsTheSameAsAnOptionAndAsACommand) {
  for (const std::vector<std::string>& words : {std::vector<std::string>{}, {"run"}, {"report"}, {"report", "merge"}}) {
    std::vector<std::string> command{CASEMENT_RUNNER, "help"}, option{CASEMENT_RUNNER};
    command.insert(command.end(), words.begin(), words.end());
    option.insert(option.end(), words.begin(), words.end());
    option.push_back("--help");
    const ProgramResult told = run_program(command);
    EXPECT_EQ(told.exit_code, 0) << told.err;
    EXPECT_EQ(told.out, run_program(option).out);
  }
  const ProgramResult unknown = run_program({CASEMENT_RUNNER, "help", "rnu"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_EQ(unknown.err, "casement: casement has no command rnu (did you mean 'run'?)\n");
}

TEST(Help, PrintsRangesAsPeopleWriteThem) {
  const std::string help = run_program({CASEMENT_RUNNER, "run", "--help"}).out;
  EXPECT_THAT(help, AllOf(HasSubstr("--workers 1..256"), HasSubstr("--slow-mo 0..60"), Not(HasSubstr(" in ["))));
  EXPECT_THAT(run_program({CASEMENT_RUNNER, "run", "--workers", "300"}).err,
              HasSubstr("--workers: '300' is not a number from 1 to 256"));
  EXPECT_THAT(run_program({CASEMENT_RUNNER, "snapshot", "about:blank", "--timeout", "soon"}).err,
              HasSubstr("--timeout: 'soon' is not a number from 0.001 to 1000000"));
}

TEST(Help, TimesMayHaveAUnit) {
  const auto errors = [](const char* time) { return run_program({CASEMENT_RUNNER, "run", "--slow-mo", time}).err; };
  EXPECT_THAT(errors("2m"), HasSubstr("--slow-mo: '120' is not a number from 0 to 60"));
  EXPECT_THAT(errors("2 m"), HasSubstr("--slow-mo: '120' is not a number from 0 to 60"));
  EXPECT_THAT(errors("5 x"), HasSubstr("--slow-mo: '5 x' is not a number from 0 to 60"));
  EXPECT_THAT(errors("500ms"), Not(HasSubstr("--slow-mo")));
}

TEST(Help, TheVersionHasAShortOption) {
  EXPECT_EQ(run_program({CASEMENT_RUNNER, "-v"}).out, run_program({CASEMENT_RUNNER, "--version"}).out);
  EXPECT_EQ(run_program({CASEMENT_RUNNER, "-v"}).exit_code, 0);
}

TEST(ManualPage, HasEachOptionOfTheHelp) {
  std::string page = run_program({CASEMENT_RUNNER, "man"}).out;
  EXPECT_THAT(page, StartsWith(".TH CASEMENT 1 "));
  page = std::regex_replace(page, std::regex(R"(\\-)"), "-");
  for (const std::string command : {"run", "check", "serve"}) {
    EXPECT_THAT(page, HasSubstr("\n.SS \\fBcasement " + command + "\\fR ["));
    std::istringstream help(run_program({CASEMENT_RUNNER, command, "--help"}).out);
    for (std::string word; help >> word;) {
      word = word.substr(0, word.find('{'));
      const bool is_option = word.starts_with("--") && word.find_first_of("=,:);") == std::string::npos;
      if (!is_option) continue;
      EXPECT_THAT(page, HasSubstr("\\fB" + word + "\\fR"));
    }
  }
  EXPECT_THAT(page, AllOf(HasSubstr("\n.SH EXIT STATUS\n0 passed"), HasSubstr("\\fBCASEMENT_BROWSER\\fR\n")));
  for (std::istringstream lines(page); std::getline(lines, page);) {
    if (!page.starts_with('.')) continue;
    EXPECT_THAT(page, testing::ContainsRegex("^\\.(TH|SH|SS|TP)( |$)"));
  }
}

TEST_F(RunCommand, CompletionKeepsTheSpacesOfFileNames) {
  write("tea shop.flow.yaml", "");
  EXPECT_EQ(completed_by_bash("casement run tea", folder_.string()), "tea shop.flow.yaml\n");
  EXPECT_EQ(completed_by_bash("casement run --report-dir te", folder_.string()), "tea shop.flow.yaml\n");
}

TEST_F(RunCommand, CompletionKnowsTheEnvironmentsAndProjects) {
  flow("tea", "  - { case: one }\n");
  write("casement.yaml", "environments: { test: , staging: }\nprojects: { phone: , desktop: }\n");
  const std::string program = "'" CASEMENT_RUNNER "' run ";
  EXPECT_EQ(completed_by_bash(program + "--env ", folder_.string()), "test\nstaging\n");
  EXPECT_EQ(completed_by_bash(program + "--env s", folder_.string()), "staging\n");
  EXPECT_EQ(completed_by_bash("'" CASEMENT_RUNNER "' explain tea.flow.yaml --project ", folder_.string()),
            "phone\ndesktop\n");
  EXPECT_EQ(completed_by_bash(program + "--env ", "/proc/self/fdinfo"), "\n");
}

// The shells themselves are asked, as their users do.
TEST_F(RunCommand, ZshAndFishComplete) {
  flow("tea", "  - { case: card accepted, tags: [smoke] }\n  - { case: declined }\n");
  write("casement.yaml", "environments: { test: , staging: }\n");
  write("report notes.txt", "");
  for (const auto& complete : {completed_by_zsh, completed_by_fish}) {
    SCOPED_TRACE(complete == completed_by_zsh ? "zsh" : "fish");
    EXPECT_EQ(complete("ru", folder_), "run\nrun-wasm\n");
    EXPECT_EQ(complete("rep", folder_), "report\n");
    EXPECT_EQ(complete("report m", folder_), "merge\n");
    EXPECT_EQ(complete("run --last", folder_), "--last-failed\n");
    EXPECT_EQ(complete("run --trace ", folder_), "always\nfailures\nnever\nretries\n");
    EXPECT_EQ(complete("run --case ", folder_), "card accepted\ndeclined\n");
    EXPECT_EQ(complete("run --tag sm", folder_), "smoke\n");
    EXPECT_EQ(complete("run --env ", folder_), "staging\ntest\n");
    EXPECT_EQ(complete("completion z", folder_), "zsh\n");
  }
}

TEST(Completion, RefusesOtherShells) {
  EXPECT_EQ(run_program({CASEMENT_RUNNER, "completion", "tcsh"}).exit_code, 2);
}

TEST(Doctor, PrintsWhatItFinds) {
  const ProgramResult good = run_program({CASEMENT_RUNNER, "doctor"});
  EXPECT_EQ(good.exit_code, 0) << good.out << good.err;
  EXPECT_THAT(good.out,
              AllOf(HasSubstr("✓ browser: /"), HasSubstr("✓ /dev/shm: "),
                    HasSubstr("✓ ports: can listen on 127.0.0.1:"), HasSubstr("✓ sandbox: "),
                    HasSubstr("✓ system: Linux "), HasSubstr("✓ display: "), HasSubstr("✓ a page: opened in ")));
  const ProgramResult bad = run_program({CASEMENT_RUNNER, "doctor"}, {{"CASEMENT_BROWSER", "/nowhere/chrome"}});
  EXPECT_EQ(bad.exit_code, 3);
  EXPECT_THAT(bad.out, HasSubstr("✗ browser: "));
}

}  // namespace
}  // namespace casement
