// The face of the library: one page of a browser, with every verb a test uses. A Page is a handle and is cheap to copy;
// the page itself lives in its context. A Page may outlive its context and its browser: every call throws
// Error{SessionClosed} then, and closed() is true. Every call blocks until it is done or its deadline has passed,
// throws casement::Error on failure, and leaves the page usable. Calls may come from any thread, one at a time.
//
// The last parameter of a call, `where`, is the caller's own line, for reports and failures; it is never written.
//
// Targets are in the notation of casement/target/target.h. Durations of zero mean the page's default timeout, 5 s where
// nothing else was set; negative ones are an Error{Usage}.
//
// Any call that asks the page may throw Error{Timeout}; Error{SessionClosed} once the page is closed, by itself or with
// its context or browser, Error{TargetCrashed} once its renderer has crashed, until it is opened again; and
// Error{ConnectionLost} once the browser is gone. What else a call throws is said beside it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "casement/act/action_result.h"
#include "casement/base/deadline.h"
#include "casement/base/json_value.h"
#include "casement/browser/context/page_handle.h"
#include "casement/browser/network/route.h"
#include "casement/browser/values/call_observer.h"
#include "casement/browser/values/dialog_policy.h"
#include "casement/browser/values/frame_settings.h"
#include "casement/browser/values/page_options.h"
#include "casement/browser/values/page_records.h"
#include "casement/dom/dom_snapshot.h"
#include "casement/find/frame_list.h"
#include "casement/input/action_options.h"
#include "casement/snapshot/frame_failure.h"
#include "casement/snapshot/snapshot.h"
#include "casement/target/target.h"

namespace casement {

class PageSession;
struct MergedNode;
struct ContainerChain;
struct Pattern;
struct Anchors;
struct StructureLimits;
struct HttpRequest;
struct HttpResponse;
template <typename Result>
class Awaited;

// In CSS pixels of the page's own viewport, for elements in frames too.
struct BoundingBox {
  double x = 0, y = 0;  // of the top left corner
  double width = 0, height = 0;
};

class Page {
 public:
  explicit Page(PageSession& target);  // of a page that its context made

  // Loads `url` (absolute, or relative to the context's base URL) and waits until the document has been parsed
  // (DOMContentLoaded), or as `options` say. Throws Error{Navigation} with Chrome's reason where there is no document:
  // no such host, a refused connection, a download, a page that would not be left; and Error{Timeout} for a server that
  // does not answer. A status of 400 or more is no error; the result tells it. Where a script of the old document does
  // not end, it is ended.
  NavigationResult open(std::string_view url, const OpenOptions& options = {}, Where where = Here::current());
  // Loads the address again, of a page that could not be reached too; throws as `open`.
  NavigationResult reload(const OpenOptions& options = {}, Where where = Here::current());
  std::string url() const;                           // of the main frame, as it is now
  std::string title(Where where = Here::current());  // of the document

