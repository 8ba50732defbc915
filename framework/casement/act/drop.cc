#include "casement/act/drop.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/act/data_drag.h"
#include "casement/act/given_files.h"
#include "casement/act/retry.h"
#include "casement/base/text.h"
#include "casement/input/mouse_events.h"
#include "casement/input/pointer.h"

namespace casement {
namespace {

constexpr int kCopy = 1;  // of blink::DragOperationsMask, the operations that a drag may end with

// Returns Chrome's Input.DragData. Throws Error{Usage} for a format without a slash.
Json drag_data(const DropItems& items, const Json& paths) {
  Json data{{"items", Json::array()}, {"dragOperationsMask", kCopy}};
  for (const auto& [format, text] : items.texts) {
    if (format.find('/') == std::string::npos) {
      throw Error(ErrorKind::Usage,
                  fmt::format("'{}' is not a format for drops, such as text/plain", to_valid_utf8(format)));
    }
    data["items"].push_back({{"mimeType", format}, {"data", to_valid_utf8(text)}});
  }
  if (!paths.empty()) data["files"] = paths;
  return data;
}

}  // namespace

ActionResult drop(PageSession& page, const Target& target, const DropItems& items, Deadline deadline) {
  if (items.files.empty() && items.texts.empty())
    throw Error(ErrorKind::Usage, "a drop needs at least one file or text");
  const Json data = drag_data(items, given_files(page, items.files, "drop", deadline));
  return retry_action(page, target, "drop on", deadline, [&](const ElementHandle& element) {
    const cdp::Connection::EngineLock lock(page.connection());
    const HitPoint hit = find_hit_point(page, element, {.enabled = false}, deadline);
    if (!hit.attempt.done) return hit.attempt;
    DataDrag drag(page, {}, deadline);
    drag.begins_in(element.frame);
    ActionOutcome dropped = drag.drop(hit.input_point, {element, hit}, data);
    if (!dropped.done) {
      dropped.obstacle = "does not receive the drop: " + dropped.obstacle;
      return dropped;
    }
    return ActionOutcome::succeeded(end_outcome(page, element, deadline));
  });
}

}  // namespace casement
