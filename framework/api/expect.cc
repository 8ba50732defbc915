#include "casement/api/expect.h"

#include <fmt/format.h>

#include <utility>

#include "casement/api/observed.h"
#include "casement/browser/page_session.h"
#include "casement/expect/page_conditions.h"
#include "casement/expect/page_waits.h"
#include "casement/expect/screenshot_condition.h"
#include "casement/target/text_pattern.h"

namespace casement {

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
    observed(page_.target(), where_.value_or(std::source_location()), {verb, words.target, words.detail},
             [&] { await(page_.target(), negated, WaitBudget(page_.target().time_given(timeout_))); });
  } catch (const Error& error) {
    if (report_) {
      report_(error, where_.value_or(std::source_location()));
    } else if (where_) {
      std::vector<std::string> trail = error.trail();
      trail.push_back(fmt::format("expected at {}:{}", where_->file_name(), where_->line()));
      throw error.with_trail(std::move(trail));
    } else {
      throw;
    }
  }
  return *this;
}

// The condition is made inside, so that what is wrong with it is reported in the same way as a failure.
PageExpectation& PageExpectation::element(const CallWords& words, const Target& target,
                                          const std::function<ElementCondition()>& condition) {
  return attempt(words, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_element(page, target, condition(), negated, within);
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

PageExpectation& PageExpectation::state(const Target& target, std::string_view state) {
  return element({"state", target.text(), state}, target, [&] { return has_state(state); });
}

PageExpectation& PageExpectation::text(const Target& target, const TextPattern& expected) {
  return element({"text", target.text(), describe(expected)}, target, [&] { return has_text(expected); });
}

PageExpectation& PageExpectation::value(const Target& target, const TextPattern& expected) {
  return element({"value", target.text()}, target, [&] { return has_value(expected); });
}

PageExpectation& PageExpectation::values(const Target& target, const std::vector<TextPattern>& expected) {
  return element({"values", target.text()}, target, [&] { return has_values(expected); });
}

PageExpectation& PageExpectation::attribute(const Target& target, const std::string& name,
                                            const TextPattern& expected) {
  return element({"attribute", target.text(), name}, target, [&] { return has_attribute(name, expected); });
}

PageExpectation& PageExpectation::attribute(const Target& target, const std::string& name) {
  return element({"attribute", target.text(), name}, target, [&] { return has_attribute(name, std::nullopt); });
}

PageExpectation& PageExpectation::css_class(const Target& target, std::string_view classes) {
  return element({"css_class", target.text(), classes}, target, [&] { return has_class(classes); });
}

PageExpectation& PageExpectation::css(const Target& target, const std::string& property, const TextPattern& expected) {
  return element({"css", target.text(), fmt::format("{} {}", property, describe(expected))}, target,
                 [&] { return has_css(property, expected); });
}

PageExpectation& PageExpectation::name(const Target& target, const TextPattern& expected) {
  return element({"name", target.text(), describe(expected)}, target, [&] { return has_name(expected); });
}

PageExpectation& PageExpectation::description(const Target& target, const TextPattern& expected) {
  return element({"description", target.text(), describe(expected)}, target, [&] { return has_description(expected); });
}

PageExpectation& PageExpectation::role(const Target& target, const std::string& expected) {
  return element({"role", target.text(), expected}, target, [&] { return has_role(expected); });
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

PageExpectation& PageExpectation::screenshot(const std::string& approved_png) {
  return screenshot(approved_png, {});
}

PageExpectation& PageExpectation::screenshot(const std::string& approved_png, const ImageTolerance& tolerance) {
  return attempt({"screenshot", "", approved_png}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_screenshot(page, nullptr, approved_png, tolerance, negated, within);
  });
}

PageExpectation& PageExpectation::screenshot(const Target& target, const std::string& approved_png,
                                             const ImageTolerance& tolerance) {
  return attempt({"screenshot", target.text(), approved_png},
                 [&](PageSession& page, Negated negated, const WaitBudget& within) {
                   await_screenshot(page, &target, approved_png, tolerance, negated, within);
                 });
}

PageExpectation& PageExpectation::request(std::string_view url_glob) {
  return attempt({"request", "", url_glob}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_request(page, url_glob, negated, within);
  });
}

PageExpectation& PageExpectation::response(std::string_view url_glob) {
  return attempt({"response", "", url_glob}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_response(page, url_glob, negated, within);
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

PageExpectation& PageExpectation::poll(std::string_view what, const std::function<bool()>& holds) {
  return attempt({"poll", "", what}, [&](PageSession& page, Negated negated, const WaitBudget& within) {
    await_function(page, what, holds, negated, within);
  });
}

}  // namespace casement