  // Actions wait until the target matches exactly one element that can take the action, and after it
  // for the navigation that it started, if any. The result tells what changed. They throw
  //   Error{Usage}          options that cannot be, before anything is sent
  //   Error{NotFound}       until the deadline nothing matched; the nearest names are in the trail
  //   Error{Ambiguous}      several elements matched; they are in the trail
  //   Error{NotActionable}  the element stayed hidden, disabled, covered, moving, … : the last obstacle
  //   Error{UnknownRef}, Error{StaleRef}, Error{Detached}  of a ref, at once; see ErrorKind
  ActionResult click(const Target& target, const ClickOptions& options = {}, Where where = Here::current());
  ActionResult double_click(const Target& target, const ActionOptions& options = {}, Where where = Here::current());
  // Moves the mouse over the element, and leaves it there.
  ActionResult hover(const Target& target, const HoverOptions& options = {}, Where where = Here::current());
  // With a finger; `button` and `count` are ignored.
  ActionResult tap(const Target& target, const ClickOptions& options = {}, Where where = Here::current());
  // Puts a finger on the element, moves it by so many CSS pixels and lifts it. Puts two fingers on it and moves them
  // until their distance is `scale` times what it was, 0.1 to 10. It does not wait until what is scrolled by touch has
  // come to rest.
  ActionResult swipe(const Target& target, Point by, const SwipeOptions& options = {}, Where where = Here::current());
  ActionResult pinch(const Target& target, double scale, const SwipeOptions& options = {},
                     Where where = Here::current());
  // Presses on `source`, moves to `target` and lets go there: a drag of the page's own with its data
  // (HTML 6.11) where `source` begins one, plain pointer events else.
  ActionResult drag(const Target& source, const Target& target, const DragOptions& options = {},
                    Where where = Here::current());
  // Replaces the content of a text control, or sets a date, colour, range or similar input; `clear`
  // makes it empty. Throws Error{NotActionable} if the control then holds another text; a page may add separators,
  // change case and trim, unless `exact` is set, and `value` of the result is what the control holds.
  ActionResult fill(const Target& target, std::string_view value, const FillOptions& options = {},
                    Where where = Here::current());
  ActionResult clear(const Target& target, const ActionOptions& options = {}, Where where = Here::current());
  // Types key by key where the caret stands; into what has the focus where no target is given, and then with no other
  // option than `press_enter`, `per_character` and `timeout`.
  ActionResult type(const Target& target, std::string_view text, const TypeOptions& options = {},
                    Where where = Here::current());
  ActionResult type(std::string_view text, const TypeOptions& options = {}, Where where = Here::current());
  // One key or chord, e.g. "Enter", "Control+A"; to the focused element without a target. Error{Usage} for no such key.
  ActionResult press(std::string_view keys, const PressOptions& options = {}, Where where = Here::current());
  ActionResult press(const Target& target, std::string_view keys, const PressOptions& options = {},
                     Where where = Here::current());
  // Chooses options of a select by their label, else by their value; or by their place, from 1. All
  // others are unchosen. Waits for options that are not there yet; Error{NotActionable} names them.
  ActionResult select(const Target& target, const std::vector<std::string>& values, const ActionOptions& options = {},
                      Where where = Here::current());
  ActionResult select_at(const Target& target, const std::vector<int>& places, const ActionOptions& options = {},
                         Where where = Here::current());
  // A checkbox or radio button; nothing is done where it is as wanted already.
  ActionResult check(const Target& target, const ActionOptions& options = {}, Where where = Here::current());
  ActionResult uncheck(const Target& target, const ActionOptions& options = {}, Where where = Here::current());

  // Gives the element the focus, or takes it away.
  ActionResult focus(const Target& target, const ActionOptions& options = {}, Where where = Here::current());
  ActionResult blur(const Target& target, const ActionOptions& options = {}, Where where = Here::current());
  // Into the middle of the viewport, through every frame around it.
  ActionResult scroll_to(const Target& target, const ActionOptions& options = {}, Where where = Here::current());
  // Scrolls the element, or the nearest thing around it that scrolls that way, by so many CSS pixels to the right and
  // down; the page where no target is given.
  ActionResult scroll_by(const Target& target, Point by, const ActionOptions& options = {},
                         Where where = Here::current());
  ActionResult scroll_by(Point by, const ActionOptions& options = {}, Where where = Here::current());
  // The same with the wheel, over the element or over the middle of the viewport.
  ActionResult wheel(const Target& target, Point by, const ActionOptions& options = {}, Where where = Here::current());
  ActionResult wheel(Point by, const ActionOptions& options = {}, Where where = Here::current());
  // Gives a file input these files. Anything else is clicked, and the files go to the file chooser that this opens.
  // Throws Error{Usage} for a path that is no file.
  ActionResult upload(const Target& target, const std::vector<std::string>& files, const ActionOptions& options = {},
                      Where where = Here::current());
  // Drops on the element what comes from outside of the browser: files of the desktop, texts of another program. Throws
  // Error{NotActionable} where nothing there takes a drop; Error{Usage} for a path that is no file and no folder.
  ActionResult drop(const Target& target, const DropItems& items, const ActionOptions& options = {},
                    Where where = Here::current());
  // An event made by script, not trusted; `properties` as in `new MouseEvent(type, properties)`, a JSON object. A
  // `dataTransfer` is an object of texts by format.
  ActionResult dispatch(const Target& target, std::string_view type, const JsonValue& properties,
                        const ActionOptions& options = {}, Where where = Here::current());
  ActionResult dispatch(const Target& target, std::string_view type, Where where = Here::current());
  // A click at a point of the viewport, in CSS pixels, whatever is there. Throws Error{Usage} for one outside of it.
  ActionResult click_at(double x, double y, const ClickOptions& options = {}, Where where = Here::current());
  // Whenever an action or an expectation cannot go on and the page shows `target` (a banner about cookies, an offer),
  // `close` is called, and once the page shows it no longer, the action or expectation goes on, within its own time;
  // its result tells (ActionResult::overlays). Keys and wheels without a target look before. A call about this very
  // target closes nothing, but for one that waits until it is gone. `close` is called in the thread of that call, and
  // acts as a test does; what it throws ends the call, and so does an overlay that stays. The newest of a target
  // counts; popups have their own. Throws Error{Usage} for a ref. `forget_overlay`: false where there was none.
  void on_overlay(const Target& target, std::function<void(Page& page)> close, Where where = Here::current());
  bool forget_overlay(const Target& target);
  // Whether each action's result says what it changed in the page (ActionResult::changes): the page is read before and
  // after it, which takes two snapshots' time. Off at first.
  void set_action_changes(bool wanted);
  // Takes a line for each attempt of each action from now on, once the action is over, one that failed too:
  // attempt_line of casement/act/action_result.h. None: nobody is told, as at first, where CASEMENT_ATTEMPT_LOG does
  // not say otherwise. It is called in the thread of the action, may ask the page, and must not throw.
  void set_attempt_log(std::function<void(std::string_view line)> log);
  // The newest action's result, one that failed too: its `error` and what was tried on the way.
  ActionResult last_action() const;

