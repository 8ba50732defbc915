#include "casement/runners/shard.h"

#include <fmt/format.h>

#include <charconv>

#include "casement/base/error.h"

namespace casement::runners {
namespace {

constexpr std::size_t kMostParts = 100'000;

std::optional<std::size_t> number(const std::string& text) {
  std::size_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end || value > kMostParts) return std::nullopt;
  return value;
}

Shard checked(const std::string& where, const std::string& index, const std::string& count, std::size_t first) {
  const auto i = number(index), n = number(count);
  if (!i || !n || *n == 0 || *i < first || *i >= *n + first) {
    throw Error(ErrorKind::Usage, fmt::format("{}: shard {} of {} does not exist; shards are numbered from {}", where,
                                              index, count, first));
  }
  return {*i - first, *n};
}

struct Convention {
  const char* total;
  const char* index;
  std::size_t first;
  // Programs that set both variables or none: one of them alone is a mistake.
  bool needs_both = false;
  // The convention counts only if this variable has this value.
  const char* only_if = nullptr;
  const char* value = nullptr;
};
constexpr Convention kConventions[] = {
    {"TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX", 0, true},
    {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", 0, true},
    {"JOB_COMPLETIONS", "JOB_COMPLETION_INDEX", 0},
    {"CI_NODE_TOTAL", "CI_NODE_INDEX", 1},
    {"BUILDKITE_PARALLEL_JOB_COUNT", "BUILDKITE_PARALLEL_JOB", 0},
    {"CIRCLE_NODE_TOTAL", "CIRCLE_NODE_INDEX", 0},
    // The jobs of a matrix are numbered too, and each of them has to run all cases.
    {"SYSTEM_TOTALJOBSINPHASE", "SYSTEM_JOBPOSITIONINPHASE", 1, false, "SYSTEM_PARALLELEXECUTIONTYPE", "MultiMachine"},
};

std::string value_of(const EnvironmentLookup& environment, const char* name) {
  return environment(name).value_or("");
}

std::optional<Shard> shard_by(const Convention& convention, const EnvironmentLookup& environment) {
  if (convention.only_if != nullptr && value_of(environment, convention.only_if) != convention.value) {
    return std::nullopt;
  }
  const std::string total = value_of(environment, convention.total), index = value_of(environment, convention.index);
  if (total == "0" && convention.needs_both) return std::nullopt;  // a test of Bazel without shards
  if (total.empty() != index.empty() && convention.needs_both) {
    throw Error(ErrorKind::Usage,
                fmt::format("{} is set, and {} is not", total.empty() ? convention.index : convention.total,
                            total.empty() ? convention.total : convention.index));
  }
  // GitLab sets the total in every job, and the index only in jobs that share a run.
  if (total.empty() || index.empty()) return std::nullopt;
  return checked(fmt::format("{} and {}", convention.index, convention.total), index, total, convention.first);
}

// The tasks of an array job have numbers from MIN to MAX in equal steps, as in --array=1-9:2.
std::optional<Shard> shard_of_slurm(const EnvironmentLookup& environment) {
  const std::string task = value_of(environment, "SLURM_ARRAY_TASK_ID");
  const std::string count = value_of(environment, "SLURM_ARRAY_TASK_COUNT");
  if (task.empty() || count.empty()) return std::nullopt;
  const auto id = number(task), tasks = number(count);
  const auto least = number(value_of(environment, "SLURM_ARRAY_TASK_MIN"));
  const auto most = number(value_of(environment, "SLURM_ARRAY_TASK_MAX"));
  const auto is_even = [&] {
    if (!id || !tasks || !least || !most || *tasks == 0 || *id < *least || *id > *most) return false;
    if (*tasks == 1) return true;
    const std::size_t step = (*most - *least) / (*tasks - 1);
    return step > 0 && *least + step * (*tasks - 1) == *most && (*id - *least) % step == 0;
  };
  if (!is_even()) {
    throw Error(ErrorKind::Usage, fmt::format("SLURM_ARRAY_TASK_ID: task {} of {} has no place in equal steps from "
                                              "SLURM_ARRAY_TASK_MIN to SLURM_ARRAY_TASK_MAX; pass --shard i/n",
                                              task, count));
  }
  return Shard{*tasks == 1 ? 0 : (*id - *least) / ((*most - *least) / (*tasks - 1)), *tasks};
}

// Bazel also sets GoogleTest's variables.
void refuse_contradiction(const EnvironmentLookup& environment, const Shard& chosen) {
  const std::optional<Shard> other = shard_by(kConventions[1], environment);
  if (!other || (other->index == chosen.index && other->count == chosen.count)) return;
  throw Error(ErrorKind::Usage,
              fmt::format("TEST_SHARD_INDEX and TEST_TOTAL_SHARDS mean shard {} of {}, but GTEST_SHARD_INDEX and "
                          "GTEST_TOTAL_SHARDS mean shard {} of {}; shards are numbered from 0",
                          chosen.index, chosen.count, other->index, other->count));
}

}  // namespace

Shard find_shard(const std::string& option, const EnvironmentLookup& environment) {
  if (!option.empty()) {
    const std::size_t slash = option.find('/');
    if (slash == std::string::npos) {
      throw Error(ErrorKind::Usage, "--shard needs a value such as 2/5, not '" + option + "'");
    }
    return checked("--shard", option.substr(0, slash), option.substr(slash + 1), 1);
  }
  for (const Convention& convention : kConventions) {
    const std::optional<Shard> shard = shard_by(convention, environment);
    if (!shard) continue;
    if (&convention == &kConventions[0]) refuse_contradiction(environment, *shard);
    return *shard;
  }
  if (const std::optional<Shard> shard = shard_of_slurm(environment)) return *shard;
  return {};
}

}  // namespace casement::runners
