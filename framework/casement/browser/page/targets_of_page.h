// Selects the targets to which Chrome attaches automatically for a page.
#pragma once

#include <nlohmann/json.hpp>

#include "casement/base/json.h"

namespace casement {

// The filter of Target.setAutoAttach for a page and its frames. Chrome pauses dedicated workers and worklets regardless
// of the filter, and excluded workers would wait forever. Shared and service workers belong to several pages, and
// Chrome does not pause excluded ones. With `service_workers`, Chrome requests the script of a service worker only
// after the page's session has let the worker run.
inline Json targets_of_page(bool service_workers = false) {
  Json filter = Json::array();
  for (const char* type : {"browser", "tab", "shared_worker"}) {
    filter.push_back({{"type", type}, {"exclude", true}});
  }
  if (!service_workers) filter.push_back({{"type", "service_worker"}, {"exclude", true}});
  filter.push_back(Json::object());
  return filter;
}

}  // namespace casement
