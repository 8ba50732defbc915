// Waits for events of a page rather than for its content: load states, and entries of its logs (requests, console
// lines, errors) from a given moment on. Only protocol events wake these waits, except `await_frame_count`, which also
// looks into documents.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "casement/expect/element_conditions.h"

namespace casement {

// Waits until the main frame has no navigation under way and its document has reached the state. Throws Error{Timeout}
// that names what is still loading, Error{SessionClosed} if the page closes, Error{TargetCrashed}.
void await_load_state(PageSession& page, LoadState state, const WaitBudget& within);
// Waits until no frame has had a request under way for 500 ms; streams do not count. Throws Error{Timeout} that names
// the requests.
void await_network_quiet(PageSession& page, const WaitBudget& within);
// Waits until the page shows `count` readable frames beside its main frame. Throws Error{Assertion} that names the
// frames, and Error{Usage} for a negative count.
void await_frame_count(PageSession& page, int count, const WaitBudget& within);

// Waits until `look` returns true; calls it again at every event of the page. `what` names the event: "a request to
// */pay". `seen` returns what happened instead, and may return "". Throws Error{Assertion}.
void await_event(PageSession& page, const std::string& what, const std::function<bool()>& look,
                 const std::function<std::string()>& seen, Negated negated, const WaitBudget& within);

// The caller holds the engine lock. Each function returns null if no entry matches.
const ConsoleLine* find_console_line(PageSession& page, const TextPattern& text, EventNumber since);
const PageError* find_page_error(PageSession& page, const TextPattern& message, EventNumber since);
std::string describe_request(const RequestRecord& record);  // "GET http://shop.test/ (200)"
// Describes the newest entry after `since`, for messages: "the last of 3 was GET http://shop.test/".
std::string describe_requests(PageSession& page, EventNumber since);
std::string describe_console(PageSession& page, EventNumber since);
std::string describe_page_errors(PageSession& page, EventNumber since);
std::string describe_dialogs(PageSession& page, EventNumber since);
std::string describe_downloads(PageSession& page, EventNumber since);

// Each function waits for an entry among all that the page has recorded: a line was written to the console, an error
// was not caught.
void await_console(PageSession& page, const TextPattern& text, Negated negated, const WaitBudget& within);
void await_page_error(PageSession& page, const TextPattern& message, Negated negated, const WaitBudget& within);

}  // namespace casement
