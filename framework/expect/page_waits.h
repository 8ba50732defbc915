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
void await_load_state(PageTarget& page, LoadState state, const Within& within);
// Until no frame has had a request under way for 500 ms; streams do not count. Throws Error{Timeout}
// naming the requests.
void await_network_quiet(PageTarget& page, const Within& within);
// Until the page shows so many readable frames beside its main one. Throws Error{Assertion} naming
// those that there are.
void await_frame_count(PageTarget& page, int count, const Within& within);

// Until `look` is true, asked again at every event of the page. `what` names it: "a request to */pay";
// `seen` tells what there was instead, and may be empty. Throws Error{Assertion}.
void await_event(PageTarget& page, const std::string& what, const std::function<bool()>& look,
                 const std::function<std::string()>& seen, Negated negated, const Within& within);

// The caller is inside. Null where there is none.
const RequestRecord* find_request(PageTarget& page, std::string_view glob, EventNumber since);
// Its answer came after `since`.
const RequestRecord* find_response(PageTarget& page, std::string_view glob, EventNumber since);
const ConsoleLine* find_console_line(PageTarget& page, const TextPattern& text, EventNumber since);
const PageError* find_page_error(PageTarget& page, const TextPattern& message, EventNumber since);
// The newest entry after `since` in words, for messages: "the last of 3 was GET http://shop.test/".
std::string describe_requests(PageTarget& page, EventNumber since);
std::string describe_console(PageTarget& page, EventNumber since);
std::string describe_page_errors(PageTarget& page, EventNumber since);
std::string describe_dialogs(PageTarget& page, EventNumber since);
std::string describe_downloads(PageTarget& page, EventNumber since);

// Of all that the page has kept: a request was sent, an answer came, a line was said, an error was
// let go.
void await_request(PageTarget& page, std::string_view glob, Negated negated, const Within& within);
void await_response(PageTarget& page, std::string_view glob, Negated negated, const Within& within);
void await_console(PageTarget& page, const TextPattern& text, Negated negated, const Within& within);
void await_page_error(PageTarget& page, const TextPattern& message, Negated negated,
                      const Within& within);

}  // namespace casement
