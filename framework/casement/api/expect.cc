#include "casement/api/expect.h"

#include <fmt/format.h>

#include <exception>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/api/engine.h"
#include "casement/api/observed.h"
#include "casement/browser/page/page_session.h"
#include "casement/expect/message_wait.h"
#include "casement/expect/page_conditions.h"
#include "casement/expect/page_waits.h"
#include "casement/expect/request_wait.h"
#include "casement/expect/screenshot_condition.h"
#include "casement/target/text_pattern.h"

namespace casement {

PageExpectation::PageExpectation(const Page& page, const std::source_location& where) : page_(page), where_(where) {}

PageExpectation expect(const Page& page, std::source_location where) {
  return PageExpectation(page, where);
}

PageExpectation& PageExpectation::within(Milliseconds timeout) {
  timeout_ = timeout;
  return *this;
}

PageExpectation& PageExpectation::never() {
  negated_ = true;
  return *this;
}

PageExpectation& PageExpectation::report_to(Report report) {
  report_ = std::move(report);
  return *this;
}

PageExpectation& PageExpectation::attempt(const CallWords& words,
                                          const std::function<void(PageSession&, Negated, const WaitBudget&)>& await) {
  const Negated negated = std::exchange(negated_, false) ? Negated::Yes : Negated::No;
  const std::string verb = fmt::format("expect {}{}", negated == Negated::Yes ? "never " : "", words.verb);
  try {
    observed(handle_of(page_), where_, {verb, words.target, words.detail},
             [&](PageSession& page) { await(page, negated, WaitBudget(page.time_given(timeout_))); });
  } catch (const Error& error) {
    if (report_) {
      report_(error, where_);
    } else if (where_.line() > 0) {
      std::vector<std::string> trail = error.trail();
      trail.push_back(fmt::format("expected at {}:{}", where_.file_name(), where_.line()));
      throw error.with_trail(std::move(trail));
    } else {
      throw;
    }
  }
  return *this;
}

// The condition is made inside of the attempt, so that what is wrong with its argument is reported as a failure is.
PageExpectation& PageExpectation::element(const Target& target, std::string_view expectation,
                                          const ElementArgument& argument) {
  const ElementExpectationKind& row = element_expectation(expectation);
  return attempt({row.name, target.text(), describe(row, argument)},
                 [&](PageSession& page, Negated negated, const WaitBudget& within) {
                   await_element(page, target, row.condition(argument), negated, within);
                 });
}

PageExpectation& PageExpectation::shows(const Target& target) {
  return attempt({"shows", target.text()}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    (negated == Negated::Yes ? await_hidden : await_shown)(page, target, within);
  });
}

PageExpectation& PageExpectation::hides(const Target& target) {
  return attempt({"hides", target.text()}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    (negated == Negated::Yes ? await_shown : await_hidden)(page, target, within);
  });
}

PageExpectation& PageExpectation::count(const Target& target, int expected) {
  return attempt({"count", target.text(), std::to_string(expected)},
                 [&](PageSession& page, Negated negated, const WaitBudget& within) {
                   await_count(page, target, expected, negated, within);
                 });
}

PageExpectation& PageExpectation::url(std::string_view glob) {
  return attempt({"url", "", glob}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_url(page, glob, negated, within);
  });
}

PageExpectation& PageExpectation::title(const TextPattern& expected) {
  return attempt({"title", "", describe(expected)}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_title(page, expected, negated, within);
  });
}

PageExpectation& PageExpectation::snapshot(std::string_view snapshot_template) {
  return attempt({"snapshot"}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_snapshot(page, snapshot_template, negated, within);
  });
}

PageExpectation& PageExpectation::unchanged_since(const Snapshot& before) {
  return attempt({"unchanged_since"}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_unchanged(page, before, negated, within);
  });
}

PageExpectation& PageExpectation::changed_since(const Snapshot& before, const ExpectedChanges& expected) {
  return attempt({"changed_since"}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_changed(page, before, expected, negated, within);
  });
}

