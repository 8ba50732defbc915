// What a page of a spec needs of a browser that may be older than the page.
#pragma once

#include <string>

#include "casement/api/engine.h"
#include "casement/api/page.h"
#include "casement/base/error.h"
#include "casement/browser/page/page_session.h"

namespace casement::specs {

// As Casement does where a host cannot do something.
[[noreturn]] inline void throw_cannot(Page& page, const std::string& what) {
  throw Error(ErrorKind::Environment, engine_of(page).connection().browser_name() + " cannot do this: " + what);
}

// Throws unless `has`, JavaScript, is true in the page.
inline void require_of_browser(Page& page, const std::string& has, const std::string& what) {
  if (page.evaluate(has) != true) throw_cannot(page, what);
}

// Of what no script can ask for.
inline void require_chromium(Page& page, int major, const std::string& what) {
  require_of_browser(page, "+navigator.userAgent.match(/Chrome\\/(\\d+)/)[1] >= " + std::to_string(major), what);
}

// Of what QtWebEngine does otherwise than Chrome, and no script can ask for.
inline void require_own_chrome(Page& page, const std::string& what) {
  if (engine_of(page).environment().adopted) throw_cannot(page, what);
}

inline void require_own_processes(Page& page) {
  require_own_chrome(page, "give documents of other sites processes of their own");
}
inline void require_roles_of_internals(Page& page) {
  require_of_browser(page, "'role' in ElementInternals.prototype", "roles of ElementInternals, in its pages");
}
inline void require_standard_zoom(Page& page) {
  require_of_browser(page, "'currentCSSZoom' in Element.prototype", "boxes under CSS zoom, in its pages");
}

}  // namespace casement::specs
