// Which part of a run this process is to do, where several machines share it. Pure. Any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace casement::runners {

struct Shard {
  std::size_t index = 0;  // from 0
  std::size_t count = 1;

  // Whether the case at this place of the whole list belongs to this shard: every one belongs to
  // exactly one.
  bool has(std::size_t place) const { return place % count == index; }
};

using EnvironmentLookup = std::function<std::optional<std::string>(const char* name)>;

// `option` is "i/n" with i from 1, or "" for what the environment says: Bazel's TEST_TOTAL_SHARDS
// with TEST_SHARD_INDEX, GoogleTest's GTEST_TOTAL_SHARDS with GTEST_SHARD_INDEX, Kubernetes'
// JOB_COMPLETIONS with JOB_COMPLETION_INDEX (all from 0), GitLab's CI_NODE_TOTAL with CI_NODE_INDEX
// (from 1). Throws Error{Usage} for what is no shard, naming where it was said.
Shard find_shard(const std::string& option, const EnvironmentLookup& environment);

}  // namespace casement::runners
