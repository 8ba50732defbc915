// The tree's JSON of every page of every site of pages, in both forms, against the published schema, by a validator
// that is not ours: python3-jsonschema.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "casement/api/engine.h"
#include "casement/base/text.h"
#include "casement/browser/page/page_session.h"
#include "casement/dom/dom_schema.h"
#include "casement/dom/dom_snapshot.h"
#include "casement/site/site_config.h"
#include "casement/testing.h"
#include "specs/support/run_program.h"

namespace casement::specs {
namespace {

namespace fs = std::filesystem;

class DomSchema : public BrowserTest, public testing::WithParamInterface<std::string> {
 protected:
  explicit DomSchema(const char* site) : BrowserTest(site) {}
  DomSchema() : DomSchema(GetParam().c_str()) {}

  void SetUp() override {
    BrowserTest::SetUp();
    folder_ = fs::path(testing::TempDir()) / ("casement-dom-" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    write("schema", dom_schema());
  }
  void TearDown() override {
    fs::remove_all(folder_);
    BrowserTest::TearDown();
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

// The addresses of a site's pages: each .html of the folders that its hosts serve.
std::vector<std::string> addresses_of(const std::string& site) {
  std::vector<std::string> addresses;
  std::set<fs::path> known;
  const site::SiteConfig config = site::load_site_config(fs::path(CASEMENT_SOURCE_DIR) / "pages" / site);
  for (const auto& [host, folder] : config.hosts) {
    if (folder.empty() || !known.insert(folder).second) continue;
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".html") continue;
      addresses.push_back("http://" + host + '/' + entry.path().filename().string());
    }
  }
  std::sort(addresses.begin(), addresses.end());
  return addresses;
}

std::vector<std::string> fixture_sites() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(CASEMENT_SOURCE_DIR "/pages")) {
    if (fs::exists(entry.path() / "site.yaml")) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// By a dialog, which is a person's to answer there, or a frame that spins in its page's process.
bool holds_application(const std::string& address) {
  return address.ends_with("/envelope.html") || address.ends_with("/asks.html") ||
         address.ends_with("/opens_at_load.html") || address.ends_with("/spin.html");
}

TEST_P(DomSchema, AcceptsTheJsonOfEveryPage) {
  set_frame_policy({FramePolicy::OnFailure::Ignore});
  page().set_default_timeout(std::chrono::seconds(60));  // some pages are large
  constexpr std::size_t largest = 3000;  // the validator takes minutes for more; specs/apps/dom_schema has those too
  std::vector<std::string> files;
  for (const std::string& address : addresses_of(GetParam())) {
    if (address == "http://a.top.test/spin.html") continue;  // a frame's: by itself it answers until its script spins
    if (engine_of(page()).environment().adopted && holds_application(address)) continue;
    SCOPED_TRACE(address);
    page().open(address);
    const std::string name = std::to_string(files.size());
    const DomSnapshot dom = page().dom({.hidden = true});
    if (dom.counts().elements > largest) continue;
    files.push_back(write(name + "_flat", dom.json({.ids = true})));
    files.push_back(write(name + "_apart", dom.json({.values = true,
                                                     .boxes = true,
                                                     .landmarks = false,
                                                     .max_depth = 3,
                                                     .max_interactive = 4,
                                                     .frames = DomJsonOptions::Place::Apart,
                                                     .shadow = DomJsonOptions::Place::Apart})));
    files.push_back(write(name + "_full", dom.json({.form = DomJsonOptions::Form::Full, .values = true})));
  }
  ASSERT_FALSE(files.empty());
  const std::string said = validated(files);
  EXPECT_EQ(split_lines(said).size(), files.size());
  for (const std::string_view line : split_lines(said)) EXPECT_TRUE(line.starts_with("ok ")) << line;
}

INSTANTIATE_TEST_SUITE_P(Site, DomSchema, testing::ValuesIn(fixture_sites()),
                         [](const auto& site) { return site.param; });

class DomSchemaAlone : public DomSchema {
 protected:
  DomSchemaAlone() : DomSchema("elements") {}
};

TEST_F(DomSchemaAlone, RefusesWhatIsNoTree) {
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
