#include "casement/runners/shard.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "casement/base/error.h"
#include "casement/flow/model/flow.h"
#include "casement/flow/model/project.h"
#include "casement/runners/case_selection.h"

namespace casement::runners {
namespace {

Shard from(std::map<std::string, std::string> variables, const std::string& option = "") {
  return find_shard(option, [variables](const char* name) {
    const auto found = variables.find(name);
    return found == variables.end() ? std::nullopt : std::optional<std::string>(found->second);
  });
}

std::vector<Flow> three_flows() {
  std::vector<Flow> flows(3);
  for (std::size_t flow = 0; flow < 3; ++flow) {
    flows[flow].name = flows[flow].file = "f" + std::to_string(flow);
    flows[flow].cases.resize(flow * 2 + 1);
    for (std::size_t i = 0; i < flows[flow].cases.size(); ++i) {
      flows[flow].cases[i].name = "c" + std::to_string(i);
    }
  }
  return flows;
}

TEST(Shard, IsTheWholeByDefault) {
  EXPECT_EQ(from({}).count, 1u);
  EXPECT_EQ(from({{"CI_NODE_TOTAL", "1"}}).count, 1u);
}

TEST(Shard, CountsFromOneOnTheCommandLineAndInGitlab) {
  EXPECT_EQ(from({}, "1/4").index, 0u);
  EXPECT_EQ(from({}, "4/4").index, 3u);
  EXPECT_EQ(from({{"CI_NODE_TOTAL", "4"}, {"CI_NODE_INDEX", "4"}}).index, 3u);
}

TEST(Shard, CountsFromZeroElsewhere) {
  for (const auto& [total, index] : std::map<std::string, std::string>{{"TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX"},
                                                                       {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX"},
                                                                       {"JOB_COMPLETIONS", "JOB_COMPLETION_INDEX"}}) {
    const Shard shard = from({{total, "3"}, {index, "0"}});
    EXPECT_EQ(shard.index, 0u) << total;
    EXPECT_EQ(shard.count, 3u) << total;
    EXPECT_THROW(from({{total, "3"}, {index, "3"}}), Error) << total;
  }
}

TEST(Shard, KnowsOtherBuildServers) {
  EXPECT_EQ(from({{"BUILDKITE_PARALLEL_JOB_COUNT", "3"}, {"BUILDKITE_PARALLEL_JOB", "0"}}).index, 0u);
  EXPECT_EQ(from({{"CIRCLE_NODE_TOTAL", "3"}, {"CIRCLE_NODE_INDEX", "2"}}).index, 2u);
  std::map<std::string, std::string> azure{{"SYSTEM_TOTALJOBSINPHASE", "3"}, {"SYSTEM_JOBPOSITIONINPHASE", "3"}};
  EXPECT_EQ(from(azure).count, 1u);
  azure["SYSTEM_PARALLELEXECUTIONTYPE"] = "MultiConfiguration";
  EXPECT_EQ(from(azure).count, 1u) << "each job of a matrix runs all cases";
  azure["SYSTEM_PARALLELEXECUTIONTYPE"] = "MultiMachine";
  EXPECT_EQ(from(azure).index, 2u);
}

TEST(Shard, CountsTheTasksOfSlurm) {
  const auto task = [](const char* id, const char* count, const char* least, const char* most) {
    return from({{"SLURM_ARRAY_TASK_ID", id},
                 {"SLURM_ARRAY_TASK_COUNT", count},
                 {"SLURM_ARRAY_TASK_MIN", least},
                 {"SLURM_ARRAY_TASK_MAX", most}});
  };
  EXPECT_EQ(task("0", "4", "0", "3").index, 0u);
  EXPECT_EQ(task("7", "4", "1", "7").index, 3u);
  EXPECT_EQ(task("5", "1", "5", "5").count, 1u);
  EXPECT_THROW(task("3", "3", "1", "8"), Error);  // --array=1,3,8
  EXPECT_THROW(task("4", "3", "1", "5"), Error);  // not a task of --array=1-5:2
  EXPECT_THROW(task("9", "3", "1", "5"), Error);
}

TEST(Shard, RefusesContradictions) {
  std::map<std::string, std::string> both{
      {"TEST_TOTAL_SHARDS", "3"}, {"TEST_SHARD_INDEX", "1"}, {"GTEST_TOTAL_SHARDS", "3"}, {"GTEST_SHARD_INDEX", "1"}};
  EXPECT_EQ(from(both).index, 1u);
  both["GTEST_SHARD_INDEX"] = "2";
  EXPECT_THROW(from(both), Error);
  EXPECT_THROW(from({{"TEST_TOTAL_SHARDS", "3"}}), Error);
  EXPECT_THROW(from({{"GTEST_SHARD_INDEX", "3"}}), Error);
  EXPECT_EQ(from({{"TEST_TOTAL_SHARDS", "0"}, {"TEST_SHARD_INDEX", "0"}}).count, 1u);
}

TEST(Shard, TheCommandLineComesBeforeTheEnvironment) {
  EXPECT_EQ(from({{"GTEST_TOTAL_SHARDS", "3"}, {"GTEST_SHARD_INDEX", "2"}}, "1/2").count, 2u);
}

TEST(Shard, RefusesInvalidShards) {
  for (const char* option : {"0/3", "4/3", "1/0", "a/3", "1", "/", "1/3/5", "-1/3", "1/ 3"}) {
    EXPECT_THROW(from({}, option), Error) << option;
  }
  EXPECT_THROW(from({{"CI_NODE_TOTAL", "4"}, {"CI_NODE_INDEX", "0"}}), Error);
}

TEST(Shard, TheUnionOfShardsIsTheWholeAndNoneOverlap) {
  for (const std::size_t count : {1u, 2u, 3u, 4u, 9u, 20u}) {
    std::multiset<std::string> seen;
    for (std::size_t index = 0; index < count; ++index) {
      const std::vector<Flow> flows = three_flows();
      const RunPlan plan = plan_run(flows, {.shard = {index, count}});
      for (const ScheduledCase& one : plan.cases) seen.insert(one.flow->name + one.flow_case->name);
    }
    EXPECT_EQ(seen.size(), 9u) << count;
    EXPECT_EQ(std::set<std::string>(seen.begin(), seen.end()).size(), 9u) << count;
  }
}

TEST(Shard, RerunsFailedCasesOnTheirShard) {
  const std::vector<Flow> flows = three_flows();
  std::size_t count = 0;
  for (const std::size_t index : {0u, 1u}) {
    const RunPlan before = plan_run(flows, {.shard = {index, 2}});
    std::set<CaseKey> failed;
    for (const results::Suite& suite : before.suites) {
      failed.insert({suite.cases.back().class_name, suite.cases.back().name});
    }
    const RunPlan plan = plan_run(flows, {.shard = {index, 2}, .among = failed});
    EXPECT_EQ(plan.cases.size(), failed.size()) << index;
    count += plan.cases.size();
  }
  EXPECT_GE(count, 3u);
}

TEST(RunPlan, NumbersTheRepetitionsOfACase) {
  const std::vector<Flow> flows = three_flows();
  const RunPlan plan = plan_run(flows, {.repeat = 3});
  EXPECT_EQ(plan.cases.size(), 27u);
  EXPECT_EQ(plan.suites[0].cases[2].repetition, 3);
  EXPECT_EQ(plan_run(flows, {}).suites[0].cases[0].repetition, 0);
}

TEST(RunPlan, GivesTheCommandThatRunsACaseAgain) {
  std::vector<Flow> flows(1);
  flows[0].file = "my flows/a.flow.yaml";
  flows[0].cases.resize(1);
  flows[0].cases[0].name = "it's \"$HOME\"";
  EXPECT_EQ(plan_run(flows, {}).suites[0].cases[0].rerun,
            R"(casement run 'my flows/a.flow.yaml' --case 'it'\''s "$HOME"')");
  PlanOptions options;
  options.rerun = {"cd '/a shop' && CASEMENT_BROWSER=chromium ", "bin/casement", " --timeout 3"};
  const std::vector<Flow> none;
  EXPECT_EQ(plan_run(flows, {none, none}, options).suites[0].cases[0].rerun,
            "cd '/a shop' && CASEMENT_BROWSER=chromium bin/casement run 'my flows/a.flow.yaml' --case 'it'\\''s "
            "\"$HOME\"' --timeout 3");
}

TEST(RunPlan, ThePastedCommandStaysInTheProjectOfCasementYaml) {
  auto project = std::make_shared<Project>();
  project->environment = "live";
  project->name = "phone";
  std::vector<Flow> flows(1);
  flows[0].file = "a.flow.yaml";
  flows[0].project = project;
  flows[0].cases.resize(1);
  flows[0].cases[0].name = "-x";
  EXPECT_EQ(plan_run(flows, {}).suites[0].cases[0].rerun,
            "casement run a.flow.yaml --case=-x --env live --project phone");
}

}  // namespace
}  // namespace casement::runners
