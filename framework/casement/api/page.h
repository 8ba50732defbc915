// A page of a browser, with every verb and reading that a test uses. A Page is a handle and cheap to copy; the page
// itself lives in its context. After the page, its context or its browser is closed, every call throws
// Error{SessionClosed}, and closed() is true. A call blocks until it is done or its deadline has passed, throws
// casement::Error on failure, and leaves the page usable. Calls may come from any thread, one at a time.
//
// Targets are in the notation of casement/target/target.h. A timeout of zero is the page's default, 5 s unless it was
// changed; a negative one is an Error{Usage}. The last parameter, `where`, is the caller's own line, for reports and
// failures; it is never written.
//
// Any call that asks the page may throw Error{Timeout}; Error{SessionClosed} after the page is closed;
// Error{TargetCrashed} after its renderer has crashed, until it is opened again; and Error{ConnectionLost} after the
// browser has ended. Each call names its further errors.
#pragma once

#include <functional>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "casement/act/action_result.h"
#include "casement/base/duration.h"
#include "casement/base/json_value.h"
#include "casement/browser/context/page_handle.h"
#include "casement/browser/values/call_observer.h"
#include "casement/browser/values/exposed_function.h"
#include "casement/browser/values/page_options.h"
#include "casement/browser/values/page_records.h"
#include "casement/dom/dom_snapshot.h"
#include "casement/expect/message_pattern.h"
#include "casement/expect/request_pattern.h"
#include "casement/input/action_options.h"
#include "casement/snapshot/snapshot.h"
#include "casement/target/target.h"

namespace casement {

class PageClock;
class Context;
class Element;
class Keyboard;
class Mouse;
class PageConsole;
class PageDialogs;
class PageDownloads;
class PageFrames;
class PageNetwork;
class PageSockets;
class PageStructure;
class PageWorker;
struct MergedNode;
template <typename Result>
class Awaited;

// In CSS pixels of the page's own viewport, for elements in frames too.
struct BoundingBox {
  double x = 0, y = 0;  // of the top left corner
  double width = 0, height = 0;
};

class Page {
 public:
  // Loads `url` (absolute, or relative to the context's base URL) and waits until the document has been parsed
  // (DOMContentLoaded), or as `options` say. A status of 400 or more is no error; the result contains the status. If a
  // script of the old document does not end, it is ended. Throws Error{Navigation} with Chrome's reason if there is no
  // document: no such host, a refused connection, a download, a page that the user may not leave. Throws Error{Timeout}
  // for a server that does not answer.
  NavigationResult open(std::string_view url, const OpenOptions& options = {}, Where where = Here::current()) const;
  // Loads the address again, also after it could not be reached; throws as `open`.
  NavigationResult reload(const OpenOptions& options = {}, Where where = Here::current()) const;
  // Goes one step in the session's history; nullopt at its end. The step may be one of a child frame or within the
  // document, and loads nothing then. Throws as `open`.
  std::optional<NavigationResult> back(const OpenOptions& options = {}, Where where = Here::current()) const;
  std::optional<NavigationResult> forward(const OpenOptions& options = {}, Where where = Here::current()) const;
  std::string url() const;                                 // of the main frame, as it is now
  std::string title(Where where = Here::current()) const;  // of the document

  // The element that `target` describes, for several calls or a page object. Nothing is searched yet: each call of the
  // Element searches the page anew, as the calls below do.
  Element find(const Target& target) const;

