// The options of actions: plain values. `Page` makes a deadline of `timeout`; nothing below it reads the timeout.
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "casement/base/duration.h"
#include "casement/base/point.h"
#include "casement/input/pressed_keys.h"

namespace casement {

// The options that `select` chooses: one, "Black", or several, {"Black", "Green"}; {} for none.
struct OptionNames {
  OptionNames() = default;
  OptionNames(const char* name);                     // NOLINT(google-explicit-constructor)
  OptionNames(const std::string& name);              // NOLINT
  OptionNames(const std::vector<std::string>& all);  // NOLINT
  OptionNames(std::initializer_list<std::string> all);

  std::vector<std::string> names;
};

struct ActionOptions {      // of most actions
  Milliseconds timeout{0};  // 0: the page's default
};

struct ClickOptions {  // of click, tap and click_at
  int count = 1;       // presses, 1 to 3
  MouseButton button = MouseButton::Left;
  Milliseconds timeout{0};               // 0: the page's default
  std::vector<Modifier> modifiers = {};  // keys held meanwhile
  std::optional<Point> position = {};    // where in the element; its middle otherwise
  bool force = false;                    // presses where the element is, without any check
  bool trial = false;                    // makes all checks, and does not press
  // If nothing else helps until the deadline, presses at the element's centre, whatever element is there.
  bool fall_back_to_point = false;
};

struct HoverOptions {                  // of hover
  Milliseconds timeout{0};             // 0: the page's default
  std::optional<Point> position = {};  // where in the element; its middle otherwise
  bool force = false;                  // moves there without any check
};

struct DragOptions {                     // of drag
  Milliseconds timeout{0};               // 0: the page's default
  std::optional<Point> from = {};        // where in the element that is dragged; its middle otherwise
  std::optional<Point> to = {};          // where in the one it is dragged to
  int steps = 4;                         // moves on the way
  std::vector<Modifier> modifiers = {};  // keys held meanwhile
};

struct DropItems {                                // of drop; what comes from outside of the browser
  std::vector<std::string> files = {};            // paths of files and folders
  std::map<std::string, std::string> texts = {};  // by format, such as text/plain, text/html, text/uri-list
};

struct SwipeOptions {                  // of swipe and pinch
  Milliseconds timeout{0};             // 0: the page's default
  std::optional<Point> position = {};  // where in the element it begins; its middle otherwise
  int moves = 10;                      // on the way, 1 to 1,000
};

struct FillOptions {        // of fill
  Milliseconds timeout{0};  // 0: the page's default
  bool exact = false;       // fails also if the page only adds separators, changes case or trims
};

struct TypeOptions {              // of type
  bool clear_first = false;       // empties it before
  bool press_enter = false;       // at the end
  Milliseconds per_character{0};  // time between two characters
  Milliseconds timeout{0};        // 0: the page's default
  bool blur = false;              // takes the focus away at the end
  // If the element takes no focus until the deadline, clicks at its centre and types then.
  bool fall_back_to_point = false;
  // The text is put in by an input method, as people write Japanese or accents: what the control shows on the way, one
  // after the other, before the text takes its place (UI Events, composition events). None: key by key.
  std::vector<std::string> composition = {};
};

struct PressOptions {       // of press
  Milliseconds timeout{0};  // 0: the page's default
  int times = 1;            // presses
};

struct ScreenshotOptions {  // of screenshot
  bool full_page = false;   // the whole document instead of the viewport
  // Draws a box with its ref around every element that a snapshot gives one; into the picture, the
  // page is not touched.
  bool boxes = false;
  Milliseconds timeout{0};  // 0: the page's default
};

}  // namespace casement
