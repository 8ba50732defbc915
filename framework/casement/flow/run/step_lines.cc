#include "casement/flow/run/step_lines.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace casement {
namespace {

std::size_t size_of(const results::ProgramLine& line) {
  constexpr std::size_t kRest = 60;  // of the line's JSON
  return line.text.size() + line.program.size() + kRest;
}

}  // namespace

void StepLines::add(results::ProgramLine line) {
  Group& group = groups_[{steps_.step_at(line.at), line.program}];
  group.bytes += size_of(line);
  group.lines.push_back(std::move(line));
  group.shrink_to(kMostBytes);
}

void StepLines::Group::shrink_to(std::size_t most) {
  while (bytes > most) {
    bytes -= size_of(lines.front());
    lines.pop_front();
    ++left_out;
  }
}

// The largest size of a group with which all groups together stay below the limit.
std::size_t StepLines::fair_size() const {
  std::vector<std::size_t> sizes;
  for (const auto& [key, group] : groups_) sizes.push_back(group.bytes);
  std::ranges::sort(sizes);
  std::size_t left = kMostBytes;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::size_t share = left / (sizes.size() - i);
    if (sizes[i] > share) return share;
    left -= sizes[i];
  }
  return kMostBytes;
}

void StepLines::write_to(Json& trace) {
  const std::size_t most = fair_size();
  std::vector<std::pair<int, results::ProgramLine>> all;
  Json left_out = Json::array();
  for (auto& [key, group] : groups_) {
    const auto& [step, program] = key;
    group.shrink_to(most);
    if (group.left_out > 0) left_out.push_back({{"step", step}, {"program", program}, {"lines", group.left_out}});
    for (results::ProgramLine& line : group.lines) all.emplace_back(step, std::move(line));
  }
  std::ranges::stable_sort(all, {}, [](const auto& one) { return one.second.at; });
  trace["server"] = Json::array();
  for (auto& [step, line] : all) {
    Json shown{{"step", step}, {"program", line.program}, {"at", line.at}, {"text", std::move(line.text)}};
    if (line.late) shown["late"] = true;
    trace["server"].push_back(std::move(shown));
  }
  trace["server_left_out"] = std::move(left_out);
}

}  // namespace casement
