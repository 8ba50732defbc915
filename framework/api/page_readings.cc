// What is asked of a page: its snapshots, its frames, the structure in it, one element, its picture.
#include <nlohmann/json.hpp>

#include "casement/act/frame_list.h"
#include "casement/act/locate.h"
#include "casement/act/picture.h"
#include "casement/api/page.h"
#include "casement/expect/element_conditions.h"
#include "casement/page/page_target.h"
#include "casement/snapshot/capture.h"
#include "casement/snapshot/merged_tree.h"
#include "casement/structure/structure.h"

namespace casement {
namespace {

// What the page says of the one element that a target names.
Json inspect(PageTarget& page, const Target& target, std::string_view verb, Deadline deadline) {
  Json seen;
  look_at(page, target, verb, deadline, [&](const Located& element) {
    seen = page.call_bridge(element.frame, {"inspect", Json::array({element.ref})}, deadline);
    return seen.is_null() ? Attempt::element_gone() : Attempt::succeeded();
  });
  return seen;
}

PictureOptions picture_options(const ScreenshotOptions& options) {
  return {options.full_page ? PictureExtent::FullPage : PictureExtent::Viewport, options.boxes};
}

}  // namespace

Snapshot Page::snapshot(const SnapshotOptions& options) {
  if (options.frame_timeout.count() < 0 || options.max_frame_depth < 0) {
    throw Error(ErrorKind::Usage, "frames are read for a time and to a depth from 0 up");
  }
  const Deadline deadline = target_->deadline(options.timeout);
  if (target_->frame_settings().waits()) await_frames(*target_, target_->frame_settings(), deadline);
  return capture_snapshot(*target_, options, deadline);
}

FrameList Page::list_frames(InaccessibleFrames inaccessible) {
  return casement::list_frames(*target_,
                               inaccessible == InaccessibleFrames::Listed ? Inaccessible::Listed
                                                                          : Inaccessible::LeftOut,
                               target_->deadline(Milliseconds{0}));
}

std::vector<FrameInfo> Page::frames() { return list_frames().frames; }

FrameContent Page::frame_content(std::string_view selector, FrameContentKind kind, int max_length) {
  return casement::frame_content(
      *target_, selector, kind == FrameContentKind::Html ? ContentKind::Html : ContentKind::Text,
      max_length, target_->deadline(Milliseconds{0}));
}

FrameInfo Page::switch_to_frame(std::string_view selector) {
  return casement::switch_to_frame(*target_, selector, target_->deadline(Milliseconds{0}));
}

std::vector<MergedNode> Page::merged_tree(int max_depth) {
  return casement::merged_tree(snapshot(), max_depth);
}

std::vector<MergedNode> Page::find_interactive_elements() {
  return interactive_nodes(snapshot());
}

ContainerChain Page::resolve_container(const std::string& ref) {
  return casement::resolve_container(*target_, ref, target_->deadline(Milliseconds{0}));
}

Pattern Page::inspect_pattern(const std::string& ref, int level) {
  return inspect_pattern(ref, level, {});
}

Anchors Page::extract_anchors(const std::string& ref, int level) {
  return extract_anchors(ref, level, {});
}

Pattern Page::inspect_pattern(const std::string& ref, int level, const StructureLimits& limits) {
  return casement::inspect_pattern(*target_, ref, level, limits, target_->deadline(Milliseconds{0}));
}

Anchors Page::extract_anchors(const std::string& ref, int level, const StructureLimits& limits) {
  return casement::extract_anchors(*target_, ref, level, limits, target_->deadline(Milliseconds{0}));
}

std::string Page::screenshot(const ScreenshotOptions& options) {
  return take_picture(*target_, picture_options(options), target_->deadline(options.timeout));
}

std::string Page::screenshot(const Target& target, const ScreenshotOptions& options) {
  return take_picture_of(*target_, target, picture_options(options),
                         target_->deadline(options.timeout));
}

std::string Page::pdf() { return pdf(PdfOptions{}); }

std::string Page::pdf(const PdfOptions& options) {
  return print_pdf(*target_, options, target_->deadline(Milliseconds{0}));
}

std::string Page::text(const Target& target, const ActionOptions& options) {
  return inspect(*target_, target, "read", target_->deadline(options.timeout))
      .value("text", std::string());
}

std::string Page::value(const Target& target, const ActionOptions& options) {
  const Json seen = inspect(*target_, target, "read", target_->deadline(options.timeout));
  if (seen.at("value").is_null()) {
    throw Error(ErrorKind::Usage, target.text() + " is a control without a value");
  }
  return seen.at("value").get<std::string>();
}

bool Page::shows(const Target& target, const ActionOptions& options) {
  return is_shown(*target_, target, target_->deadline(options.timeout));
}

}  // namespace casement
