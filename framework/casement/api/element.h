// An Element is a page and a target, as one value. Each call searches the page anew and waits for the element, as the
// same call of Page does; so an Element never goes stale, and page objects can hold it.
//
//   const Element search = page.find("textbox 'Search'");
//   search.fill("Assam");
//   expect(search).value("Assam");
#pragma once

#include <optional>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/page.h"

namespace casement {

class Element {
 public:
  // `page.find(target)` makes it too.
  Element(const Page& page, Target target);
  const Page& page() const { return page_; }        // the page that is searched
  const Target& target() const { return target_; }  // as it was given
  // An element inside of this one: `inner inside this`. A ref stays as it is.
  Element find(const Target& inner) const;

  // Actions throw what the actions of Page throw.
  ActionResult click(const ClickOptions& options = {}, Where where = Here::current()) const;
  ActionResult double_click(const ActionOptions& options = {}, Where where = Here::current()) const;
  // Moves the mouse over the element, and leaves it there.
  ActionResult hover(const HoverOptions& options = {}, Where where = Here::current()) const;
  // Taps with a finger; `button` and `count` are ignored.
  ActionResult tap(const ClickOptions& options = {}, Where where = Here::current()) const;
  // Puts a finger on the element, moves it by so many CSS pixels, and lifts it.
  ActionResult swipe(Point by, const SwipeOptions& options = {}, Where where = Here::current()) const;
  // Puts two fingers on the element and moves them until their distance is `scale` times what it was, 0.1 to 10.
  ActionResult pinch(double scale, const SwipeOptions& options = {}, Where where = Here::current()) const;
  // Presses on the element, moves to `target` and releases there: a drag with data (HTML §6.11) if the element starts
  // one, and plain pointer events otherwise.
  ActionResult drag_to(const Target& target, const DragOptions& options = {}, Where where = Here::current()) const;
  // Replaces the content of a text control, or sets a date, colour, range or similar input. `value` of the result is
  // what the control holds then. Throws Error{NotActionable} if the control holds another text; a page may add
  // separators, change case and trim, unless `exact` is set.
  ActionResult fill(std::string_view value, const FillOptions& options = {}, Where where = Here::current()) const;
  ActionResult clear(const ActionOptions& options = {}, Where where = Here::current()) const;
  // Focuses the element and types key by key at the caret.
  ActionResult type(std::string_view text, const TypeOptions& options = {}, Where where = Here::current()) const;
  // Focuses the element and presses one key or chord: "Enter", "Control+A". Throws Error{Usage} for an unknown key.
  ActionResult press(std::string_view keys, const PressOptions& options = {}, Where where = Here::current()) const;
  // Chooses options of a select by label, or by value if no label matches; or by position, from 1. All other options
  // are deselected. Waits for options that come later; Error{NotActionable} names the missing ones.
  ActionResult select(const OptionNames& values, const ActionOptions& options = {},
                      Where where = Here::current()) const;
  ActionResult select_at(const std::vector<int>& places, const ActionOptions& options = {},
                         Where where = Here::current()) const;
  // Checks a checkbox or radio button, or unchecks it; does nothing if it is so already.
  ActionResult check(const ActionOptions& options = {}, Where where = Here::current()) const;
  ActionResult uncheck(const ActionOptions& options = {}, Where where = Here::current()) const;
  ActionResult focus(const ActionOptions& options = {}, Where where = Here::current()) const;
  ActionResult blur(const ActionOptions& options = {}, Where where = Here::current()) const;
  // Scrolls the element into the middle of the viewport, through every frame around it.
  ActionResult scroll_to(const ActionOptions& options = {}, Where where = Here::current()) const;
  // Scrolls the element, or its nearest ancestor that scrolls that way, by so many CSS pixels to the right and down.
  ActionResult scroll_by(Point by, const ActionOptions& options = {}, Where where = Here::current()) const;
  // Turns the wheel over the element.
  ActionResult wheel(Point by, const ActionOptions& options = {}, Where where = Here::current()) const;
  // Gives a file input these files. Any other element is clicked, and the files go to the file chooser that this opens.
  // Throws Error{Usage} for a path that is no file.
  ActionResult upload(const std::vector<std::string>& files, const ActionOptions& options = {},
                      Where where = Here::current()) const;
  // Drops files of the desktop or texts of another program on the element. Throws Error{NotActionable} if nothing there
  // takes a drop, and Error{Usage} for a path that is neither file nor folder.
  ActionResult drop(const DropItems& items, const ActionOptions& options = {}, Where where = Here::current()) const;
  // Dispatches an untrusted event; `properties` as in `new MouseEvent(type, properties)`, a JSON object. `dataTransfer`
  // is an object of texts by format.
  ActionResult dispatch(std::string_view type, const JsonValue& properties = {}, const ActionOptions& options = {},
                        Where where = Here::current()) const;
  // Calls a function with the element, in its frame's own world: `element => element.scrollTop`,
  // `(element, argument) => …`. Waits for the element; throws as actions and Page::evaluate do.
  JsonValue evaluate(std::string_view function, const JsonValue& argument = {}, const ActionOptions& options = {},
                     Where where = Here::current()) const;
  // A PNG of the element, when it is visible and stands still.
  std::string screenshot(const ScreenshotOptions& options = {}, Where where = Here::current()) const;

  // The text that a user sees in the element. The value of a control, with bullets for a password; throws Error{Usage}
  // for an element without a value.
  std::string text(const ActionOptions& options = {}, Where where = Here::current()) const;
  std::string value(const ActionOptions& options = {}, Where where = Here::current()) const;
  // Whether a checkbox, radio button, switch or other element whose role has a checked state is checked; false if it is
  // mixed. Throws Error{Usage} for other elements.
  bool checked(const ActionOptions& options = {}, Where where = Here::current()) const;
  // An attribute as it is written; nullopt if the element has none of this name.
  std::optional<std::string> attribute(const std::string& name, const ActionOptions& options = {},
                                       Where where = Here::current()) const;
  // The markup inside of the element, without the values of secret inputs.
  std::string html(const ActionOptions& options = {}, Where where = Here::current()) const;
  // The element's box, however much of it can be seen.
  BoundingBox bounding_box(const ActionOptions& options = {}, Where where = Here::current()) const;
  // How many visible elements match now. Waits for frames that are loading, and for nothing else.
  int count(const ActionOptions& options = {}, Where where = Here::current()) const;
  // Whether a visible element matches at this moment; waits for nothing.
  bool shows(const ActionOptions& options = {}, Where where = Here::current()) const;

 private:
  using Here = std::source_location;

  Page page_;
  Target target_;
};

}  // namespace casement
