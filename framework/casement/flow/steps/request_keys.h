// Reads the conditions for a request, for `expect_request`, `expect_response` and `expect`.
#pragma once

#include <string>
#include <vector>

#include "casement/expect/request_pattern.h"
#include "casement/flow/steps/step_map.h"

namespace casement {

struct RequestKeys {
  std::string url;
  RequestPattern pattern = {};
  std::string title;  // without posted values, which may be secret
};

std::vector<ArgSpec> request_keys();
// Reads the value of `entry`: the request's address, or a map with request_keys(). `owner` names the map in messages:
// "'expect_request'".
RequestKeys read_request_keys(const StepScope& scope, const YamlEntry& entry, const std::string& owner);

}  // namespace casement