  // Actions wait until the target matches exactly one element that can take the action, and after it
  // for the navigation that it started, if any. The result contains what changed. Actions throw
  //   Error{Usage}          for invalid options, before anything is sent
  //   Error{NotFound}       if nothing matched until the deadline; the nearest names are in the trail
  //   Error{Ambiguous}      if several elements matched; they are in the trail
  //   Error{NotActionable}  if the element stayed hidden, disabled, covered, moving, …: the last obstacle
  //   Error{UnknownRef}, Error{StaleRef}, Error{Detached}  for a ref, at once; see ErrorKind
  // See casement/api/element.h for each.
  ActionResult click(const Target& target, const ClickOptions& options = {}, Where where = Here::current()) const;
  ActionResult double_click(const Target& target, const ActionOptions& options = {},
                            Where where = Here::current()) const;
  ActionResult hover(const Target& target, const HoverOptions& options = {}, Where where = Here::current()) const;
  ActionResult tap(const Target& target, const ClickOptions& options = {}, Where where = Here::current()) const;
  ActionResult swipe(const Target& target, Point by, const SwipeOptions& options = {},
                     Where where = Here::current()) const;
  ActionResult pinch(const Target& target, double scale, const SwipeOptions& options = {},
                     Where where = Here::current()) const;
  ActionResult drag(const Target& source, const Target& target, const DragOptions& options = {},
                    Where where = Here::current()) const;
  ActionResult fill(const Target& target, std::string_view value, const FillOptions& options = {},
                    Where where = Here::current()) const;
  ActionResult clear(const Target& target, const ActionOptions& options = {}, Where where = Here::current()) const;
  ActionResult type(const Target& target, std::string_view text, const TypeOptions& options = {},
                    Where where = Here::current()) const;
  ActionResult press(const Target& target, std::string_view keys, const PressOptions& options = {},
                     Where where = Here::current()) const;
  ActionResult select(const Target& target, const OptionNames& values, const ActionOptions& options = {},
                      Where where = Here::current()) const;
  ActionResult select_at(const Target& target, const std::vector<int>& places, const ActionOptions& options = {},
                         Where where = Here::current()) const;
  ActionResult check(const Target& target, const ActionOptions& options = {}, Where where = Here::current()) const;
  ActionResult uncheck(const Target& target, const ActionOptions& options = {}, Where where = Here::current()) const;
  ActionResult focus(const Target& target, const ActionOptions& options = {}, Where where = Here::current()) const;
  ActionResult blur(const Target& target, const ActionOptions& options = {}, Where where = Here::current()) const;
  ActionResult scroll_to(const Target& target, const ActionOptions& options = {}, Where where = Here::current()) const;
  ActionResult scroll_by(const Target& target, Point by, const ActionOptions& options = {},
                         Where where = Here::current()) const;
  // Scrolls the page itself by so many CSS pixels to the right and down.
  ActionResult scroll_by(Point by, const ActionOptions& options = {}, Where where = Here::current()) const;
  ActionResult wheel(const Target& target, Point by, const ActionOptions& options = {},
                     Where where = Here::current()) const;
  ActionResult upload(const Target& target, const std::vector<std::string>& files, const ActionOptions& options = {},
                      Where where = Here::current()) const;
  ActionResult drop(const Target& target, const DropItems& items, const ActionOptions& options = {},
                    Where where = Here::current()) const;
  ActionResult dispatch(const Target& target, std::string_view type, const JsonValue& properties = {},
                        const ActionOptions& options = {}, Where where = Here::current()) const;
  // Calls `close` whenever an action or an expectation cannot go on and the page shows `target` (a cookie banner, an
  // offer). After the page shows it no longer, the action or expectation goes on, within its own time;
  // ActionResult::overlays lists the targets. Keys and wheels without a target look before. A call about this very
  // target closes nothing, except one that waits until it is gone. `close` runs in the thread of that call and acts as
  // a test does; an exception from it ends the call, and so does an overlay that stays. A second call with the same
  // target replaces the first; popups have their own. Throws Error{Usage} for a ref. `forget_overlay` returns false if
  // there was none.
  void on_overlay(const Target& target, std::function<void(const Page& page)> close,
                  Where where = Here::current()) const;
  bool forget_overlay(const Target& target) const;
  // Whether each action's result lists what the action changed in the page (ActionResult::changes). The page is read
  // before and after the action then, which takes two snapshots' time. Off by default.
  void set_action_changes(bool wanted) const;
  // Calls `log` with a line for each attempt of each action, after the action is over, also if it failed; see
  // attempt_line in casement/act/action_result.h. An empty function ends it. CASEMENT_ATTEMPT_LOG sets the default.
  // `log` runs in the thread of the action, may ask the page, and must not throw.
  void set_attempt_log(std::function<void(std::string_view line)> log) const;
  // The result of the newest action, also if it failed: its `error` and every attempt.
  ActionResult last_action() const;

