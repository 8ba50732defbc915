#include "casement/runners/shard.h"

#include <fmt/format.h>

#include <charconv>

#include "casement/base/error.h"

namespace casement::runners {
namespace {

constexpr std::size_t kMost = 100'000;

std::optional<std::size_t> number(const std::string& text) {
  std::size_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stopped != end || value > kMost) return std::nullopt;
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
};
constexpr Convention kConventions[] = {{"TEST_TOTAL_SHARDS", "TEST_SHARD_INDEX", 0},
                                       {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", 0},
                                       {"JOB_COMPLETIONS", "JOB_COMPLETION_INDEX", 0},
                                       {"CI_NODE_TOTAL", "CI_NODE_INDEX", 1}};

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
    const auto total = environment(convention.total), index = environment(convention.index);
    // GitLab sets the total in every job, and the index only in jobs that share a run.
    if (!total || !index || total->empty() || index->empty()) continue;
    return checked(fmt::format("{} and {}", convention.index, convention.total), *index, *total, convention.first);
  }
  return {};
}

}  // namespace casement::runners
