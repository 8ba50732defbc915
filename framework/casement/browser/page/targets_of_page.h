// What of a page is attached to by itself.
#pragma once

#include <nlohmann/json.hpp>

#include "casement/base/json.h"

namespace casement {

// The filter of Target.setAutoAttach for a page and its frames. Chrome holds dedicated workers and worklets
// whatever it says, and those that it leaves out wait for ever. Shared and service workers belong to several
// pages; Chrome holds these for nobody who leaves them out.
inline Json targets_of_page() {
  Json filter = Json::array();
  for (const char* type : {"browser", "tab", "shared_worker", "service_worker"}) {
    filter.push_back({{"type", type}, {"exclude", true}});
  }
  filter.push_back(Json::object());
  return filter;
}

}  // namespace casement
