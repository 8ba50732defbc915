#include "casement/find/unread_frames.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "casement/base/quoted.h"
#include "casement/base/text.h"
#include "casement/find/target_scope.h"
#include "casement/frames/frame_query.h"
#include "casement/snapshot/snapshot.h"
#include "casement/target/ref.h"

namespace casement {
namespace {

// Whether a person may see content of the page in a frame with this failure. `frame` is null if the failed frame is not
// known.
bool may_show_content(const FrameFailure& failure, const Frame* frame) {
  switch (failure.kind) {
    case FrameFailure::Detached:
    case FrameFailure::NotLoaded:
    case FrameFailure::Blocked:
    case FrameFailure::HttpError:
      return false;
    case FrameFailure::LoadFailed:  // unless it has a document that no script can read
      return frame == nullptr || (frame->unreachable_url.empty() && frame->no_document.empty());
    case FrameFailure::TimedOut:  // unless its first document has not come
      return frame == nullptr || frame->has_committed || !frame->navigation.pending();
    default:
      return true;
  }
}

std::string sentence(const FrameFailure& failure, const std::string& owner_name) {
  return fmt::format("iframe {} ({}) could not be searched: {}", json_quoted(owner_name), shorten(failure.url, 200),
                     failure.message);
}

bool is_optional(PageSession& page, const FrameFailure& failure) {
  return is_optional_frame(page, failure.url, failure.frame_name, failure.frame_attribute_name);
}

// Returns the frame in the element that has this ref.
const Frame* frame_of_owner(PageSession& page, const std::string& owner_ref) {
  const auto ref = parse_ref(owner_ref);
  const Frame* const parent = ref ? page.frames().find_ordinal(static_cast<int>(ref->frame)) : nullptr;
  if (parent == nullptr) return nullptr;
  for (const FrameId& id : parent->children) {
    const Frame* const child = page.frames().find(id);
    if (child != nullptr && child->owner_ref == static_cast<int>(ref->local)) return child;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> unread_frames(PageSession& page, const Target& target, const FrameQueryResult& query) {
  std::vector<const FrameResult*> unread;
  for (const FrameResult& answer : query.answers) {
    if (!answer.failure || !may_show_content(*answer.failure, page.frames().find(answer.frame_id))) continue;
    if (!is_in_chosen_frame(page, answer.frame_id) && !is_around_chosen_frame(page, answer.frame_id)) continue;
    if (!is_optional(page, *answer.failure)) unread.push_back(&answer);
  }
  std::vector<std::string> lines;
  if (query.owner_unknown)
    lines.push_back("a frame could not be searched: the page did not report in time which element contains it");
  if (unread.empty()) return lines;
  const FramesByOrdinal by_ordinal = by_ordinals(query);
  const std::size_t steps = target.frames().size();
  const auto is_meant = [&](const FrameResult& answer) { return is_in_frames(answer, steps, by_ordinal); };
  // A frame that was not searched may contain the frame that the target names, if no other frame has that name.
  const bool is_named_elsewhere = std::ranges::any_of(query.answers, is_meant);
  for (const FrameResult* answer : unread) {
    if (is_named_elsewhere && !is_meant(*answer)) continue;
    lines.push_back(sentence(*answer->failure, answer->display_name()));
  }
  return lines;
}

std::vector<std::string> unread_frames(PageSession& page, const Snapshot& snapshot) {
  const cdp::Connection::EngineLock lock(page.connection());
  std::vector<std::string> lines;
  for (const FrameFailure& failure : snapshot.frame_failures()) {
    const bool is_main = failure.owner_ref == kMainFrame;
    if (!may_show_content(failure, is_main ? &page.frames().main() : frame_of_owner(page, failure.owner_ref))) continue;
    if (is_main)
      lines.push_back("the page itself could not be read: " + failure.message);
    else if (!is_optional(page, failure))
      lines.push_back(sentence(failure, failure.frame_name));
  }
  return lines;
}

bool is_optional_frame(PageSession& page, const std::string& url, const std::string& owner_name,
                       const std::string& attribute_name) {
  return std::ranges::any_of(page.frame_settings().not_awaited, [&](const std::string& pattern) {
    return glob_match(pattern, url) || glob_match(pattern, owner_name) || glob_match(pattern, attribute_name);
  });
}

}  // namespace casement
