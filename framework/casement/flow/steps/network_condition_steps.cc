// The steps `throttle` and `set_cpu_slowdown`: a slower network and a slower processor.
#include <fmt/format.h>

#include "casement/api/network.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/values/throttle.h"
#include "casement/flow/model/context_options_reader.h"
#include "casement/flow/model/network_values.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"

namespace casement {
namespace {

double rate_of(const StepMap& map, std::string_view key) {
  if (!map.has(key)) return 0;
  const std::string text = map.text(key);
  if (const auto rate = parse_rate(text)) return *rate;
  throw map.scope().error_at(map.find(key)->value, fmt::format("'{}' must be {}", key, kRateForm));
}

PlannedStep parse_throttle(const StepScope& scope) {
  if (scope.entry().value.kind != YamlNode::Kind::Map) {
    return page_step(scope, {"throttle", "none"}, [](PageStack& pages) { pages.page().network().unthrottle(); });
  }
  const StepMap map(scope);
  NetworkThrottle throttle;
  throttle.url = map.text("url", "*");
  if (const std::string why = why_no_throttle(throttle.url); !why.empty())
    throw scope.error_at(map.find("url")->value, why);
  if (map.has("latency")) throttle.latency = map.duration("latency");
  throttle.download = rate_of(map, "download");
  throttle.upload = rate_of(map, "upload");
  if (throttle.latency.count() == 0 && throttle.download == 0 && throttle.upload == 0)
    throw scope.error_at(scope.entry().value, "'throttle' needs 'latency', 'download' or 'upload'");
  return page_step(scope, {"throttle", throttle.url},
                   [throttle](PageStack& pages) { pages.page().network().throttle(throttle); });
}

PlannedStep parse_set_cpu_slowdown(const StepScope& scope) {
  const std::string text = scope.text(scope.entry().value);
  const auto factor = parse_slowdown(text);
  if (!factor) throw scope.error_at(scope.entry().value, fmt::format("'set_cpu_slowdown' must be {}", kSlowdownForm));
  return page_step(scope, {"set_cpu_slowdown", text}, [factor = *factor, timeout = scope.timeout()](PageStack& pages) {
    pages.context().set_cpu_slowdown(factor,
                                     Deadline::in(timeout.count() > 0 ? timeout : pages.page().default_timeout()));
  });
}

}  // namespace

std::vector<StepSpec> network_condition_steps() {
  using enum ArgumentShape;
  return {
      {"throttle", NothingOrMap,
       "Slows down the network of all pages, also for some addresses alone; without a map, ends that.",
       "{ latency: 200ms, download: 50 kB/s }  or  { url: \"*/api/*\", latency: 2s }", parse_throttle, throttle_keys()},
      {"set_cpu_slowdown", Text, "Makes pages and frames run slower by a factor; `1x slower` ends that.", "4x slower",
       parse_set_cpu_slowdown},
  };
}

}  // namespace casement
