// Expectations that wait. Each retries after changes of the page until it holds. At its deadline it throws
// Error{Assertion} with the expected and the last seen value, the frames that could not be read, and the time it
// waited. Errors that waiting cannot mend are reported at once: Error{Authoring} for a regular expression or a template
// that does not parse, Error{Usage} for an unknown state or CSS property, and Error{Ambiguous} if several elements
// match where one must.
//
//   expect(page).shows("heading 'Thank you'").url("*/receipt/*");
//   expect(page).within(10s).never().state("button 'Pay'", ElementState::Disabled);
//
// With GoogleTest, casement/fixtures/expectations.h has a kind that reports and goes on.
#pragma once

#include <functional>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

#include "casement/api/element.h"
#include "casement/api/page.h"
#include "casement/expect/element_argument.h"
#include "casement/expect/element_state.h"
#include "casement/expect/picture_options.h"
#include "casement/snapshot/expected_changes.h"

namespace casement {

class Error;
struct WaitBudget;
enum class Negated;

class PageExpectation {
 public:
  // `where` is named in the failure, if it is given.
  explicit PageExpectation(const Page& page, const std::source_location& where = {});

  // Sets the timeout of each expectation that follows (0: the page's default).
  PageExpectation& within(Milliseconds timeout);
  // Negates the next expectation.
  PageExpectation& never();
  // A failure is passed to `report` instead of thrown, and the next expectation is tried.
  using Report = std::function<void(const Error& error, const std::source_location& where)>;
  PageExpectation& report_to(Report report);  // see Report

  // Exactly one element matches and is visible / no visible element matches.
  PageExpectation& shows(const Target& target);
  PageExpectation& hides(const Target& target);                // no visible element matches
  PageExpectation& count(const Target& target, int expected);  // so many elements match

  // The element is in this state; an element that is not in the page is hidden and detached.
  PageExpectation& state(const Target& target, ElementState state);
  // White-space-normalised; equal to the pattern's text, or matched by its regular expression.
  PageExpectation& text(const Target& target, const TextPattern& expected);
  PageExpectation& value(const Target& target, const TextPattern& expected);  // what a control holds
  // All chosen options of a list, by label or value, in the list's order.
  PageExpectation& values(const Target& target, const std::vector<TextPattern>& expected);
  // As written; the second form: that it has the attribute at all.
  PageExpectation& attribute(const Target& target, const std::string& name, const TextPattern& expected);
  PageExpectation& attribute(const Target& target, const std::string& name);
  // Has all of these classes, beside others.
  PageExpectation& css_class(const Target& target, std::string_view classes);
  // The computed value of a CSS property, e.g. "rgb(255, 0, 0)".
  PageExpectation& css(const Target& target, const std::string& property, const TextPattern& expected);
  // Accessible name and description; role.
  PageExpectation& name(const Target& target, const TextPattern& expected);
  PageExpectation& description(const Target& target, const TextPattern& expected);
  PageExpectation& role(const Target& target, const std::string& expected);
  // An expectation above by its name, which is also its key in flows, for programs that read the name from a file.
  // Throws Error{Usage} for an unknown name.
  PageExpectation& element(const Target& target, std::string_view expectation, const ElementArgument& argument);

