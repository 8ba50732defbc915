// What reports keep of a page: how it looks at a moment, its frames, its requests.
#pragma once

#include <optional>
#include <vector>

#include "casement/api/page.h"
#include "casement/flow/play/flow_page.h"
#include "casement/results/model.h"

namespace casement {

// The page at this moment with a picture of it, and where `target` matches exactly one element, what that is and where
// in the picture. Frames may take `frame_timeout` each; 0 is the page's own. Throws what `Page::snapshot` and
// `Page::screenshot` throw.
FlowPage::Look look_at_page(Page page, const std::optional<Target>& target, Milliseconds frame_timeout);

std::vector<results::FrameInfo> frames_of(const Snapshot& snapshot);

// What reports have of a frame that could not be read; the caller adds the verdict.
results::FrameFailure reported(const FrameFailure& failure);

std::vector<results::Attempt> reported_attempts(const ActionResult& action);

// The newest 200.
std::vector<results::Request> reported_requests(std::vector<RequestRecord> records);

}  // namespace casement
