// Shows parts of the page in a failure, so that the reason can be seen without a second run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

// Returns the text in quotes, short enough for a line of a message.
std::string quote_seen(std::string_view text);

// Returns the lines of the snapshot's text about one node: its ancestors, and at most `most` lines of the node and its
// content. A last line gives the number of lines that were left out.
std::vector<std::string> excerpt(const Snapshot& snapshot, NodeIndex node, std::size_t most = 12);

// Returns the part of a snapshot with the target's elements. If no element matches, returns the nearest names, the part
// around the nearest, and frames that could not be read.
std::vector<std::string> surroundings_in(const Snapshot& snapshot, const Target& target);

// Same for a snapshot that is taken now, and also searches the page itself for a similar text. May exceed the caller's
// deadline by some seconds (kEvidenceTimeout for each look). If the page cannot be read, returns a line with the
// reason.
std::vector<std::string> show_surroundings(PageSession& page, const Target& target);

// Returns what the page itself says of a problem: alerts, status messages, fields marked as invalid, and a form that
// the browser did not send. For failures that are not about an element: the awaited request was not sent. May exceed
// the caller's deadline as `show_surroundings`.
std::vector<std::string> show_notices(PageSession& page);

}  // namespace casement
