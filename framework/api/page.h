// The face of the library: one page of a browser, with every verb a test uses. A Page is a handle
// and is cheap to copy; the page itself lives in its context. Every call blocks until it is done or
// its deadline has passed, throws casement::Error on failure, and leaves the page usable. Calls may
// come from any thread, one at a time.
//
// Targets are in the notation of casement/snapshot/target.h. Durations of zero mean the page's
// default timeout.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/base/deadline.h"
#include "casement/page/frame_failure.h"
#include "casement/page/frame_settings.h"
#include "casement/page/page_options.h"
#include "casement/page/page_records.h"
#include "casement/snapshot/snapshot.h"
#include "casement/snapshot/target.h"

namespace casement {

class PageTarget;
struct FrameInfo;
struct FrameList;
struct FrameContent;
struct MergedNode;
struct ContainerChain;
struct Pattern;
struct Anchors;
struct StructureLimits;
template <typename Result>
class Awaited;

struct ClickOptions {
  int count = 1;
  std::string button = "left";  // left, right, middle
  Milliseconds timeout{0};
};

struct TypeOptions {
  bool clear_first = false;
  bool press_enter = false;
  Milliseconds per_character{0};
  Milliseconds timeout{0};
};

struct ActionOptions {
  Milliseconds timeout{0};
};

class Page {
 public:
  explicit Page(PageTarget& target);

  // Loads `url` (absolute, or relative to the context's base URL) and waits until the document has
  // been parsed (DOMContentLoaded), or as `options` say. Throws Error{Navigation} with Chrome's
  // reason. A status of 400 or more is no error; the result tells it.
  NavigationResult open(std::string_view url, const OpenOptions& options = {});
  NavigationResult reload(const OpenOptions& options = {});
  std::string url() const;
  std::string title();

  // Actions wait until the target matches exactly one element that can take the action.
  void click(const Target& target, const ClickOptions& options = {});
  void double_click(const Target& target, const ActionOptions& options = {});
  void hover(const Target& target, const ActionOptions& options = {});
  // Replaces the content of a text control, or sets a date, colour, range or similar input.
  void fill(const Target& target, std::string_view value, const ActionOptions& options = {});
  void clear(const Target& target, const ActionOptions& options = {});
  // Types key by key where the caret stands.
  void type(const Target& target, std::string_view text, const TypeOptions& options = {});
  // One key or chord, e.g. "Enter", "Control+A"; to the focused element where no target is given.
  void press(std::string_view keys, const ActionOptions& options = {});
  void press(const Target& target, std::string_view keys, const ActionOptions& options = {});
  // Chooses options of a select by their label, else by their value.
  void select(const Target& target, const std::vector<std::string>& values,
              const ActionOptions& options = {});
  void check(const Target& target, const ActionOptions& options = {});
  void uncheck(const Target& target, const ActionOptions& options = {});

  void focus(const Target& target, const ActionOptions& options = {});
  void blur(const Target& target, const ActionOptions& options = {});
  // Into the middle of the viewport, through every frame around it.
  void scroll_to(const Target& target, const ActionOptions& options = {});
  // Gives a file input these files. Throws Error{Usage} for a path that is no file.
  void upload(const Target& target, const std::vector<std::string>& files,
              const ActionOptions& options = {});
  // A click at a point of the viewport, in CSS pixels, whatever is there.
  void click_at(double x, double y, const ClickOptions& options = {});

  // The value of an expression in the main frame's own world; a promise is awaited.
  // Throws Error{Evaluation} with the page's own error text.
  nlohmann::json evaluate(std::string_view expression, const ActionOptions& options = {});

  Snapshot snapshot(const SnapshotOptions& options = {});
  // A PNG of the viewport.
  std::string screenshot();

  // Text a person sees in the element, and the value of a control.
  std::string text(const Target& target, const ActionOptions& options = {});
  std::string value(const Target& target, const ActionOptions& options = {});

  // Whether exactly this moment some element that matches is visible; waits for nothing.
  bool shows(const Target& target, const ActionOptions& options = {});

