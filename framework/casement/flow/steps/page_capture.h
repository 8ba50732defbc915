// A page as shown in reports: its look at a moment, its frames, its requests.
#pragma once

#include <vector>

#include "casement/api/page.h"
#include "casement/flow/play/flow_page.h"
#include "casement/results/model.h"

namespace casement {

// The page at this moment. Each frame may take `frame_timeout`; 0 is the page's default. Throws like `Page::snapshot`,
// `Page::screenshot` and PageCopier::copy, and soon if the page does not answer.
FlowPage::Look look_at_page(Page page, PageCopier& copier, FlowPage::Picture picture, Milliseconds frame_timeout);

std::vector<results::FrameInfo> frames_of(const Snapshot& snapshot);

// A frame failure for reports; the caller adds the verdict.
results::FrameFailure reported(const FrameFailure& failure);

// Adds the attempts of the action to the step, and the element, unless the step has one.
void report_action(const ActionResult& action, results::Step& step);

// The newest 200 requests, without data: URLs.
std::vector<results::Request> reported_requests(std::vector<RequestRecord> records);

}  // namespace casement
