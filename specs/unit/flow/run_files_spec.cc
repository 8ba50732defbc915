#include "casement/flow/model/run_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <unistd.h>

#include <chrono>
#include <fstream>

#include "casement/base/error.h"
#include "casement/flow/load/flow_loader.h"

namespace casement {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class FilesOfRun : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_ / "flows");
    fs::create_directories(folder_ / "out");
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << "{}";
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string flow_file() const { return path("flows/f.flow.yaml"); }
  std::string found(const RunFiles& files, const std::string& name) const {
    return path_to_read(&files, flow_file(), name);
  }
  Flow loaded(const std::string& rest, std::shared_ptr<const RunFiles> files = nullptr) const {
    LoadOptions options;
    options.files = files ? std::move(files) : files_of_new_run(path("out"));
    return parse_flow(flow_file(), "flow: F\n" + rest, options);
  }
  std::string problem_of(const std::string& rest) const {
    try {
      loaded(rest);
    } catch (const Error& error) {
      return error.full_text();
    }
    return "";
  }

  const fs::path folder_ = fs::path(testing::TempDir()) / ("run-files-" + std::to_string(::getpid()));
};

TEST_F(FilesOfRun, AreWrittenIntoTheOutputFolder) {
  const auto files = files_of_new_run(path("out"));
  EXPECT_EQ(path_to_write(files.get(), "a/../b.pdf"), path("out/b.pdf"));
  EXPECT_EQ(path_to_write(files.get(), "/tmp/b.pdf"), "/tmp/b.pdf");
  EXPECT_EQ(path_to_write(nullptr, "b.pdf"), "b.pdf");
  EXPECT_THAT(written_name_problem(files.get(), "a/b.pdf"), IsEmpty());
  EXPECT_THAT(written_name_problem(files.get(), "/tmp/b.pdf"), IsEmpty());
  EXPECT_THAT(written_name_problem(files.get(), "a/../../b.pdf"),
              AllOf(StartsWith("'a/../../b.pdf' is outside the output folder of the run"), HasSubstr(path("out"))));
}

TEST_F(FilesOfRun, AreReadFromTheOutputFolderFirst) {
  write("flows/a.json");
  const auto files = files_of_new_run(path("out"));
  EXPECT_EQ(found(*files, "a.json"), path("flows/a.json"));
  write("out/a.json");
  EXPECT_EQ(found(*files, "a.json"), path("out/a.json"));
  EXPECT_EQ(found(*files, "../flows/a.json"), path("flows/a.json"));
  EXPECT_EQ(found(*files, "nowhere.json"), path("flows/nowhere.json"));
}

TEST_F(FilesOfRun, IgnoreThoseOfAnEarlierRunUntilTheyAreWrittenAnew) {
  write("out/deep/a.json");
  const auto files = files_of_new_run(path("out"));
  EXPECT_EQ(found(*files, "deep/a.json"), path("flows/deep/a.json"));
  EXPECT_EQ(found(*files, "deep"), path("flows/deep"));
  EXPECT_EQ(found(*files_of_continued_run(path("out")), "deep/a.json"), path("out/deep/a.json"));
  fs::last_write_time(path("out/deep/a.json"), fs::file_time_type::clock::now() + std::chrono::seconds(1));
  EXPECT_EQ(found(*files, "deep/a.json"), path("out/deep/a.json"));
  EXPECT_EQ(found(*files, "deep"), path("out/deep"));
}

TEST_F(FilesOfRun, AreNotSharedByProjects) {
  const auto files = files_of_new_run(path("out"));
  write("out/phone/a.json");
  EXPECT_EQ(found(*files_of_project(files, "phone"), "a.json"), path("out/phone/a.json"));
  EXPECT_EQ(found(*files_of_project(files, "desktop"), "a.json"), path("flows/a.json"));
  EXPECT_EQ(files_of_project(files, ""), files);
}

TEST_F(FilesOfRun, AMissingFileNamesBothPlaces) {
  EXPECT_THAT(
      problem_of("steps:\n  - upload: { label=\"File\": a.pdf }\n"),
      HasSubstr(
          "f.flow.yaml:3:29: error: there is no file 'a.pdf' beside the flow, and the run has not written it into " +
          path("out") + "\n"));
  write("out/a.pdf");
  EXPECT_THAT(problem_of("use: { storage_state: a.pdf }\nsteps: [{ log: a }]\n"),
              HasSubstr("the existing file is from an earlier run and is used only with --files-dir or --no-setup"));
}

TEST_F(FilesOfRun, AnEmptyStateSignsOutButAnEmptyVariableDoesNot) {
  EXPECT_EQ(problem_of("use: { storage_state: \"\" }\nsteps: [{ log: a }]\n"), "");
  EXPECT_THAT(problem_of("vars: { state: \"\" }\nuse: { storage_state: \"${state}\" }\nsteps: [{ log: a }]\n"),
              HasSubstr("'storage_state' is empty"));
  EXPECT_THAT(problem_of("use: { storage_state: }\nsteps: [{ log: a }]\n"), HasSubstr("error: "));
}