  // The text in the clipboard, which all pages of the browser share. Works without permission and in insecure contexts;
  // a user presses Control+C and Control+V. Throws Error{Environment} if Chrome refuses.
  std::string clipboard(Where where = Here::current()) const;
  void set_clipboard(std::string_view text, Where where = Here::current()) const;

  // The value of an expression in the main frame's own world, as JSON; a promise is awaited. Values that JSON does not
  // have (NaN, 1n) become their text. Throws Error{Evaluation} with the page's own error text and line.
  JsonValue evaluate(std::string_view expression, const ActionOptions& options = {},
                     Where where = Here::current()) const;
  JsonValue evaluate_on(const Target& target, std::string_view function, const JsonValue& argument = {},
                        const ActionOptions& options = {}, Where where = Here::current()) const;

  // Runs `source` in each document that begins from now on in the page and its frames, before the document's own
  // scripts, also if a Content-Security-Policy forbids scripts. The scripts of a page run in the order in which they
  // were added, and so do those of its context; do not rely on which of both come first. Context::add_init_script
  // covers popups too. Returns a number for `remove_init_script`. Throws
  // Error{Evaluation} for a syntax error.
  int add_init_script(std::string_view source, Where where = Here::current()) const;
  bool remove_init_script(int id, Where where = Here::current()) const;  // false if there is none
  // Offers a C++ function as `window[name]` in all documents and workers of the page, present and later ones; it
  // returns a promise. See casement/browser/values/exposed_function.h. Context::expose covers popups, and shared and
  // service workers too. Throws Error{Usage} for a name that is no identifier or is exposed already.
  void expose(std::string_view name, ExposedFunction function, Where where = Here::current()) const;
  // The workers that run now, oldest first: those of the page and its frames, and the shared and service workers of the
  // origins that these show.
  std::vector<PageWorker> workers() const;
  // Waits until a worker runs whose script has such an address, and returns the oldest. Throws Error{Assertion} with
  // the workers that run.
  PageWorker worker(std::string_view url_glob, const ActionOptions& options = {}, Where where = Here::current()) const;

  // The page with all its frames, as text, tree and JSON; see casement/snapshot/snapshot.h. A frame that cannot be read
  // is part of the snapshot, and no error.
  Snapshot snapshot(const SnapshotOptions& options = {}, Where where = Here::current()) const;
  // The page as a tree of all its elements, for programs; see casement/dom/dom_snapshot.h. Throws Error{Usage} for
  // invalid options, and for `within` Error{NotFound}, Error{Ambiguous}, and the errors of actions for a ref.
  DomSnapshot dom(const DomOptions& options = {}, Where where = Here::current()) const;
  // The elements that a user can act on, in document order; see casement/snapshot/merged_tree.h.
  std::vector<MergedNode> find_interactive_elements(Where where = Here::current()) const;
  // A PNG of the viewport or of the whole page, in device pixels; or of one element, when it is visible and stands
  // still, which throws as actions do.
  std::string screenshot(const ScreenshotOptions& options = {}, Where where = Here::current()) const;
  std::string screenshot(const Target& target, const ScreenshotOptions& options = {},
                         Where where = Here::current()) const;
  // The page as it prints. Throws Error{Usage} for an invalid scale or paper.
  std::string pdf(const PdfOptions& options = {}, Where where = Here::current()) const;

  // Readings of one element: see casement/api/element.h. Readings except `count` and `shows` wait for the element and
  // throw as actions do.
  std::string text(const Target& target, const ActionOptions& options = {}, Where where = Here::current()) const;
  std::string value(const Target& target, const ActionOptions& options = {}, Where where = Here::current()) const;
  bool checked(const Target& target, const ActionOptions& options = {}, Where where = Here::current()) const;
  std::optional<std::string> attribute(const Target& target, const std::string& name, const ActionOptions& options = {},
                                       Where where = Here::current()) const;
  std::string html(const Target& target, const ActionOptions& options = {}, Where where = Here::current()) const;
  BoundingBox bounding_box(const Target& target, const ActionOptions& options = {},
                           Where where = Here::current()) const;
  int count(const Target& target, const ActionOptions& options = {}, Where where = Here::current()) const;
  bool shows(const Target& target, const ActionOptions& options = {}, Where where = Here::current()) const;

