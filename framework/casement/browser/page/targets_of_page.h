// Selects the targets to which Chrome attaches automatically for a page.
#pragma once

#include <nlohmann/json.hpp>

#include "casement/base/json.h"

namespace casement {

// The filter of Target.setAutoAttach for a page and its frames. Chrome pauses dedicated workers and worklets regardless
// of the filter, and excluded workers would wait forever. Shared and service workers belong to several pages, and
// Chrome does not pause excluded ones.
inline Json targets_of_page() {
  Json filter = Json::array();
  for (const char* type : {"browser", "tab", "shared_worker", "service_worker"}) {
    filter.push_back({{"type", type}, {"exclude", true}});
  }
  filter.push_back(Json::object());
  return filter;
}

}  // namespace casement
