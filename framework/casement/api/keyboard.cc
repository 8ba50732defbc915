#include "casement/api/keyboard.h"

#include "casement/act/actions.h"
#include "casement/api/engine.h"
#include "casement/api/observed.h"
#include "casement/browser/page/page_session.h"

namespace casement {

ActionResult Keyboard::press(std::string_view keys, const PressOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"press", "", keys}, [&](PageSession& page) {
    return casement::press(page, keys, options.times, page.deadline(options.timeout));
  });
}

ActionResult Keyboard::type(std::string_view text, const TypeOptions& options, Where where) const {
  return observed(handle_of(page_), where, {"type"}, [&](PageSession& page) {
    return casement::type(page, text, options, page.deadline(options.timeout));
  });
}

}  // namespace casement