  // Waits until the main frame's document has begun, is parsed, or is loaded with everything in it; or until the
  // address matches (`*` is any run of characters). At the deadline, `wait_for_load` throws Error{Timeout} that names
  // what is still under way, and `wait_for_url` throws Error{Assertion}.
  void wait_for_load(LoadState state = LoadState::Loaded, const ActionOptions& options = {},
                     Where where = Here::current()) const;
  void wait_for_url(std::string_view glob, const ActionOptions& options = {}, Where where = Here::current()) const;

  // The next event of its kind, in two steps, so that no event is missed: begin, act, `get`. See
  // casement/api/awaited.h.
  Awaited<RequestRecord> next_request(std::string_view url_glob, const RequestPattern& pattern = {}) const;
  Awaited<RequestRecord> next_response(std::string_view url_glob,
                                       const RequestPattern& pattern = {}) const;  // when its head has come
  Awaited<ConsoleLine> next_console_line(const TextPattern& text) const;
  Awaited<PageError> next_error(const TextPattern& message) const;
  Awaited<DialogRecord> next_dialog(const TextPattern& message = TextPattern::any()) const;  // with its answer
  Awaited<Page> next_popup() const;  // a page that a script or link opened, when it can be used
  Awaited<DownloadRecord> next_download(std::string_view url_glob = "*") const;  // when it begins
  Awaited<PageWorker> next_worker(std::string_view url_glob = "*") const;        // when it starts
  // The next message of a WebSocket, or event of an EventSource, in any frame or worker.
  Awaited<SocketMessage> next_message(std::string_view url_glob = "*", const MessagePattern& pattern = {}) const;
  // The address of the main frame's next navigation, also within its document.
  Awaited<std::string> next_navigation(std::string_view url_glob = "*") const;

  // The parts of the page, each with calls of its own.
  PageFrames frames() const;        // casement/api/frames.h
  PageNetwork network() const;      // casement/api/network.h: requests, responses, routes, HAR
  PageConsole console() const;      // casement/api/records.h: lines, and errors of scripts
  PageDialogs dialogs() const;      // casement/api/records.h: alert, confirm, prompt, beforeunload
  PageDownloads downloads() const;  // casement/api/records.h
  PageSockets sockets() const;      // casement/api/records.h: WebSockets, EventSources, and their messages
  Keyboard keyboard() const;        // casement/api/keyboard.h
  Mouse mouse() const;              // casement/api/mouse.h
  PageStructure structure() const;  // casement/api/page_structure.h: lists and their items
  Context context() const;          // casement/api/context.h
  PageClock clock() const;          // casement/api/clock.h: the time that all pages of the context see

  // Pages that this page's scripts and links opened, oldest first, closed ones among them.
  std::vector<Page> popups() const;
  // If the browser has a window and standard input is a terminal, waits until Enter is pressed there. Otherwise writes
  // a line to standard error and returns.
  void pause(Where where = Here::current()) const;
  void close(Where where = Here::current()) const;  // with all its frames
  bool closed() const;                              // by `close`, by itself, or with its context or browser

  // The timeout of calls without one of their own: without this call 5 s, longer on a busy machine; afterwards exactly
  // this. Throws Error{Usage} unless it is above 0.
  void set_default_timeout(Milliseconds timeout) const;
  Milliseconds default_timeout() const;

 private:
  friend struct HandleAccess;
  using Here = std::source_location;
  explicit Page(const PageHandle& session) : session_(session) {}
  std::optional<NavigationResult> go(int steps, const OpenOptions& options) const;

  PageHandle session_;
};

}  // namespace casement
