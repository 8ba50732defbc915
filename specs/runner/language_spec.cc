// What flows do that takes a whole program to see: files of one case used by another, a person at a window.
#include <sys/stat.h>

#include <chrono>

#include "specs/runner/program_specs.h"

namespace casement {
namespace {

using std::chrono::seconds;

class Language : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TempDir()) / ("casement-language-" + std::to_string(::getpid()) + "-" +
                                              testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_ / "pages" / "shop" / "www");
    write("pages/shop/site.yaml", "hosts:\n  shop.test: www\n");
    write("pages/shop/www/index.html",
          "<!doctype html><h1>Shop</h1><p id=who></p><script>who.textContent = 'I am ' + "
          "(localStorage.who ?? 'nobody') + ' ' + document.cookie;</script>");
  }
  void TearDown() override { fs::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }
  // By a shell, in the folder.
  std::vector<std::string> shell(const std::string& command) const {
    return {"/bin/sh", "-c", "cd '" + folder_.string() + "' && " + command};
  }

  fs::path folder_;
};

constexpr const char* kRunner = "'" CASEMENT_RUNNER "' ";

TEST_F(Language, ARoleBeginsWithTheStorageThatWasSaved) {
  write("1_sign_in.flow.yaml",
        "flow: Sign in\nsite: shop\nsteps:\n  - open: http://shop.test/\n"
        "  - evaluate: localStorage.who = 'the admin'\n  - evaluate: document.cookie = 'seat=7'\n"
        "  - save_storage_state: admin.json\n");
  write("2_roles.flow.yaml",
        "flow: Roles\nsite: shop\nusers: { admin: { storage_state: admin.json }, guest: }\nsteps:\n"
        "  - open: http://shop.test/\n  - expect: text \"I am nobody\"\n"
        "  - as: admin\n    steps:\n      - open: http://shop.test/\n      - expect: text \"I am the admin seat=7\"\n"
        "  - as: guest\n    steps:\n      - open: http://shop.test/\n      - expect: text \"I am nobody\"\n");
  const ProgramResult missing = run_program(shell(kRunner + std::string("check 2_roles.flow.yaml")));
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("2_roles.flow.yaml:3:34: error: there is no file 'admin.json' beside the flow"));
  const ProgramResult done =
      run_program(shell(kRunner + std::string("run 1_sign_in.flow.yaml 2_roles.flow.yaml --report-dir reports")));
  EXPECT_EQ(done.exit_code, 0) << done.out << done.err;
}

TEST_F(Language, APauseWaitsForAPersonAtTheWindow) {
  write("look.flow.yaml",
        "flow: Look\nsite: shop\nsteps:\n  - open: http://shop.test/\n  - pause: look at the shop\n"
        "  - open: http://shop.test/later.html\n  - expect: heading \"Later\"\n");
  write("other.flow.yaml", "flow: Other\nsite: shop\nsteps:\n  - open: http://shop.test/\n");
  ASSERT_EQ(::mkfifo((folder_ / "keys").c_str(), 0600), 0);
  RunningProgram run(shell("exec '" + std::string(specs::kWithDisplay) + "' " + kRunner +
                           "run look.flow.yaml --headed --report-dir reports 2>&1 <keys"));
  std::ofstream keys(folder_ / "keys");  // open when the run has opened it, too
  ASSERT_TRUE(
      run.wait_for_output("Paused after look at the shop\nPress Enter to continue.\n", Deadline::in(seconds(60))));
  // The page of the next step comes when another run has ended that began after the pause: a run that did not wait has
  // long been there, and failed.
  const ProgramResult other = run_program(shell(kRunner + std::string("run other.flow.yaml --report-dir other")));
  EXPECT_EQ(other.exit_code, 0) << other.out << other.err;
  write("pages/shop/www/later.html", "<!doctype html><h1>Later</h1>");
  keys << std::endl;
  const ProgramResult done = run.wait(Deadline::in(seconds(60)));
  EXPECT_EQ(done.exit_code, 0) << done.out;
  EXPECT_THAT(done.out, HasSubstr("1 passed in "));
}

TEST_F(Language, CheckTakesValuesForVariables) {
  write("greet.flow.yaml", "flow: Greet\nvars: { user: , word: Hello }\nsteps:\n  - click: ${word} \"${user}\"\n");
  const auto check = [&](const std::string& more) {
    return run_program(shell(kRunner + std::string("check greet.flow.yaml ") + more));
  };
  EXPECT_THAT(check("").err, HasSubstr("greet.flow.yaml:2:9: error: 'user' has no value"));
  EXPECT_EQ(check("--var user=Ada --var word=button").exit_code, 0);
  EXPECT_THAT(check("--var user=Ada").err, HasSubstr("greet.flow.yaml:4:12: error: "));
  EXPECT_THAT(check("--var user=Ada --var word=button --var usr=x").err,
              AllOf(HasSubstr("no flow declares 'usr'"), HasSubstr("did you mean 'user'?")));
  EXPECT_THAT(check("--var user").err, HasSubstr("--var needs NAME=VALUE"));
}

}  // namespace
}  // namespace casement