PageExpectation& PageExpectation::screenshot(const std::string& approved_png) {
  return screenshot(approved_png, {});
}

PageExpectation& PageExpectation::screenshot(const std::string& approved_png, const PictureOptions& options) {
  return attempt({"screenshot", "", approved_png}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_screenshot(page, nullptr, approved_png, options, negated, within);
  });
}

PageExpectation& PageExpectation::screenshot(const Target& target, const std::string& approved_png,
                                             const PictureOptions& options) {
  return attempt({"screenshot", target.text(), approved_png},
                 [&](PageSession& page, Negated negated, const WaitBudget& within) {
                   await_screenshot(page, &target, approved_png, options, negated, within);
                 });
}

PageExpectation& PageExpectation::request(std::string_view url_glob, const RequestPattern& pattern) {
  return attempt({"request", "", url_glob}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_request(page, {RequestSearch::Moment::Sent, url_glob, pattern}, negated, within);
  });
}

PageExpectation& PageExpectation::response(std::string_view url_glob, const RequestPattern& pattern) {
  return attempt({"response", "", url_glob}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_request(page, {RequestSearch::Moment::Answered, url_glob, pattern}, negated, within);
  });
}

PageExpectation& PageExpectation::console(const TextPattern& text) {
  return attempt({"console", "", describe(text)}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_console(page, text, negated, within);
  });
}

PageExpectation& PageExpectation::page_error(const TextPattern& message) {
  return attempt({"page_error", "", describe(message)},
                 [&](PageSession& page, Negated negated, const WaitBudget& within) {
                   await_page_error(page, message, negated, within);
                 });
}

PageExpectation& PageExpectation::message(std::string_view url_glob, const MessagePattern& pattern) {
  return attempt({"message", "", describe_message(url_glob, pattern)},
                 [&](PageSession& page, Negated negated, const WaitBudget& within) {
                   await_message(page, url_glob, pattern, negated, within);
                 });
}

PageExpectation& PageExpectation::poll(std::string_view what, const std::function<bool()>& holds) {
  // JSON exceptions thrown by the caller's predicate must reach the caller unchanged.
  std::exception_ptr theirs;
  const auto ask = [&] {
    try {
      return holds();
    } catch (const Json::exception&) {
      theirs = std::current_exception();
      throw;
    }
  };
  try {
    return attempt({"poll", "", what}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
      await_function(page, what, ask, negated, within);
    });
  } catch (const Error&) {
    if (theirs) std::rethrow_exception(theirs);
    throw;
  }
}

PageExpectation& PageExpectation::state(const Target& target, ElementState state) {
  return element(target, "state", {std::string(word_of(state))});
}

PageExpectation& PageExpectation::text(const Target& target, const TextPattern& expected) {
  return element(target, "text", {"", {expected}});
}

PageExpectation& PageExpectation::value(const Target& target, const TextPattern& expected) {
  return element(target, "value", {"", {expected}});
}

PageExpectation& PageExpectation::values(const Target& target, const std::vector<TextPattern>& expected) {
  return element(target, "values", {"", expected});
}

PageExpectation& PageExpectation::attribute(const Target& target, const std::string& name,
                                            const TextPattern& expected) {
  return element(target, "attribute", {name, {expected}});
}

PageExpectation& PageExpectation::attribute(const Target& target, const std::string& name) {
  return element(target, "attribute", {name});
}

PageExpectation& PageExpectation::css_class(const Target& target, std::string_view classes) {
  return element(target, "css_class", {std::string(classes)});
}

PageExpectation& PageExpectation::css(const Target& target, const std::string& property, const TextPattern& expected) {
  return element(target, "css", {property, {expected}});
}

PageExpectation& PageExpectation::name(const Target& target, const TextPattern& expected) {
  return element(target, "name", {"", {expected}});
}

PageExpectation& PageExpectation::description(const Target& target, const TextPattern& expected) {
  return element(target, "description", {"", {expected}});
}

PageExpectation& PageExpectation::role(const Target& target, const std::string& expected) {
  return element(target, "role", {expected});
}

}  // namespace casement
