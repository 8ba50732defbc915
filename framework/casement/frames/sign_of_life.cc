#include "casement/frames/sign_of_life.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "casement/frames/frame_query_state.h"

namespace casement {
namespace {

constexpr Milliseconds kHealthyAnswer{500};

struct SignOfLife : PageExtension {
  explicit SignOfLife(PageSession&) {}
  std::optional<cdp::Call> asked;  // still without an answer
};

}  // namespace

void require_answering(PageSession& page) {
  const cdp::Connection::EngineLock lock(page.connection());
  std::optional<cdp::Call>& asked = page.extension<SignOfLife>().asked;
  const auto is_over = [&] { return page.closed() || asked->done(); };
  if (!asked || asked->done()) {
    asked = page.connection().send({page.session(), "Runtime.evaluate", {{"expression", "0"}}, nullptr});
    page.connection().pump_until(is_over, Deadline::patient(kHealthyAnswer));
  }
  if (is_over()) return asked.reset();  // the next reader of the page reports the reason
  throw Error(ErrorKind::Timeout, fmt::format("the page's script does not answer ({})", page.frames().main().url));
}

void require_painted(PageSession& page) {
  {
    const cdp::Connection::EngineLock lock(page.connection());
    const Frame& main = page.frames().main();
    if (is_render_blocked(main)) throw Error(ErrorKind::Timeout, "the page shows nothing yet: " + missing_sheet(main));
  }
  require_answering(page);
}

}  // namespace casement