TEST_F(FilesOfRun, AStepReadsWhatAnEarlierStepWrites) {
  const std::string upload = "  - upload: { label=\"File\": got/a.pdf }\n";
  EXPECT_EQ(problem_of("steps:\n  - expect_download: { save_to: got/a.pdf }\n" + upload), "");
  EXPECT_EQ(
      problem_of("steps:\n  - expect_download: { save_to: got/a.pdf }\n  - drop: { target: label=\"File\", files: "
                 "got }\n"),
      "");
  EXPECT_EQ(problem_of("steps:\n  - pdf: { save_to: ./got/a.pdf }\n" + upload), "");
  EXPECT_EQ(problem_of("steps:\n  - screenshot: { save_to: got/a.pdf }\n" + upload), "");
  EXPECT_EQ(problem_of("steps:\n  - save_har: got/a.pdf\n" + upload), "");
  EXPECT_EQ(problem_of("steps:\n  - run: { program: make a.pdf }\n" + upload), "");
  EXPECT_EQ(
      problem_of("steps:\n  - for_each: { name: x, in: [a] }\n    steps:\n      - pdf: { save_to: \"got/${x}.pdf\" "
                 "}\n" +
                 upload),
      "");
  EXPECT_THAT(problem_of("steps:\n" + upload + "  - pdf: { save_to: got/a.pdf }\n"), HasSubstr("there is no file"));
  EXPECT_THAT(problem_of("steps:\n  - pdf: { save_to: got/b.pdf }\n" + upload), HasSubstr("there is no file"));
}

TEST_F(FilesOfRun, ARoleReadsWhatAStepOfTheFlowWrites) {
  const std::string rest = "users: { ada: { storage_state: s.json } }\nsteps:\n";
  EXPECT_EQ(problem_of(rest + "  - save_storage_state: s.json\n"), "");
  EXPECT_THAT(problem_of(rest + "  - log: a\n"), HasSubstr("there is no file 's.json'"));
  EXPECT_THAT(problem_of("use: { storage_state: s.json }\nsteps:\n  - save_storage_state: s.json\n"),
              HasSubstr("there is no file 's.json'"));
}

TEST_F(FilesOfRun, AFlowWithAStateOfItsOwnNeedsNotThatOfItsSettings) {
  write("flows/none.json");
  const std::string settings = "use: { storage_state: s.json }\n---\nflow: F\n";
  const auto problem = [&](const std::string& use) {
    LoadOptions options;
    options.files = files_of_new_run(path("out"));
    AuthoringErrors errors;
    parse_flow(flow_file(), settings + use + "steps: [{ log: a }]\n", options, errors);
    return errors.empty() ? "" : errors.sorted().front().message();
  };
  EXPECT_EQ(problem("use: { storage_state: none.json }\n"), "");
  EXPECT_THAT(problem("use: { locale: de }\n"), HasSubstr("there is no file 's.json'"));
}

TEST_F(FilesOfRun, ApprovedSnapshotsStayBesideTheFlow) {
  write("out/cart.txt");
  EXPECT_THAT(problem_of("steps:\n  - pdf: { save_to: cart.txt }\n  - expect: { snapshot_file: cart.txt }\n"),
              AllOf(HasSubstr("there is no file 'cart.txt' beside the flow\n"), Not(HasSubstr("has not written it"))));
}

TEST_F(FilesOfRun, NoStepWritesOutsideOfTheOutputFolder) {
  EXPECT_THAT(problem_of("steps:\n  - save_storage_state: ../s.json\n"),
              HasSubstr("f.flow.yaml:3:25: error: '../s.json' is outside the output folder of the run"));
  EXPECT_THAT(problem_of("steps:\n  - screenshot: { save_to: a/../../b.png }\n"),
              HasSubstr("is outside the output folder"));
}

TEST_F(FilesOfRun, ACallerCanJudgeMissingFilesItself) {
  LoadOptions options;
  options.files = files_of_new_run(path("out"));
  options.lists_missing_files = true;
  const Flow flow = parse_flow(
      flow_file(), "flow: F\nuse: { storage_state: s.json }\nsteps:\n  - save_har: a.har\n  - save_har: b/../c.har\n",
      options);
  ASSERT_EQ(flow.planned_files.missing.size(), 1u);
  EXPECT_EQ(flow.planned_files.missing.front().name, "s.json");
  EXPECT_THAT(flow.planned_files.written, testing::ElementsAre("a.har", "c.har"));
}

}  // namespace
}  // namespace casement
