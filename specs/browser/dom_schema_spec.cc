// The tree's JSON of every fixture page, in both forms, against the published schema, by a validator that is not ours:
// python3-jsonschema.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "casement/base/text.h"
#include "casement/dom/dom_schema.h"
#include "casement/dom/dom_snapshot.h"
#include "specs/browser/bad_pages.h"
#include "specs/support/run_program.h"

namespace casement::specs {
namespace {

namespace fs = std::filesystem;

class DomSchema : public BadPages {
 protected:
  void SetUp() override {
    BadPages::SetUp();
    folder_ = fs::path(testing::TempDir()) / ("casement-dom-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    write("schema", dom_schema());
  }
  void TearDown() override {
    fs::remove_all(folder_);
    BadPages::TearDown();
  }
  std::string write(const std::string& name, const std::string& text) {
    std::string path = (folder_ / (name + ".json")).string();
    std::ofstream(path, std::ios::binary) << text;
    return path;
  }
  std::string validated(const std::vector<std::string>& files) {
    std::vector<std::string> command{CASEMENT_PYTHON, CASEMENT_SOURCE_DIR "/specs/tools/validate_json.py",
                                     (folder_ / "schema.json").string()};
    command.insert(command.end(), files.begin(), files.end());
    const ProgramResult done = run_program(command);
    EXPECT_EQ(done.exit_code, 0) << done.err;
    return done.out;
  }

  fs::path folder_;
};

TEST_F(DomSchema, AcceptsTheJsonOfEveryFixturePage) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(CASEMENT_SOURCE_DIR "/pages/elements")) {
    if (entry.path().extension() != ".html") continue;
    const std::string name = entry.path().stem().string();
    page().open("http://elements.test/" + name + ".html");
    const DomSnapshot dom = page().dom({.hidden = true});
    files.push_back(write(name + "_flat", dom.json()));
    files.push_back(write(name + "_apart", dom.json({.values = true,
                                                     .boxes = true,
                                                     .landmarks = false,
                                                     .max_depth = 3,
                                                     .max_interactive = 4,
                                                     .frames = DomJsonOptions::Place::Apart,
                                                     .shadow = DomJsonOptions::Place::Apart})));
    files.push_back(write(name + "_full", dom.json({.form = DomJsonOptions::Form::Full, .values = true})));
  }
  EXPECT_GT(files.size(), 60u);
  const std::string said = validated(files);
  EXPECT_EQ(split_lines(said).size(), files.size());
  for (const std::string_view line : split_lines(said)) EXPECT_TRUE(line.starts_with("ok ")) << line;
}

TEST_F(DomSchema, RefusesWhatIsNoTree) {
  const std::string begin =
      R"({"form":"flat","time":"2026-01-01T00:00:00.000Z","viewport":{"width":1,"height":1},"scroll":{"x":0,"y":0},)"
      R"("document":{"width":1,"height":1},"counts":{"elements":0,"visible":0,"in_viewport":0,"interactive":0,)"
      R"("unread":0,"frames":1,"shadow_roots":0,"milliseconds":1},"children":)";
  EXPECT_THAT(validated({write("right", begin + "[]}")}), testing::StartsWith("ok "));
  for (const char* const wrong : {"[{\"rol\":\"button\"}]}", "[1]}", "[{\"ref\":\"5\"}]}",
                                  "[{\"interactive\":\"magic\"}]}", "[{\"box\":[1,2]}]}", "[],\"more\":1}", "{}}"}) {
    EXPECT_THAT(validated({write("wrong", begin + wrong)}), testing::StartsWith("refused ")) << wrong;
  }
}

}  // namespace
}  // namespace casement::specs
