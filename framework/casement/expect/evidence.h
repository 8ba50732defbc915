// What a failure shows of the page, so that the reason can be seen without a second run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/snapshot/snapshot.h"

namespace casement {

// What was seen, in quotes and short enough for a line of a message.
std::string quote_seen(std::string_view text);

// The lines of the snapshot's text about one node: what it is inside of, itself and what is in it,
// at most `most` lines; a last line tells what was left out.
std::vector<std::string> excerpt(const Snapshot& snapshot, NodeIndex node, std::size_t most = 12);

// Of a snapshot: the part with the target's elements, or where there are none, the nearest names and
// the part around the nearest; and frames that could not be read.
std::vector<std::string> surroundings_in(const Snapshot& snapshot, const Target& target);

// The same of a snapshot that is taken now, which may outlast the caller's deadline by a frame's.
// A page that cannot be read says so.
std::vector<std::string> show_surroundings(PageSession& page, const Target& target);

}  // namespace casement
