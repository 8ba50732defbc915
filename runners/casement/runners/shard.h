// The part of a run that this process runs, if several machines share the run. Pure. Any thread.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace casement::runners {

struct Shard {
  std::size_t index = 0;  // from 0
  std::size_t count = 1;

  // Whether the case at this position of the whole list belongs to this shard. Each case belongs to exactly one shard.
  bool has(std::size_t place) const { return place % count == index; }
};

using EnvironmentLookup = std::function<std::optional<std::string>(const char* name)>;

// `option` is "i/n" with i from 1. If it is "", the environment decides: the variables of Bazel, GoogleTest,
// Kubernetes, GitLab, Buildkite, CircleCI, Azure Pipelines or Slurm, in this order. Throws Error{Usage} for an invalid
// shard, with the name of its source, and for variables of Bazel and GoogleTest that contradict each other.
Shard find_shard(const std::string& option, const EnvironmentLookup& environment);

}  // namespace casement::runners
