#include "casement/act/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "casement/act/ref_boxes.h"
#include "casement/base/base64.h"
#include "casement/cdp/protocol_error.h"
#include "casement/snapshot/capture.h"
#include "casement/snapshot/ref.h"

namespace casement {
namespace {

// In CSS pixels of the main frame's viewport.
struct Box {
  double left = 0, top = 0, right = 0, bottom = 0;
  bool empty() const { return right <= left || bottom <= top; }
};

Box around(const Json& points) {
  Box box{1e9, 1e9, -1e9, -1e9};
  for (const Json& point : points) {
    const double x = point.at(0).get<double>(), y = point.at(1).get<double>();
    box = {std::min(box.left, x), std::min(box.top, y), std::max(box.right, x),
           std::max(box.bottom, y)};
  }
  return box;
}

Box both(const Box& a, const Box& b) {
  return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
          std::min(a.bottom, b.bottom)};
}

Json corners_of(const Box& box) {
  return Json::array({Json::array({box.left, box.top}), Json::array({box.right, box.top}),
                      Json::array({box.right, box.bottom}), Json::array({box.left, box.bottom})});
}

// Boxes of a frame's viewport in the main frame's, cut to what the frames around them show. Throws
// Error{FrameGone} where one of them goes.
std::vector<Box> in_main_viewport(PageTarget& page, const FrameId& id, std::vector<Box> boxes,
                                  Deadline deadline) {
  const Frame* frame = page.frames().find(id);
  while (frame != nullptr && !frame->parent.empty() && !boxes.empty()) {
    if (!frame->owner_ref) throw Error(ErrorKind::FrameGone, "the frame has just come");
    Json points = Json::array();
    for (const Box& box : boxes) {
      for (Json& corner : corners_of(box)) points.push_back(std::move(corner));
    }
    const FrameId parent = frame->parent;
    const Json there = page.call_bridge(
        parent, {"mapThrough", Json::array({*frame->owner_ref, std::move(points)})}, deadline);
    if (there.is_null()) throw Error(ErrorKind::FrameGone, "the frame was removed");
    const Box shown = around(there.at("quad"));
    const Json& mapped = there.at("points");
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      const auto first = mapped.begin() + static_cast<std::ptrdiff_t>(4 * i);
      boxes[i] = both(around(Json(std::vector<Json>(first, first + 4))), shown);
    }
    frame = page.frames().find(parent);
  }
  if (frame == nullptr) throw Error(ErrorKind::FrameGone, "the frame was removed");
  return boxes;
}

// The page's sizes, all in CSS pixels.
struct Metrics {
  double scroll_x = 0, scroll_y = 0;
  double width = 0, height = 0;                  // of the viewport
  double content_width = 0, content_height = 0;  // of the whole document
};

Metrics metrics_of(PageTarget& page, Deadline deadline) {
  const Json told = page.connection().call(
      {page.session(), "Page.getLayoutMetrics", Json::object(), nullptr}, deadline);
  const Json& view = told.at("cssVisualViewport");
  const Json& content = told.at("cssContentSize");
  return {view.value("pageX", 0.0),     view.value("pageY", 0.0),
          view.value("clientWidth", 0.0), view.value("clientHeight", 0.0),
          content.value("width", 0.0),  content.value("height", 0.0)};
}

std::vector<RefBox> ref_boxes(PageTarget& page, Deadline deadline) {
  SnapshotOptions options;
  options.boxes = true;
  options.frame_timeout = page.frame_timeout();
  const Snapshot seen = capture_snapshot(page, options, deadline);
  struct InFrame {
    std::vector<std::string> refs;
    std::vector<Box> boxes;
  };
  std::map<int, InFrame> by_frame;
  for (const Node& node : seen.nodes()) {
    double x = 0, y = 0, width = 0, height = 0;
    if (node.ref == 0 || node.box.empty() ||
        std::sscanf(std::string(node.box).c_str(), "%lf,%lf,%lf,%lf", &x, &y, &width, &height) != 4) {
      continue;
    }
    InFrame& frame = by_frame[static_cast<int>(node.frame)];
    frame.refs.push_back(format_ref(node.frame, node.ref));
    frame.boxes.push_back({x, y, x + width, y + height});
  }
  std::vector<RefBox> all;
  for (auto& [ordinal, in_frame] : by_frame) {
    const Frame* frame = page.frames().find_ordinal(ordinal);
    if (frame == nullptr) continue;
    std::vector<Box> boxes;
    try {
      boxes = in_main_viewport(page, frame->id, std::move(in_frame.boxes), deadline);
    } catch (const Error& error) {
      if (!cdp::means_gone(error)) throw;
      continue;  // it has gone since
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (boxes[i].empty()) continue;
      all.push_back({in_frame.refs[i], boxes[i].left, boxes[i].top, boxes[i].right, boxes[i].bottom,
                     ordinal});
    }
  }
  return all;
}

