// `logs` of casement.yaml: the output of programs that Casement does not start.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "casement/base/error.h"
#include "casement/flow/describe/project_schema.h"
#include "casement/flow/load/project_reader.h"
#include "casement/flow/load/server_reader.h"

namespace casement {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<LogSettings> logs_of(const std::string& text, const std::string& environment = "") {
  AuthoringErrors errors;
  const std::optional<ProjectFile> file = parse_project("casement.yaml", text, errors);
  errors.throw_if_any();
  const std::optional<Project> project = choose_project(*file, {environment, "", {}, false}, errors);
  errors.throw_if_any();
  return project->logs;
}

std::string problem_in_logs(const std::string& text) {
  AuthoringErrors errors;
  parse_project("casement.yaml", text, errors);
  return errors.empty() ? "" : errors.sorted().front().message();
}

TEST(ProjectLogs, AreReadFromAMapOrAList) {
  const std::vector<LogSettings> logs = logs_of(
      "vars: { unit: shop }\nlogs:\n  - { file: ./out/shop.log }\n  - { command: \"journalctl -f -u ${unit}\" }\n"
      "  - { name: other, command: [./watch, -v], folder: bin }\n  - { file: /var/log/shop.txt }\n");
  ASSERT_EQ(logs.size(), 4u);
  EXPECT_EQ(logs[0].name, "shop");
  EXPECT_EQ(logs[0].file, "out/shop.log");
  EXPECT_EQ(logs[1].name, "journalctl");
  EXPECT_THAT(logs[1].command, ElementsAre("/bin/sh", "-c", "journalctl -f -u shop"));
  EXPECT_EQ(logs[2].name, "other");
  EXPECT_EQ(logs[2].folder, "bin");
  EXPECT_EQ(logs[3].name, "shop-2");
  EXPECT_EQ(logs_of("logs: { file: a.log }\n").size(), 1u);
  EXPECT_TRUE(logs_of("logs: { file: a.log }\nenvironments: { quiet: { logs: [] } }\n", "quiet").empty());
}

TEST(ProjectLogs, ReportMistakesAtTheirPlace) {
  EXPECT_THAT(problem_in_logs("logs: shop.log\n"),
              StartsWith("casement.yaml:1:7: error: 'logs' must be a map with a 'file' or a 'command', or a list of"));
  EXPECT_THAT(problem_in_logs("logs:\n"), HasSubstr("'logs' must be a map"));
  EXPECT_THAT(problem_in_logs("logs: { name: shop }\n"), HasSubstr("a log needs a 'file' or a 'command'"));
  EXPECT_THAT(problem_in_logs("logs: { file: a, command: b }\n"),
              HasSubstr("either a 'file' or a 'command', not both"));
  EXPECT_THAT(problem_in_logs("logs: [{ fil: a }]\n"), HasSubstr("(did you mean 'file'?)"));
  EXPECT_THAT(problem_in_logs("logs: { file: '' }\n"), HasSubstr("'file' is empty"));
  EXPECT_THAT(problem_in_logs("logs: { file: a, name: a/b }\n"),
              HasSubstr("the 'name' of a log may have only letters"));
  EXPECT_THAT(problem_in_logs("logs: { command: [] }\n"), HasSubstr("'command' must be a program and its arguments"));
  EXPECT_THAT(problem_in_logs("log: { file: a }\n"), HasSubstr("(write 'logs')"));
  EXPECT_THAT(problem_in_logs("projects: { phone: { logs: { file: a } } }\n"),
              HasSubstr("put 'logs' beside 'projects'"));
}

TEST(ProjectLogs, AreInTheSchema) {
  for (const ArgSpec& key : log_keys()) EXPECT_THAT(project_schema(), HasSubstr(key.help)) << key.name;
}

}  // namespace
}  // namespace casement