  // The text in the clipboard, which all pages of the browser share. Works without permission and in insecure contexts;
  // press("Control+C") and press("Control+V") are what a person does. Throws Error{Environment} where Chrome refuses.
  std::string clipboard(Where where = Here::current());
  void set_clipboard(std::string_view text, Where where = Here::current());

  // The value of an expression in the main frame's own world, as JSON; a promise is awaited. What JSON
  // has not (NaN, 1n) is its text. Throws Error{Evaluation} with the page's own error text and line.
  JsonValue evaluate(std::string_view expression, const ActionOptions& options = {}, Where where = Here::current());
  // The same in the frame that `selector` names (see casement/find/frame_list.h); throws what
  // `frame_content` throws too.
  JsonValue evaluate_in(std::string_view selector, std::string_view expression, const ActionOptions& options = {},
                        Where where = Here::current());
  // Calls a function with the element, in its frame's own world: `element => element.scrollTop`,
  // `(element, argument) => …`. Waits for the element; throws what actions and `evaluate` throw.
  JsonValue evaluate_on(const Target& target, std::string_view function, const ActionOptions& options = {},
                        Where where = Here::current());
  JsonValue evaluate_on(const Target& target, std::string_view function, const JsonValue& argument,
                        const ActionOptions& options = {}, Where where = Here::current());

  // The page with all its frames, as text, tree and JSON; see casement/snapshot/snapshot.h. A frame
  // that cannot be read is in the snapshot, and no error.
  Snapshot snapshot(const SnapshotOptions& options = {}, Where where = Here::current());
  // The page as a tree of all its elements, for programs; see casement/dom/dom_snapshot.h. The same observation, in
  // which the page says more of each element. Throws Error{Usage} for options that cannot be, and for `within`
  // Error{NotFound}, Error{Ambiguous}, and what actions throw for a ref.
  DomSnapshot dom(const DomOptions& options = {}, Where where = Here::current());
  // A PNG of the viewport or the whole page; of one element, once it is visible and stands still, where it throws what
  // actions throw. Its bytes, in device pixels.
  std::string screenshot(const ScreenshotOptions& options = {}, Where where = Here::current());
  std::string screenshot(const Target& target, const ScreenshotOptions& options = {}, Where where = Here::current());
  // The page as it prints, as PDF; see casement/act/picture.h for the options. Throws Error{Usage} for
  // a scale or paper that cannot be.
  std::string pdf(Where where = Here::current());
  std::string pdf(const PdfOptions& options, Where where = Here::current());

  // Text a person sees in the element, and the value of a control; bullets for a password. Wait for the
  // element, and throw what actions throw; `value` throws Error{Usage} for what has none.
  std::string text(const Target& target, const ActionOptions& options = {}, Where where = Here::current());
  std::string value(const Target& target, const ActionOptions& options = {}, Where where = Here::current());

  // Whether a checkbox, radio button or switch is checked; false where that is mixed. An attribute as it is written,
  // nothing where there is none. The markup in the element, without the values of secret inputs. Its box, whatever is
  // shown of it. They wait and throw as `text` does; `checked` throws Error{Usage} for what cannot be checked.
  bool checked(const Target& target, const ActionOptions& options = {}, Where where = Here::current());
  std::optional<std::string> attribute(const Target& target, const std::string& name, const ActionOptions& options = {},
                                       Where where = Here::current());
  std::string html(const Target& target, const ActionOptions& options = {}, Where where = Here::current());
  BoundingBox bounding_box(const Target& target, const ActionOptions& options = {}, Where where = Here::current());

