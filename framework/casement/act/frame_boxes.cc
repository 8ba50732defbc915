#include "casement/act/frame_boxes.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace casement {
namespace {

Box overlap_of(const Box& a, const Box& b) {
  return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right), std::min(a.bottom, b.bottom)};
}

Json corners_of(const Box& box) {
  return Json::array({Json::array({box.left, box.top}), Json::array({box.right, box.top}),
                      Json::array({box.right, box.bottom}), Json::array({box.left, box.bottom})});
}

}  // namespace

Box box_around(const Json& points) {
  Box box{1e9, 1e9, -1e9, -1e9};
  for (const Json& point : points) {
    const double x = point.at(0).get<double>(), y = point.at(1).get<double>();
    box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x), std::max(box.bottom, y)};
  }
  return box;
}

std::vector<Box> in_main_viewport(PageSession& page, const FrameId& id, std::vector<Box> boxes, Clip clip,
                                  Deadline deadline) {
  const Frame* frame = page.frames().find(id);
  while (frame != nullptr && !frame->parent.empty() && !boxes.empty()) {
    if (!frame->owner_ref) throw Error(ErrorKind::FrameGone, "the frame has just been added");
    Json points = Json::array();
    for (const Box& box : boxes) {
      for (Json& corner : corners_of(box)) points.push_back(std::move(corner));
    }
    const FrameId parent = frame->parent;
    const Json there =
        page.call_bridge(parent, {"mapThrough", Json::array({*frame->owner_ref, std::move(points)})}, deadline);
    if (there.is_null()) throw Error(ErrorKind::FrameGone, "the frame was removed");
    const Box shown = box_around(there.at("quad"));
    const Json& mapped = there.at("points");
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const auto first = mapped.begin() + static_cast<std::ptrdiff_t>(4 * i);
      const Box box = box_around(Json(std::vector<Json>(first, first + 4)));
      boxes[i] = clip == Clip::ToFrames ? overlap_of(box, shown) : box;
    }
    frame = page.frames().find(parent);
  }
  if (frame == nullptr) throw Error(ErrorKind::FrameGone, "the frame was removed");
  return boxes;
}

}  // namespace casement