  // `*` in a URL stands for any run of characters.
  PageExpectation& url(std::string_view glob);
  PageExpectation& title(const TextPattern& expected);  // of the document
  // The page's snapshot contains the template (see casement/snapshot/match.h).
  PageExpectation& snapshot(std::string_view snapshot_template);
  // The page's text is the same as in `before`, a snapshot without options. Otherwise the failure lists the lines that
  // changed (see casement/snapshot/diff.h). never(): something has changed.
  PageExpectation& unchanged_since(const Snapshot& before);
  // Since `before`, the page has the expected additions, removals and changes; without any named, something changed.
  // Otherwise the failure lists the lines that changed. Throws Error{Usage} for a target that snapshots cannot answer
  // (css=, testid=, …).
  PageExpectation& changed_since(const Snapshot& before, const ExpectedChanges& expected = {});
  // The viewport, or what the options say, looks like the PNG in this file once it stands still: animations are
  // settled and the caret is hidden in every frame meanwhile. If it does not, NAME.actual.png, NAME.difference.png and
  // NAME.heat.png are put into the options' `keep_in`; by default into the folder of the GoogleTest that runs, else
  // into CASEMENT_REPORT_DIR or casement-reports. Never beside the file: it stands among the sources.
  // CASEMENT_APPROVE=1 writes the file instead, CASEMENT_APPROVE=changed only if it differs. Throws Error{Usage} for
  // options that make no sense.
  PageExpectation& screenshot(const std::string& approved_png);
  PageExpectation& screenshot(const std::string& approved_png, const PictureOptions& options);
  // The same of the one element that matches.
  PageExpectation& screenshot(const Target& target, const std::string& approved_png, const PictureOptions& options);
  // Since the page was made, in any of its frames: a request to a matching address was sent; a request to a matching
  // address was answered; a matching line was written to the console; a script threw an error with a matching message
  // that nothing caught. Throws Error{Usage} for an invalid JSON pointer.
  PageExpectation& request(std::string_view url_glob, const RequestPattern& pattern = {});
  PageExpectation& response(std::string_view url_glob, const RequestPattern& pattern = {});
  PageExpectation& console(const TextPattern& text);
  PageExpectation& page_error(const TextPattern& message);
  // Since the page was made, in any of its frames or workers: a matching message of a WebSocket to a matching address,
  // or a matching event of an EventSource. The newest 1,000 messages count. Throws Error{Usage} for an invalid JSON
  // pointer.
  PageExpectation& message(std::string_view url_glob, const MessagePattern& pattern = {});
  // `holds` returns true; called again after each change of the page and at least every 100 ms. `what` is for the
  // message: poll("the order to be paid", [&] { return shop.paid(); }).
  PageExpectation& poll(std::string_view what, const std::function<bool()>& holds);

 private:
  PageExpectation& attempt(
      const CallWords& words,
      const std::function<void(PageSession& page, Negated negated, const WaitBudget& within)>& await);

  Page page_;
  std::source_location where_;  // line 0 if it was not given
  Report report_;
  Milliseconds timeout_{0};
  bool negated_ = false;
};

// `expect(page)`: the beginning of every expectation; throws Error{Assertion} if one fails.
PageExpectation expect(const Page& page, std::source_location where = std::source_location::current());

// The same expectations of one element, without its target: expect(page.find("textbox 'Search'")).value("Assam").
class ElementExpectation {
 public:
  // `where` is named in the failure, if it is given.
  explicit ElementExpectation(const Element& element, const std::source_location& where = {});

  // Sets the timeout of each expectation that follows (0: the page's default).
  ElementExpectation& within(Milliseconds timeout);
  // Negates the next expectation.
  ElementExpectation& never();
  // Passes a failure to `report` instead of throwing it.
  ElementExpectation& report_to(PageExpectation::Report report);
  // Exactly one element matches and is visible.
  ElementExpectation& shows();
  // No visible element matches.
  ElementExpectation& hides();
  // This many elements match.
  ElementExpectation& count(int expected);
  // The element is in this state.
  ElementExpectation& state(ElementState state);
  // Its text, after white space is normalised.
  ElementExpectation& text(const TextPattern& expected);
  // The value of a control.
  ElementExpectation& value(const TextPattern& expected);
  // All chosen options of a list, in the list's order.
  ElementExpectation& values(const std::vector<TextPattern>& expected);
  // The value of an attribute, as it is written.
  ElementExpectation& attribute(const std::string& name, const TextPattern& expected);
  // The element has this attribute.
  ElementExpectation& attribute(const std::string& name);
  // The element has all of these classes, among others.
  ElementExpectation& css_class(std::string_view classes);
  // The computed value of a CSS property.
  ElementExpectation& css(const std::string& property, const TextPattern& expected);
  // The accessible name.
  ElementExpectation& name(const TextPattern& expected);
  // The accessible description.
  ElementExpectation& description(const TextPattern& expected);
  // The ARIA role.
  ElementExpectation& role(const std::string& expected);
  // The element looks like the PNG; see PageExpectation::screenshot.
  ElementExpectation& screenshot(const std::string& approved_png, const PictureOptions& options = {});

 private:
  ElementExpectation& then(const PageExpectation&) { return *this; }

  PageExpectation page_;
  Target target_;
};

// `expect(element)`: begins every expectation of one element; throws Error{Assertion} if one fails.
ElementExpectation expect(const Element& element, std::source_location where = std::source_location::current());

}  // namespace casement
