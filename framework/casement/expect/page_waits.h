// Waits for what happens to a page rather than for what it shows: load states, and entries of its
// logs (requests, console lines, errors) from a given moment on. Woken by protocol events alone.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "casement/expect/element_conditions.h"

namespace casement {

// Until the main frame has no navigation under way and its document has come so far. Throws
// Error{Timeout} naming what is still loading, Error{SessionClosed} where the page closes.
void await_load_state(PageSession& page, LoadState state, const WaitBudget& within);
// Until no frame has had a request under way for 500 ms; streams do not count. Throws Error{Timeout}
// naming the requests.
void await_network_quiet(PageSession& page, const WaitBudget& within);
// Until the page shows so many readable frames beside its main one. Throws Error{Assertion} naming
// those that there are.
void await_frame_count(PageSession& page, int count, const WaitBudget& within);

// Until `look` is true, asked again at every event of the page. `what` names it: "a request to */pay";
// `seen` tells what there was instead, and may be empty. Throws Error{Assertion}.
void await_event(PageSession& page, const std::string& what, const std::function<bool()>& look,
                 const std::function<std::string()>& seen, Negated negated, const WaitBudget& within);

// The caller holds the engine lock. Null where there is none.
const RequestRecord* find_request(PageSession& page, std::string_view glob, EventNumber since);
// Its answer came after `since`.
const RequestRecord* find_response(PageSession& page, std::string_view glob, EventNumber since);
const ConsoleLine* find_console_line(PageSession& page, const TextPattern& text, EventNumber since);
const PageError* find_page_error(PageSession& page, const TextPattern& message, EventNumber since);
// The newest entry after `since` in words, for messages: "the last of 3 was GET http://shop.test/".
std::string describe_requests(PageSession& page, EventNumber since);
std::string describe_console(PageSession& page, EventNumber since);
std::string describe_page_errors(PageSession& page, EventNumber since);
std::string describe_dialogs(PageSession& page, EventNumber since);
std::string describe_downloads(PageSession& page, EventNumber since);

// Of all that the page has kept: a request was sent, an answer came, a line was said, an error was
// let go.
void await_request(PageSession& page, std::string_view glob, Negated negated, const WaitBudget& within);
void await_response(PageSession& page, std::string_view glob, Negated negated, const WaitBudget& within);
void await_console(PageSession& page, const TextPattern& text, Negated negated, const WaitBudget& within);
void await_page_error(PageSession& page, const TextPattern& message, Negated negated, const WaitBudget& within);

}  // namespace casement