  // How many visible elements match now; frames that are still coming are waited for, and nothing else.
  int count(const Target& target, const ActionOptions& options = {}, Where where = Here::current());
  // Whether exactly this moment some element that matches is visible; waits for nothing.
  bool shows(const Target& target, const ActionOptions& options = {}, Where where = Here::current());

  // Waits until the main frame's document is there, parsed, or loaded with all that it waits for; until no frame has
  // had a request under way for 500 ms; until the address matches (`*` is any run of characters); until so many frames
  // beside the main one can be read. Throw Error{Timeout} or Error{Assertion} naming what is still under way.
  void wait_for_load(LoadState state = LoadState::Loaded, const ActionOptions& options = {},
                     Where where = Here::current());
  void wait_for_network_idle(const ActionOptions& options = {}, Where where = Here::current());
  void wait_for_url(std::string_view glob, const ActionOptions& options = {}, Where where = Here::current());
  void wait_for_frames(int count, const ActionOptions& options = {}, Where where = Here::current());

  // Two-step waits, for what an action sets off: begin, act, `get`. See casement/api/awaited.h.
  Awaited<RequestRecord> expect_request(std::string_view url_glob);
  Awaited<RequestRecord> expect_response(std::string_view url_glob);  // with its head, status and all
  Awaited<ConsoleLine> expect_console(const TextPattern& text);
  Awaited<PageError> expect_page_error(const TextPattern& message);
  // A dialog that was opened, with how it was answered; a page that a script or link opened, once it can be used; a
  // file that began to be downloaded (`save_download` waits for the whole of it).
  Awaited<DialogRecord> expect_dialog(const TextPattern& message = {"", true, ""});
  Awaited<Page> expect_popup();
  Awaited<DownloadRecord> expect_download(std::string_view url_glob = "*");
  // Of the main frame, also within its document; gives the address.
  Awaited<std::string> expect_navigation(std::string_view url_glob = "*");

