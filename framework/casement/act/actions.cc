#include "casement/act/actions.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/act/evaluate.h"
#include "casement/browser/page/internals_query.h"
#include "casement/find/dom_change_watcher.h"
#include "casement/input/keyboard.h"
#include "casement/input/text_input.h"

namespace casement {

namespace {

// The last resort: clicks without any check, as a person would who sees the element and does not know why it takes no
// click.
Act click_at_centre(PageSession& page, const ClickOptions& click, Deadline deadline) {
  ClickOptions forced = click;
  forced.force = true;
  return [&page, forced, deadline](const ElementHandle& element) {
    return click_element(page, element, forced, deadline);
  };
}

// Calls a bridge function about an element. The function returns null on success, otherwise "gone", the obstacle as a
// text, or {state, why, final}.
ActionOutcome ask(PageSession& page, const ElementHandle& element, const char* function, Json more, Deadline deadline) {
  Json arguments = Json::array({element.ref});
  for (Json& one : more) arguments.push_back(std::move(one));
  const Json why = page.call_bridge(element.frame, {function, std::move(arguments)}, deadline);
  if (why.is_null()) return ActionOutcome::succeeded();
  if (why == "gone") return ActionOutcome::element_gone();
  if (why.is_object()) return ActionOutcome::from(why);
  return ActionOutcome::retry(why.get<std::string>());
}

}  // namespace

ActionResult click(PageSession& page, const Target& target, const ClickOptions& options, Deadline deadline) {
  require_valid(options);
  return retry_action(
      page, target, options.count == 2 ? "double-click" : "click", deadline,
      [&](const ElementHandle& element) { return click_element(page, element, options, deadline); },
      options.fall_back_to_point ? click_at_centre(page, options, deadline) : nullptr, click_first_call(options));
}

ActionResult tap(PageSession& page, const Target& target, const ClickOptions& options, Deadline deadline) {
  require_valid(options);
  return retry_action(page, target, "tap", deadline,
                      [&](const ElementHandle& element) { return tap_element(page, element, options, deadline); });
}

ActionResult hover(PageSession& page, const Target& target, const HoverOptions& options, Deadline deadline) {
  require_valid_position(options.position);
  const HitPointOptions how{.enabled = false, .force = options.force, .position = options.position};
  return retry_action(page, target, "hover", deadline,
                      [&](const ElementHandle& element) { return hover_element(page, element, how, deadline); });
}

ActionResult fill(PageSession& page, const Target& target, std::string_view value, const FillOptions& options,
                  Deadline deadline) {
  return retry_action(
      page, target, value.empty() ? "clear" : "fill", deadline,
      [&](const ElementHandle& element) { return fill_element(page, element, value, options.exact, deadline); },
      nullptr, fill_first_call(value));
}

namespace {

void require_valid(const TypeOptions& options) {
  if (options.per_character.count() < 0) {
    throw Error(ErrorKind::Usage, "the time between two keys cannot be negative");
  }
}

void put_in(PageSession& page, const cdp::SessionId& session, std::string_view text, const TypeOptions& options,
            const std::function<void()>& between, Deadline deadline) {
  if (options.composition.empty()) {
    type_text(page, session, text, options.per_character, deadline, between);
  } else {
    compose_text(page, session, text, options.composition, options.per_character, deadline, between);
  }
}

}  // namespace

ActionResult type(PageSession& page, const Target& target, std::string_view text, const TypeOptions& options,
                  Deadline deadline) {
  require_valid(options);
  const auto type_into = [&](const ElementHandle& element, const Focused& focused) {
    const cdp::SessionId session = session_of(page, element);
    put_in(page, session, text, options, between_keys(page, element.frame, focused.is_answered_later, deadline),
           deadline);
    if (focused.proves_text) {
      const std::string missing = typed_text_missing(page, element, text, deadline);
      if (!missing.empty()) return ActionOutcome::failed(missing);
    }
    if (options.press_enter)
      press_chord(page, session, parse_chord("Enter"), deadline,
                  between_keys(page, element.frame, focused.is_painted, deadline));
    if (options.blur) ask(page, element, "blurElement", Json::array(), deadline);
    return ActionOutcome::succeeded(end_outcome(page, element, deadline));
  };
  const auto click_and_type = [&](const ElementHandle& element) {
    const ActionOutcome clicked = click_at_centre(page, {}, deadline)(element);
    return clicked.done ? type_into(element, {}) : clicked;
  };
  return retry_action(
      page, target, "type into", deadline,
      [&](const ElementHandle& element) {
        if (options.clear_first) {
          const ActionOutcome cleared = fill_element(page, element, "", false, deadline);
          if (!cleared.done) return cleared;
        }
        const Focused focused = focus_element(page, element, FocusFor::Text, deadline);
        return focused.attempt.done ? type_into(element, focused) : focused.attempt;
      },
      options.fall_back_to_point ? Act(click_and_type) : nullptr);
}

namespace {

void require_times(int times) {
  if (times >= 1 && times <= 1000) return;
  throw Error(ErrorKind::Usage, fmt::format("a key can be pressed 1 to 1000 times, not {}", times));
}

// `while_pressed`: as for press_chord.
void press_times(PageSession& page, const cdp::SessionId& session, const std::vector<Key>& keys, int times,
                 Deadline deadline, const std::function<void()>& between,
                 const std::function<void()>& while_pressed = nullptr) {
  for (int i = 0; i < times; ++i) {
    press_chord(page, session, keys, deadline, while_pressed);
    if (between) between();
  }
}

}  // namespace

ActionResult type(PageSession& page, std::string_view text, const TypeOptions& options, Deadline deadline) {
  if (options.clear_first || options.blur || options.fall_back_to_point) {
    throw Error(ErrorKind::Usage, "'clear_first', 'blur' and 'fall_back_to_point' need a target");
  }
  require_valid(options);
  return run_page_action(page, "type", deadline, [&] {
    const FocusedPlace place = focused_place(page, deadline);
    put_in(page, page.session(), text, options, between_keys(page, place.frame, place.is_answered_later, deadline),
           deadline);
    if (options.press_enter) press_chord(page, page.session(), parse_chord("Enter"), deadline);
    return Change{};
  });
}

ActionResult press(PageSession& page, const Target& target, std::string_view chord, int times, Deadline deadline) {
  const std::vector<Key> keys = parse_chord(chord);
  require_times(times);
  return retry_action(page, target, "press a key in", deadline, [&](const ElementHandle& element) {
    const Focused focused = focus_element(page, element, FocusFor::Keys, deadline);
    if (!focused.attempt.done) return focused.attempt;
    press_times(page, session_of(page, element), keys, times, deadline,
                between_keys(page, element.frame, focused.is_answered_later, deadline),
                between_keys(page, element.frame, focused.is_painted, deadline));
    return ActionOutcome::succeeded(end_outcome(page, element, deadline));
  });
}

ActionResult press(PageSession& page, std::string_view chord, int times, Deadline deadline) {
  const std::vector<Key> keys = parse_chord(chord);
  require_times(times);
  return run_page_action(page, "press a key", deadline, [&] {
    const FocusedPlace place = focused_place(page, deadline);
    press_times(page, page.session(), keys, times, deadline,
                between_keys(page, place.frame, place.is_answered_later, deadline));
    return Change{};
  });
}

namespace {

ActionResult select_options(PageSession& page, const Target& target, const Json& wanted, Deadline deadline) {
  return retry_action(page, target, "select in", deadline, [&](const ElementHandle& element) {
    const Json answer =
        page.call_bridge(element.frame, {"selectOptions", Json::array({element.ref, wanted})}, deadline);
    const std::string state = answer.value("state", std::string());
    if (state == "set" || state == "done") {
      ActionOutcome chosen = state == "set" ? settled_value(page, element, deadline) : ActionOutcome::from(answer);
      if (answer.value("unseen", false))
        chosen.warning = "nobody sees this list, so a person uses another control of the page in its place";
      return chosen;
    }
    if (state != "missing") return ActionOutcome::from(answer);
    ActionOutcome missing = ActionOutcome::retry("has no option " + dump_json(answer.at("value")));
    for (const Json& option : answer.value("options", Json::array())) {
      missing.details.push_back("option " + dump_json(option));
    }
    return missing;
  });
}

}  // namespace

ActionResult select(PageSession& page, const Target& target, const std::vector<std::string>& values,
                    Deadline deadline) {
  return select_options(page, target, Json(values), deadline);
}

ActionResult select(PageSession& page, const Target& target, const std::vector<int>& places, Deadline deadline) {
  for (const int place : places) {
    if (place < 1) {
      throw Error(ErrorKind::Usage, fmt::format("options are numbered from 1, so {} is invalid", place));
    }
  }
  return select_options(page, target, Json(places), deadline);
}

namespace {

// Returns the element's current state, or null if the element has gone.
Json inspect(PageSession& page, const ElementHandle& element, Deadline deadline) {
  const BridgeCall question{"inspect", Json::array({element.ref})};
  Json answer = page.call_bridge(element.frame, question, deadline);
  if (answer.is_null() || !answer.value("stale", false)) return answer;
  const cdp::Connection::EngineLock lock(page.connection());
  if (query_element_internals(page, {element.frame}, deadline)) {
    answer = page.call_bridge(element.frame, question, deadline);
  }
  return answer;
}

// Waits until the element is checked as wanted or has gone, because a page may react to a click later. Returns false at
// the deadline.
bool await_checked(PageSession& page, const ElementHandle& element, bool wanted, Deadline deadline) {
  DomChangeWatcher watch(page);
  bool is_seen = false;
  do {
    watch.arm();
    try {
      const Json answer = inspect(page, element, deadline);
      if (answer.is_null() || answer.value("checked", false) == wanted) return true;
    } catch (const Error& error) {
      // The deadline passed during a later look, after the page had answered the first.
      if (error.kind() != ErrorKind::Timeout || !is_seen) throw;
    }
    is_seen = true;
  } while (watch.wait(deadline));
  return false;
}

}  // namespace

ActionResult set_checked(PageSession& page, const Target& target, Checked wanted, Deadline deadline) {
  const bool wants = wanted == Checked::Yes;
  return retry_action(page, target, wants ? "check" : "uncheck", deadline, [&](const ElementHandle& element) {
    const Json before = inspect(page, element, deadline);
    if (before.is_null()) return ActionOutcome::element_gone();
    const std::string role = before.value("role", std::string());
    if (role != "checkbox" && role != "radio" && role != "switch" && role != "menuitemcheckbox" &&
        role != "menuitemradio") {
      const Json way = page.call_bridge(element.frame, {"howElementIsSet", Json::array({element.ref})}, deadline);
      const std::string hint = way.is_string() && way != "" ? "; " + way.get<std::string>() : "";
      return ActionOutcome::failed(fmt::format("is a {}, which cannot be checked{}", role, hint));
    }
    if (before.value("checked", false) == wants) return ActionOutcome::succeeded();
    if (!wants && role == "radio") return ActionOutcome::failed("is a radio button; check another instead");
    const ActionOutcome clicked = click_element(page, element, {}, deadline);
    if (!clicked.done) return clicked;
    if (await_checked(page, element, wants, deadline)) return clicked;
    return ActionOutcome::failed("did not change when it was clicked");
  });
}

ActionResult focus(PageSession& page, const Target& target, Deadline deadline) {
  return retry_action(page, target, "focus", deadline, [&](const ElementHandle& element) {
    const ActionOutcome focused = focus_element(page, element, FocusFor::Keys, deadline).attempt;
    return focused.done ? ActionOutcome::succeeded(end_outcome(page, element, deadline)) : focused;
  });
}

ActionResult blur(PageSession& page, const Target& target, Deadline deadline) {
  return retry_action(page, target, "take the focus from", deadline, [&](const ElementHandle& element) {
    const ActionOutcome blurred = ask(page, element, "blurElement", Json::array(), deadline);
    return blurred.done ? ActionOutcome::succeeded(end_outcome(page, element, deadline)) : blurred;
  });
}

ActionResult dispatch(PageSession& page, const Target& target, std::string_view type, const Json& properties,
                      Deadline deadline) {
  if (type.empty()) throw Error(ErrorKind::Usage, "an event needs a type, such as click");
  if (!properties.is_object() && !properties.is_null()) {
    throw Error(ErrorKind::Usage, "the properties of an event must be a JSON object");
  }
  const Json given = properties.is_null() ? Json::object() : properties;
  return retry_action(
      page, target, fmt::format("send a {} event to", type), deadline, [&](const ElementHandle& element) {
        return ActionOutcome::from(page.call_bridge(
            element.frame, {"dispatchOn", Json::array({element.ref, std::string(type), given})}, deadline));
      });
}

ActionResult click_at(PageSession& page, Point point, const ClickOptions& options, Deadline deadline) {
  require_valid(options);
  if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
    throw Error(ErrorKind::Usage, "a point of the viewport needs two finite numbers of pixels");
  }
  return run_page_action(
      page, "click at a point", deadline,
      [&] {
        click_point(page, point, options, deadline);
        return Change{};
      },
      point);
}

}  // namespace casement