  // Waits until the main frame's document is there, parsed, or loaded with all that it waits for;
  // until no frame has had a request under way for 500 ms; until the address matches (`*` is any run of
  // characters); until so many frames beside the main one can be read. Throw Error{Timeout} or
  // Error{Assertion} naming what is still under way.
  void wait_for_load(LoadState state = LoadState::Loaded, const ActionOptions& options = {});
  void wait_for_network_idle(const ActionOptions& options = {});
  void wait_for_url(std::string_view glob, const ActionOptions& options = {});
  void wait_for_frames(int count, const ActionOptions& options = {});

  // Two-step waits, for what an action sets off: begin, act, `get`. See casement/api/awaited.h.
  Awaited<RequestRecord> expect_request(std::string_view url_glob);
  Awaited<RequestRecord> expect_response(std::string_view url_glob);  // with its head, status and all
  Awaited<ConsoleLine> expect_console(const TextPattern& text);
  Awaited<PageError> expect_page_error(const TextPattern& message);
  // Of the main frame, also within its document; gives the address.
  Awaited<std::string> expect_navigation(std::string_view url_glob = "*");

  // Every frame of the page; see casement/act/frame_list.h, also for what a selector may be.
  enum class InaccessibleFrames { Listed, LeftOut };
  FrameList list_frames(InaccessibleFrames inaccessible = InaccessibleFrames::Listed);
  // The same without the totals.
  std::vector<FrameInfo> frames();
  // What is in one frame, at most `max_length` characters (UTF-16 units) of it: the text as a person
  // reads it, or the markup without the values of secret inputs.
  enum class FrameContentKind { Text, Html };
  FrameContent frame_content(std::string_view selector,
                             FrameContentKind kind = FrameContentKind::Text, int max_length = 100'000);
  // From now on targets are searched in this frame and those inside it, until "main" is chosen.
  // Refs name their frame themselves. Returns the frame, with its number of interactive elements.
  FrameInfo switch_to_frame(std::string_view selector);
  // All frames' elements as one list in document order, each with its frame's index, name and path;
  // and those of them that a person can use. See casement/snapshot/merged_tree.h.
  std::vector<MergedNode> merged_tree(int max_depth = 0);
  std::vector<MergedNode> find_interactive_elements();
  // What an element of a snapshot stands in, how the children of its container at a level are made, and
  // what is in that container; see casement/structure/structure.h.
  ContainerChain resolve_container(const std::string& ref);
  Pattern inspect_pattern(const std::string& ref, int level);
  Anchors extract_anchors(const std::string& ref, int level);
  Pattern inspect_pattern(const std::string& ref, int level, const StructureLimits& limits);
  Anchors extract_anchors(const std::string& ref, int level, const StructureLimits& limits);
  // How frames are read from now on: timeout, depth, which late ones are waited for.
  void set_frame_settings(const FrameSettings& settings);

  // One step in the session's history; none where there is none. See PageTarget::go_in_history.
  std::optional<NavigationResult> back(const OpenOptions& options = {});
  std::optional<NavigationResult> forward(const OpenOptions& options = {});

  // Frames that could not be read since the page was made, each once; and the page's console.
  std::vector<FrameFailure> frame_failures() const;
  std::vector<std::string> console() const;
  // What happened in the page and all its frames, oldest first, each with the frame it came from; see
  // casement/page/page_records.h. The newest 2,000 requests are kept, 1,000 of everything else.
  std::vector<RequestRecord> requests() const;
  // Those that got no answer: blocked, refused, cut off. A status of 400 or more is an answer.
  std::vector<RequestRecord> failed_requests() const;
  std::vector<ConsoleLine> console_lines() const;
  // Exceptions that no script caught, and promises whose rejection none handled.
  std::vector<PageError> page_errors() const;
  // The dialogs that the page has opened, oldest first: "alert: text". Each is answered at once:
  // leaving a page is allowed, everything else is declined.
  std::vector<std::string> dialogs() const;

  void set_default_timeout(Milliseconds timeout);
  Milliseconds default_timeout() const;
  PageTarget& target() const { return *target_; }

 private:
  std::optional<NavigationResult> go(int steps, const OpenOptions& options);

  PageTarget* target_;
};

}  // namespace casement