  // Every frame of the page; see casement/find/frame_list.h, also for what a selector may be. Late frames
  // are waited for as `set_frame_settings` says.
  FrameList list_frames(InaccessibleFrames inaccessible = InaccessibleFrames::Listed, Where where = Here::current());
  // The same without the totals.
  std::vector<FrameInfo> frames(Where where = Here::current());
  // What is in one frame, at most `max_length` characters (UTF-16 units) of it: the text as a person reads it, or the
  // markup without the values of secret inputs. Throws Error{NotFound} listing the frames, Error{Ambiguous}, and
  // Error{FrameGone} with the reason for one that cannot be read.
  FrameContent frame_content(std::string_view selector, FrameContentKind kind = FrameContentKind::Text,
                             int max_length = 100'000, Where where = Here::current());
  // From now on targets are searched in this frame and those inside it, until "main" is chosen.
  // Refs name their frame themselves. Returns the frame, with its number of interactive elements.
  // Throws what `frame_content` throws; the frame before stays chosen then.
  FrameInfo switch_to_frame(std::string_view selector, Where where = Here::current());
  // All frames' elements as one list in document order, each with its frame's index, name and path;
  // and those of them that a person can use. `max_depth`: levels, 0 for all. See
  // casement/snapshot/merged_tree.h.
  std::vector<MergedNode> merged_tree(int max_depth = 0, Where where = Here::current());
  std::vector<MergedNode> find_interactive_elements(Where where = Here::current());
  // What an element of a snapshot stands in, how the children of its container at a level are made, and
  // what is in that container; see casement/structure/structure.h, also for what they throw.
  ContainerChain resolve_container(const std::string& ref, Where where = Here::current());
  Pattern inspect_pattern(const std::string& ref, int level, Where where = Here::current());
  Anchors extract_anchors(const std::string& ref, int level, Where where = Here::current());
  Pattern inspect_pattern(const std::string& ref, int level, const StructureLimits& limits,
                          Where where = Here::current());
  Anchors extract_anchors(const std::string& ref, int level, const StructureLimits& limits,
                          Where where = Here::current());
  // How frames are read from now on: timeout, depth, which late ones are waited for.
  // Throws Error{Usage} for a negative time or number.
  void set_frame_settings(const FrameSettings& settings);

  // One step in the session's history; none where it ends. The step may be one of a child frame or
  // within the document, and loads nothing then. Throws as `open`.
  std::optional<NavigationResult> back(const OpenOptions& options = {}, Where where = Here::current());
  std::optional<NavigationResult> forward(const OpenOptions& options = {}, Where where = Here::current());

  // Frames that could not be read since the page was made or they were last cleared, each once: a test that made a
  // frame fail and looked at how may go on without it. And the page's console.
  std::vector<FrameFailure> frame_failures() const;
  void clear_frame_failures();
  std::vector<std::string> console() const;  // a text for each line
  // What happened in the page and all its frames, oldest first, each with the frame it came from; see
  // casement/browser/values/page_records.h. The newest 2,000 requests are kept, 1,000 of everything else.
  std::vector<RequestRecord> requests() const;
  // Those that got no answer: blocked, refused, cut off. A status of 400 or more is an answer.
  std::vector<RequestRecord> failed_requests() const;
  std::vector<ConsoleLine> console_lines() const;
  // The body of an answer, whole; waits for its end. Throws Error{NotFound} with the reason where there is none, and
  // where Chrome has it no more: it keeps the newest of the page, some 32 MiB.
  std::string response_body(const RequestRecord& record, const ActionOptions& options = {},
                            Where where = Here::current());
  // A request of the test's own, with the cookies of the page's context; see casement/browser/values/http_request.h and
  // `Context::request`, also for what it throws.
  HttpResponse request(const HttpRequest& request, const ActionOptions& options = {}, Where where = Here::current());
  // From now on every request is kept, for an archive in the format HAR 1.2 with all requests since
  // (without recording: with the newest 2,000). Throws Error{Environment} where it cannot be written.
  void record_har(const HarOptions& options = {});
  JsonValue har() const;
  void save_har(const std::string& path) const;
  // Exceptions that no script caught, and promises whose rejection none handled.
  std::vector<PageError> page_errors() const;
  // The dialogs that the page has opened, oldest first: "alert: text". Each is answered at once, in every frame and in
  // popups opened from now on; where nothing else is said, leaving a page is allowed and everything else declined.
  std::vector<std::string> dialogs() const;
  std::vector<DialogRecord> dialog_records() const;    // with the frame, and how each was answered
  void accept_dialogs(Where where = Here::current());  // a prompt with what the page proposes
  void accept_dialogs(std::string_view prompt_text,
                      Where where = Here::current());   // a prompt with this text
  void dismiss_dialogs(Where where = Here::current());  // declines every one
  void on_dialog(DialogHandler handler);                // asked about each; it may not call the page

  // What becomes of requests to addresses like `pattern` (`*` is any run of characters), in all frames and in popups;
  // see casement/browser/network/route.h. The newest route is asked first. While there is one, service workers are
  // passed by, so that every request is seen. Throws Error{Usage} without a pattern or a handler.
  void route(std::string_view pattern, RouteHandler handler, Where where = Here::current());
  void route(std::string_view pattern, const RouteAnswer& answer, Where where = Here::current());
  // Forgets the routes of this pattern, all of them without one; false where there was none.
  bool unroute(std::string_view pattern = "", Where where = Here::current());
  // What handlers of routes and dialogs threw, oldest first.
  std::vector<std::string> handler_errors() const;

  // Files that the page and its frames have downloaded, or are downloading.
  std::vector<DownloadRecord> downloads() const;
  // Waits until it is complete and copies it to `path`, over what may be there. Throws Error{Usage} for one that is
  // none of this page's, Error{Navigation} with the reason for one that failed, Error{Environment} where the file
  // cannot be written.
  void save_download(const DownloadRecord& download, const std::string& path, const ActionOptions& options = {},
                     Where where = Here::current());
  void cancel_download(const DownloadRecord& download,
                       Where where = Here::current());  // ends it before it is complete

  // Pages that this one's scripts and links opened, oldest first, closed ones among them.
  std::vector<Page> popups() const;
  // Where a person sees the browser (headed) and has a terminal: waits until Enter is pressed
  // there. Elsewhere it says so on standard error, and returns.
  void pause(Where where = Here::current());
  void close(Where where = Here::current());  // with all its frames
  bool closed() const;                        // by `close`, by itself, or with its context or browser

  // Of all calls without one of their own; 5 s at first. Throws Error{Usage} where it is not above 0.
  void set_default_timeout(Milliseconds timeout);
  Milliseconds default_timeout() const;             // of calls without one of their own; longer on a busy machine
  PageSession& target() const { return *target_; }  // the engine's page; throws Error{SessionClosed} if it has gone
  const PageHandle& handle() const { return target_; }

 private:
  using Here = std::source_location;
  std::optional<NavigationResult> go(int steps, const OpenOptions& options);

  PageHandle target_;
  EventNumber har_since_ = 0;
};

}  // namespace casement
