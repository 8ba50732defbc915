#include "casement/act/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "casement/act/frame_boxes.h"
#include "casement/act/ref_boxes.h"
#include "casement/act/retry.h"
#include "casement/base/base64.h"
#include "casement/cdp/protocol_error.h"
#include "casement/reading/capture.h"
#include "casement/snapshot/node_box.h"
#include "casement/snapshot/node_words.h"
#include "casement/target/ref.h"

namespace casement {
namespace {

// The page's sizes, all in CSS pixels.
struct Metrics {
  double scroll_x = 0, scroll_y = 0;
  double width = 0, height = 0;                  // of the viewport
  double content_width = 0, content_height = 0;  // of the whole document
};

Metrics metrics_of(PageSession& page, Deadline deadline) {
  const Json answer =
      page.connection().call({page.session(), "Page.getLayoutMetrics", Json::object(), nullptr}, deadline);
  // Chromium before 92 has only the unscaled names, whose values are CSS pixels at a device scale of 1.
  const bool css = answer.contains("cssVisualViewport");
  const Json& view = answer.at(css ? "cssVisualViewport" : "visualViewport");
  const Json& content = answer.at(css ? "cssContentSize" : "contentSize");
  return {view.value("pageX", 0.0),        view.value("pageY", 0.0),    view.value("clientWidth", 0.0),
          view.value("clientHeight", 0.0), content.value("width", 0.0), content.value("height", 0.0)};
}

struct PlacedNode {
  const Node* node;  // of the snapshot
  Box box;           // in the main frame's viewport; not empty
};

// Returns the elements of a snapshot that have boxes, with the boxes converted to the main frame's viewport.
std::vector<PlacedNode> placed_nodes(PageSession& page, const Snapshot& seen, Deadline deadline) {
  struct InFrame {
    std::vector<const Node*> nodes;
    std::vector<Box> boxes;
  };
  std::map<int, InFrame> by_frame;
  for (const Node& node : seen.nodes()) {
    if (!node.is_element() || node.box.empty()) continue;
    const auto [x, y, width, height] = numbers_of_box(node.box);
    InFrame& frame = by_frame[static_cast<int>(node.frame)];
    frame.nodes.push_back(&node);
    frame.boxes.push_back({x, y, x + width, y + height});
  }
  std::vector<PlacedNode> all;
  for (auto& [ordinal, in_frame] : by_frame) {
    const Frame* frame = page.frames().find_ordinal(ordinal);
    if (frame == nullptr) continue;
    std::vector<Box> boxes;
    try {
      boxes = in_main_viewport(page, frame->id, std::move(in_frame.boxes), Clip::ToFrames, deadline);
    } catch (const Error& error) {
      if (!cdp::means_gone(error)) throw;
      continue;  // the frame has gone since the snapshot
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      if (!boxes[i].empty()) all.push_back({in_frame.nodes[i], boxes[i]});
    }
  }
  return all;
}

Snapshot snapshot_with_boxes(PageSession& page, Deadline deadline) {
  SnapshotOptions options;
  options.boxes = true;
  options.frame_timeout = page.frame_timeout();
  return capture_snapshot(page, options, deadline);
}

std::vector<RefBox> ref_boxes(PageSession& page, Deadline deadline) {
  const Snapshot seen = snapshot_with_boxes(page, deadline);
  std::vector<RefBox> all;
  for (const auto& [node, box] : placed_nodes(page, seen, deadline)) {
    if (node->ref == 0) continue;
    all.push_back(
        {format_ref(node->frame, node->ref), box.left, box.top, box.right, box.bottom, static_cast<int>(node->frame)});
  }
  return all;
}

// Takes a picture of `part`, given in the main frame's viewport; also beyond the viewport if necessary.
std::string capture(PageSession& page, const Box& part, const Metrics& metrics, const ScreenshotOptions& options,
                    Deadline deadline) {
  std::vector<RefBox> boxes;
  if (options.boxes) boxes = ref_boxes(page, deadline);
  const bool fits = part.left >= 0 && part.top >= 0 && part.right <= metrics.width && part.bottom <= metrics.height;
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

Box whole(const Metrics& metrics, const ScreenshotOptions& options, double most_height) {
  if (!options.full_page) return {0, 0, metrics.width, metrics.height};
  const double height = most_height > 0 ? std::min(metrics.content_height, most_height) : metrics.content_height;
  return {-metrics.scroll_x, -metrics.scroll_y, metrics.content_width - metrics.scroll_x, height - metrics.scroll_y};
}

std::string capture_whole(PageSession& page, const ScreenshotOptions& options, Deadline deadline, double most_height,
                          Box* shown) {
  if (!options.full_page && !options.boxes && shown == nullptr) {
    return decode_base64(page.capture_screenshot({{"format", "png"}, {"optimizeForSpeed", true}}, deadline));
  }
  const Metrics metrics = metrics_of(page, deadline);
  const Box part = whole(metrics, options, most_height);
  if (part.empty()) {
    throw Error(ErrorKind::FrameGone, "the page is loading another document and shows nothing yet");
  }
  if (shown != nullptr) *shown = part;
  return capture(page, part, metrics, options, deadline);
}

}  // namespace

std::vector<SeenElement> seen_elements(PageSession& page, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  const Snapshot seen = snapshot_with_boxes(page, deadline);
  std::vector<SeenElement> all;
  for (const auto& [node, box] : placed_nodes(page, seen, deadline)) {
    const std::string ref = node->ref == 0 ? "" : fmt::format(" [ref={}]", format_ref(node->frame, node->ref));
    all.push_back({describe_node(*node) + ref, box});
  }
  return all;
}

double document_height(PageSession& page, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  return metrics_of(page, deadline).content_height;
}

std::string take_picture(PageSession& page, const ScreenshotOptions& options, Deadline deadline, double most_height,
                         Box* part) {
  const cdp::Connection::EngineLock lock(page.connection());
  for (;;) {
    try {
      return capture_whole(page, options, deadline, most_height, part);
    } catch (const Error& error) {
      // Takes a picture of the next document instead.
      if (error.kind() != ErrorKind::FrameGone || deadline.expired()) throw;
    }
    // Chrome sends Page.frameNavigated before its browser process has replaced the old document. Until then there is no
    // picture, and no event reports the replacement. So each retry first waits for an answer from the document, which
    // limits the rate of retries.
    try {
      page.evaluate_isolated("0", deadline);
    } catch (const Error& error) {
      if (!cdp::means_gone(error)) throw;
    }
  }
}

std::string take_picture_of(PageSession& page, const Target& target, const ScreenshotOptions& options,
                            Deadline deadline, Box* shown) {
  std::string png;
  retry_read(page, target, "take a picture of", deadline, [&](const ElementHandle& element) {
    const cdp::Connection::EngineLock lock(page.connection());
    const auto box_of = [&] {
      return page.call_bridge(element.frame, {"boxToPicture", Json::array({element.ref})}, deadline);
    };
    Json answer = box_of();
    if (answer.value("state", std::string()) != "ready") return ActionOutcome::from(answer);
    if (element.frame_ordinal > 0) {
      show_through_owners(page, element, deadline);
      answer = box_of();
      if (answer.value("state", std::string()) != "ready") return ActionOutcome::from(answer);
    }
    const Box box = box_around(answer.at("corners"));
    const Box part = in_main_viewport(page, element.frame, {box}, Clip::ToFrames, deadline).front();
    if (part.empty()) return ActionOutcome::retry("is outside the visible part of its frame");
    png = capture(page, part, metrics_of(page, deadline), options, deadline);
    if (shown != nullptr) *shown = part;
    return ActionOutcome::succeeded();
  });
  return png;
}

std::string print_pdf(PageSession& page, const PdfOptions& options, Deadline deadline) {
  if (!(options.scale >= 0.1 && options.scale <= 2)) {
    throw Error(ErrorKind::Usage, fmt::format("the scale of a PDF must be 0.1 to 2, not {}", options.scale));
  }
  const auto is_length = [](double inches) { return std::isfinite(inches) && inches > 0; };
  if (!is_length(options.paper_width) || !is_length(options.paper_height)) {
    throw Error(ErrorKind::Usage, "the paper needs a width and a height above 0, in inches");
  }
  const cdp::Connection::EngineLock lock(page.connection());
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
    // If a page crashes or closes meanwhile, Chrome first reports that printing failed. This call then throws the
    // cause.
    if (error.kind() == ErrorKind::Protocol) page.evaluate_isolated("0", deadline);
    throw;
  }
}

}  // namespace casement
