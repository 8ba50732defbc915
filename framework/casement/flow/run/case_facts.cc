#include "casement/flow/run/case_facts.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "casement/base/host_name.h"
#include "casement/base/utc_time.h"

namespace casement {

Json case_facts(const results::Case& record, double began, double ended,
                const std::vector<results::Property>& of_page) {
  Json facts = Json::array();
  const auto add = [&](const std::string& name, const std::string& value) {
    if (!value.empty()) facts.push_back(Json::array({name, value}));
  };
  using Clock = std::chrono::system_clock;
  const std::chrono::duration<double, std::milli> since_epoch(began);
  add("began", utc_time(Clock::time_point(std::chrono::duration_cast<Clock::duration>(since_epoch))));
  add("time", fmt::format("{:.0f} ms", ended - began));
  if (!record.where.file.empty()) add("test", fmt::format("{}:{}", record.where.file, record.where.line));
  add("tags", fmt::format("{}", fmt::join(record.tags, ", ")));
  for (const results::Property& one : of_page) add(one.name, one.value);
  add("machine", host_name());
  for (const results::Property& one : record.properties) add(one.name, one.value);
  return facts;
}

}  // namespace casement
