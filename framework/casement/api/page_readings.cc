// What is asked of a page: its snapshots, its frames, the structure in it, one element, its picture.
#include <nlohmann/json.hpp>

#include "casement/act/element_reads.h"
#include "casement/act/picture.h"
#include "casement/api/observed.h"
#include "casement/api/page.h"
#include "casement/browser/page/page_session.h"
#include "casement/expect/element_conditions.h"
#include "casement/find/find_elements.h"
#include "casement/find/frame_list.h"
#include "casement/reading/capture.h"
#include "casement/snapshot/merged_tree.h"
#include "casement/structure/structure.h"

namespace casement {
Snapshot Page::snapshot(const SnapshotOptions& options, Where where) {
  return observed(target_, where, {"snapshot"}, [&] {
    if (options.frame_timeout.count() < 0 || options.max_frame_depth < 0) {
      throw Error(ErrorKind::Usage, "frames are read for a time and to a depth from 0 up");
    }
    const Deadline deadline = target_->deadline(options.timeout);
    if (target_->frame_settings().waits()) await_frames(*target_, target_->frame_settings(), deadline);
    return capture_snapshot(*target_, options, deadline);
  });
}

DomSnapshot Page::dom(const DomOptions& options, Where where) {
  return observed(target_, where, {"dom"}, [&] {
    if (options.frame_timeout.count() < 0 || options.max_frame_depth < 0) {
      throw Error(ErrorKind::Usage, "frames are read for a time and to a depth from 0 up");
    }
    const Deadline deadline = target_->deadline(options.timeout);
    if (target_->frame_settings().waits()) await_frames(*target_, target_->frame_settings(), deadline);
    return capture_dom(*target_, options, find_within(*target_, options.within, deadline), deadline);
  });
}

FrameList Page::list_frames(InaccessibleFrames inaccessible, Where where) {
  return observed(target_, where, {"list_frames"},
                  [&] { return casement::list_frames(*target_, inaccessible, target_->deadline(Milliseconds{0})); });
}

std::vector<FrameInfo> Page::frames(Where where) {
  return list_frames(InaccessibleFrames::Listed, where).frames;
}

FrameContent Page::frame_content(std::string_view selector, FrameContentKind kind, int max_length, Where where) {
  return observed(target_, where, {"frame_content", "", selector}, [&] {
    return casement::frame_content(*target_, selector, kind, max_length, target_->deadline(Milliseconds{0}));
  });
}

FrameInfo Page::switch_to_frame(std::string_view selector, Where where) {
  return observed(target_, where, {"switch_to_frame", "", selector},
                  [&] { return casement::switch_to_frame(*target_, selector, target_->deadline(Milliseconds{0})); });
}

std::vector<MergedNode> Page::merged_tree(int max_depth, Where where) {
  return casement::merged_tree(snapshot({}, where), max_depth);
}

std::vector<MergedNode> Page::find_interactive_elements(Where where) {
  return interactive_nodes(snapshot({}, where));
}

ContainerChain Page::resolve_container(const std::string& ref, Where where) {
  return observed(target_, where, {"resolve_container", "", ref},
                  [&] { return casement::resolve_container(*target_, ref, target_->deadline(Milliseconds{0})); });
}

Pattern Page::inspect_pattern(const std::string& ref, int level, Where where) {
  return inspect_pattern(ref, level, structure_limits(), where);
}

Anchors Page::extract_anchors(const std::string& ref, int level, Where where) {
  return extract_anchors(ref, level, structure_limits(), where);
}

Pattern Page::inspect_pattern(const std::string& ref, int level, const StructureLimits& limits, Where where) {
  return observed(target_, where, {"inspect_pattern", "", ref}, [&] {
    return casement::inspect_pattern(*target_, ref, level, limits, target_->deadline(Milliseconds{0}));
  });
}

Anchors Page::extract_anchors(const std::string& ref, int level, const StructureLimits& limits, Where where) {
  return observed(target_, where, {"extract_anchors", "", ref}, [&] {
    return casement::extract_anchors(*target_, ref, level, limits, target_->deadline(Milliseconds{0}));
  });
}

std::string Page::screenshot(const ScreenshotOptions& options, Where where) {
  return observed(target_, where, {"screenshot"},
                  [&] { return take_picture(*target_, options, target_->deadline(options.timeout)); });
}

std::string Page::screenshot(const Target& target, const ScreenshotOptions& options, Where where) {
  return observed(target_, where, {"screenshot", target.text()},
                  [&] { return take_picture_of(*target_, target, options, target_->deadline(options.timeout)); });
}

std::string Page::pdf(Where where) {
  return pdf(PdfOptions{}, where);
}

std::string Page::pdf(const PdfOptions& options, Where where) {
  return observed(target_, where, {"pdf"},
                  [&] { return print_pdf(*target_, options, target_->deadline(Milliseconds{0})); });
}

std::string Page::text(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"text", target.text()},
                  [&] { return read_text(*target_, target, target_->deadline(options.timeout)); });
}

std::string Page::value(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"value", target.text()},
                  [&] { return read_value(*target_, target, target_->deadline(options.timeout)); });
}

std::optional<std::string> Page::attribute(const Target& target, const std::string& name, const ActionOptions& options,
                                           Where where) {
  return observed(target_, where, {"attribute", target.text(), name},
                  [&] { return read_attribute(*target_, target, name, target_->deadline(options.timeout)); });
}

bool Page::checked(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"checked", target.text()},
                  [&] { return read_checked(*target_, target, target_->deadline(options.timeout)); });
}

std::string Page::html(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"html", target.text()},
                  [&] { return read_html(*target_, target, target_->deadline(options.timeout)); });
}

BoundingBox Page::bounding_box(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"bounding_box", target.text()}, [&] {
    const Box box = read_box(*target_, target, target_->deadline(options.timeout));
    return BoundingBox{box.left, box.top, box.right - box.left, box.bottom - box.top};
  });
}

int Page::count(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"count", target.text()},
                  [&] { return count_matches(*target_, target, target_->deadline(options.timeout)); });
}

bool Page::shows(const Target& target, const ActionOptions& options, Where where) {
  return observed(target_, where, {"shows", target.text()},
                  [&] { return is_shown(*target_, target, target_->deadline(options.timeout)); });
}

}  // namespace casement