// `part` in the main frame's viewport; beyond it where that is needed.
std::string capture(PageTarget& page, const Box& part, const Metrics& metrics,
                    const PictureOptions& options, Deadline deadline) {
  std::vector<RefBox> boxes;
  if (options.boxes) boxes = ref_boxes(page, deadline);
  const bool fits = part.left >= 0 && part.top >= 0 && part.right <= metrics.width &&
                    part.bottom <= metrics.height;
  std::string png = decode_base64(page.capture_screenshot({{"format", "png"},
                                                           {"optimizeForSpeed", true},
                                                           {"captureBeyondViewport", !fits},
                                                           {"clip",
                                                            {{"x", part.left + metrics.scroll_x},
                                                             {"y", part.top + metrics.scroll_y},
                                                             {"width", part.right - part.left},
                                                             {"height", part.bottom - part.top},
                                                             {"scale", 1}}}},
                                                          deadline));
  if (!options.boxes) return png;
  Image image = decode_png(png);
  const double scale = image.width / (part.right - part.left);
  for (RefBox& box : boxes) {
    box.left = (box.left - part.left) * scale;
    box.right = (box.right - part.left) * scale;
    box.top = (box.top - part.top) * scale;
    box.bottom = (box.bottom - part.top) * scale;
  }
  draw_ref_boxes(image, boxes, scale);
  return encode_png(image);
}

Box whole(const Metrics& metrics, PictureExtent extent) {
  if (extent == PictureExtent::Viewport) return {0, 0, metrics.width, metrics.height};
  return {-metrics.scroll_x, -metrics.scroll_y, metrics.content_width - metrics.scroll_x,
          metrics.content_height - metrics.scroll_y};
}

std::string capture_whole(PageTarget& page, const PictureOptions& options, Deadline deadline) {
  if (options.extent == PictureExtent::Viewport && !options.boxes) {
    return decode_base64(page.capture_screenshot({{"format", "png"}, {"optimizeForSpeed", true}}, deadline));
  }
  const Metrics metrics = metrics_of(page, deadline);
  if (whole(metrics, options.extent).empty()) {
    throw Error(ErrorKind::FrameGone, "the page loads another document, and shows nothing yet");
  }
  return capture(page, whole(metrics, options.extent), metrics, options, deadline);
}

}  // namespace

std::string take_picture(PageTarget& page, const PictureOptions& options, Deadline deadline) {
  const cdp::Connection::Turn turn(page.connection());
  for (;;) {
    try {
      return capture_whole(page, options, deadline);
    } catch (const Error& error) {
      // The next document is pictured instead.
      if (error.kind() != ErrorKind::FrameGone || deadline.expired()) throw;
    }
    // A document tells Page.frameNavigated before Chrome's browser process has put it into the old one's
    // place; until then there is no picture, and no event says when. Each try takes the document's own
    // answer to something, so that it is asked no faster than the two can answer.
    try {
      page.evaluate_apart("0", deadline);
    } catch (const Error& error) {
      if (!cdp::means_gone(error)) throw;
    }
  }
}

std::string take_picture_of(PageTarget& page, const Target& target, const PictureOptions& options,
                            Deadline deadline) {
  std::string png;
  look_at(page, target, "take a picture of", deadline, [&](const Located& element) {
    const cdp::Connection::Turn turn(page.connection());
    const auto box_of = [&] {
      return page.call_bridge(element.frame, {"boxToPicture", Json::array({element.ref})}, deadline);
    };
    Json told = box_of();
    if (told.value("state", std::string()) != "ready") return Attempt::from(told);
    if (element.frame_ordinal > 0) {
      show_through_owners(page, element, deadline);
      told = box_of();
      if (told.value("state", std::string()) != "ready") return Attempt::from(told);
    }
    const Box box = around(told.at("corners"));
    const Box part = in_main_viewport(page, element.frame, {box}, deadline).front();
    if (part.empty()) return Attempt::not_yet("is not in the part of its frame that is shown");
    png = capture(page, part, metrics_of(page, deadline), options, deadline);
    return Attempt::succeeded();
  });
  return png;
}

std::string print_pdf(PageTarget& page, const PdfOptions& options, Deadline deadline) {
  if (!(options.scale >= 0.1 && options.scale <= 2)) {
    throw Error(ErrorKind::Usage, fmt::format("a PDF's scale is 0.1 to 2, not {}", options.scale));
  }
  const auto is_length = [](double inches) { return std::isfinite(inches) && inches > 0; };
  if (!is_length(options.paper_width) || !is_length(options.paper_height)) {
    throw Error(ErrorKind::Usage, "paper has a width and a height, in inches");
  }
  const cdp::Connection::Turn turn(page.connection());
  try {
    const Json answer = page.connection().call({page.session(),
                                                "Page.printToPDF",
                                                {{"landscape", options.landscape},
                                                 {"printBackground", options.background},
                                                 {"scale", options.scale},
                                                 {"paperWidth", options.paper_width},
                                                 {"paperHeight", options.paper_height}},
                                                nullptr},
                                               deadline);
    return decode_base64(answer.value("data", std::string()));
  } catch (const Error& error) {
    // Of a page that crashes or closes meanwhile, Chrome says first that it could not be printed.
    if (error.kind() == ErrorKind::Protocol) page.evaluate_apart("0", deadline);
    throw;
  }
}

}  // namespace casement
