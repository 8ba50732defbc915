#include "casement/act/actions.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "casement/act/change_watch.h"
#include "casement/act/evaluate.h"
#include "casement/act/keyboard.h"
#include "casement/act/text_input.h"
#include "casement/page/custom_elements.h"

namespace casement {

namespace {

// The last way: what a person would try who sees the element and cannot tell why it does not take a
// click.
Act click_at_centre(PageTarget& page, const MouseClick& click, Deadline deadline) {
  MouseClick forced = click;
  forced.force = true;
  return [&page, forced, deadline](const Located& element) {
    return click_element(page, element, forced, deadline);
  };
}

// What a bridge function says of an element: null where it did what was asked, else what stood in
// the way, and whether it always will.
Attempt ask(PageTarget& page, const Located& element, const char* function, Json more,
            Deadline deadline) {
  Json arguments = Json::array({element.ref});
  for (Json& one : more) arguments.push_back(std::move(one));
  const Json why = page.call_bridge(element.frame, {function, std::move(arguments)}, deadline);
  if (why.is_null()) return Attempt::succeeded();
  if (why == "gone") return Attempt::element_gone();
  if (why.is_object()) return Attempt::from(why);
  return Attempt::not_yet(why.get<std::string>());
}

}  // namespace

ActionResult click(PageTarget& page, const Target& target, const MouseClick& click,
                   Deadline deadline, WhenCovered when_covered) {
  require_valid(click);
  return perform(
      page, target, click.count == 2 ? "double-click" : "click", deadline,
      [&](const Located& element) { return click_element(page, element, click, deadline); },
      when_covered == WhenCovered::Fail ? nullptr : click_at_centre(page, click, deadline));
}

ActionResult tap(PageTarget& page, const Target& target, const MouseClick& click,
                 Deadline deadline) {
  require_valid(click);
  return perform(page, target, "tap", deadline, [&](const Located& element) {
    return tap_element(page, element, click, deadline);
  });
}

ActionResult hover(PageTarget& page, const Target& target, AimAt how, Deadline deadline) {
  require_valid_position(how.position);
  how.enabled = false;
  return perform(page, target, "hover", deadline, [&](const Located& element) {
    return hover_element(page, element, how, deadline);
  });
}

ActionResult fill(PageTarget& page, const Target& target, std::string_view value,
                  Deadline deadline) {
  return perform(page, target, value.empty() ? "clear" : "fill", deadline,
                 [&](const Located& element) { return fill_element(page, element, value, deadline); },
                 nullptr, fill_opening(value));
}

ActionResult type(PageTarget& page, const Target& target, std::string_view text,
                  const Typing& typing, Deadline deadline) {
  if (typing.per_character.count() < 0) {
    throw Error(ErrorKind::Usage, "the time between two keys cannot be negative");
  }
  const auto type_into = [&](const Located& element, bool is_answered_later) {
    const cdp::SessionId session = session_of(page, element);
    type_text(page, session, text, typing.per_character, deadline,
              between_keys(page, element.frame, is_answered_later, deadline));
    if (typing.press_enter) press_chord(page, session, parse_chord("Enter"), deadline);
    if (typing.blur) ask(page, element, "blurElement", Json::array(), deadline);
    return Attempt::succeeded(end_outcome(page, element, deadline));
  };
  const auto click_and_type = [&](const Located& element) {
    const Attempt clicked = click_at_centre(page, {}, deadline)(element);
    return clicked.done ? type_into(element, false) : clicked;
  };
  return perform(
      page, target, "type into", deadline,
      [&](const Located& element) {
        if (typing.clear_first) {
          const Attempt cleared = fill_element(page, element, "", deadline);
          if (!cleared.done) return cleared;
        }
        const Focused focused = focus_element(page, element, deadline);
        return focused.attempt.done ? type_into(element, focused.is_answered_later) : focused.attempt;
      },
      typing.fall_back_to_point ? Act(click_and_type) : nullptr);
}

namespace {

void require_times(int times) {
  if (times >= 1 && times <= 1000) return;
  throw Error(ErrorKind::Usage, fmt::format("a key is pressed 1 to 1000 times, not {}", times));
}

void press_times(PageTarget& page, const cdp::SessionId& session, const std::vector<Key>& keys, int times,
                 Deadline deadline, const std::function<void()>& between) {
  for (int i = 0; i < times; ++i) {
    press_chord(page, session, keys, deadline);
    if (between) between();
  }
}

}  // namespace

ActionResult press(PageTarget& page, const Target& target, std::string_view chord, int times,
                   Deadline deadline) {
  const std::vector<Key> keys = parse_chord(chord);
  require_times(times);
  return perform(page, target, "press a key in", deadline, [&](const Located& element) {
    const Focused focused = focus_element(page, element, deadline);
    if (!focused.attempt.done) return focused.attempt;
    press_times(page, session_of(page, element), keys, times, deadline,
                between_keys(page, element.frame, focused.is_answered_later, deadline));
    return Attempt::succeeded(end_outcome(page, element, deadline));
  });
}

ActionResult press(PageTarget& page, std::string_view chord, int times, Deadline deadline) {
  const std::vector<Key> keys = parse_chord(chord);
  require_times(times);
  return perform_on_page(page, "press a key", deadline, [&] {
    const FocusedPlace place = focused_place(page, deadline);
    press_times(page, page.session(), keys, times, deadline,
                between_keys(page, place.frame, place.is_answered_later, deadline));
    return Change{};
  });
}

namespace {

ActionResult select_options(PageTarget& page, const Target& target, const Json& wanted,
                            Deadline deadline) {
  return perform(page, target, "select in", deadline, [&](const Located& element) {
    const Json answer = page.call_bridge(
        element.frame, {"selectOptions", Json::array({element.ref, wanted})}, deadline);
    if (answer.value("state", std::string()) != "missing") return Attempt::from(answer);
    Attempt missing = Attempt::not_yet("has no option " + dump_json(answer.at("value")));
    for (const Json& option : answer.value("options", Json::array())) {
      missing.details.push_back("option " + dump_json(option));
    }
    return missing;
  });
}

}  // namespace

ActionResult select(PageTarget& page, const Target& target, const std::vector<std::string>& values,
                    Deadline deadline) {
  return select_options(page, target, Json(values), deadline);
}

ActionResult select(PageTarget& page, const Target& target, const std::vector<int>& places,
                    Deadline deadline) {
  for (const int place : places) {
    if (place < 1) {
      throw Error(ErrorKind::Usage, fmt::format("options count from 1, so {} is none", place));
    }
  }
  return select_options(page, target, Json(places), deadline);
}

namespace {

// What the element says of itself now; null where it has gone.
Json inspect(PageTarget& page, const Located& element, Deadline deadline) {
  const BridgeCall question{"inspect", Json::array({element.ref})};
  Json told = page.call_bridge(element.frame, question, deadline);
  if (told.is_null() || !told.value("stale", false)) return told;
  const cdp::Connection::Turn turn(page.connection());
  if (learn_custom_elements(page, {element.frame}, deadline)) {
    told = page.call_bridge(element.frame, question, deadline);
  }
  return told;
}

// Whether it is checked as wanted, or has gone; a page may take its time with what follows a click.
bool await_checked(PageTarget& page, const Located& element, bool wanted, Deadline deadline) {
  ChangeWatch watch(page);
  bool is_seen = false;
  do {
    watch.arm();
    try {
      const Json told = inspect(page, element, deadline);
      if (told.is_null() || told.value("checked", false) == wanted) return true;
    } catch (const Error& error) {
      // The deadline came in the middle of another look.
      if (error.kind() != ErrorKind::Timeout || !is_seen) throw;
    }
    is_seen = true;
  } while (watch.wait(deadline));
  return false;
}

}  // namespace

ActionResult set_checked(PageTarget& page, const Target& target, Checked wanted, Deadline deadline) {
  const bool wants = wanted == Checked::Yes;
  return perform(page, target, wants ? "check" : "uncheck", deadline, [&](const Located& element) {
    const Json before = inspect(page, element, deadline);
    if (before.is_null()) return Attempt::element_gone();
    const std::string role = before.value("role", std::string());
    if (role != "checkbox" && role != "radio" && role != "switch" && role != "menuitemcheckbox" &&
        role != "menuitemradio") {
      return Attempt::never(fmt::format("is a {}, which cannot be checked", role));
    }
    if (before.value("checked", false) == wants) return Attempt::succeeded();
    if (!wants && role == "radio") return Attempt::never("is a radio button; check another instead");
    const Attempt clicked = click_element(page, element, {}, deadline);
    if (!clicked.done) return clicked;
    if (await_checked(page, element, wants, deadline)) return clicked;
    return Attempt::never("did not change when it was clicked");
  });
}

ActionResult focus(PageTarget& page, const Target& target, Deadline deadline) {
  return perform(page, target, "focus", deadline, [&](const Located& element) {
    const Attempt focused = focus_element(page, element, deadline).attempt;
    return focused.done ? Attempt::succeeded(end_outcome(page, element, deadline)) : focused;
  });
}

ActionResult blur(PageTarget& page, const Target& target, Deadline deadline) {
  return perform(page, target, "take the focus from", deadline, [&](const Located& element) {
    const Attempt blurred = ask(page, element, "blurElement", Json::array(), deadline);
    return blurred.done ? Attempt::succeeded(end_outcome(page, element, deadline)) : blurred;
  });
}

ActionResult dispatch(PageTarget& page, const Target& target, std::string_view type,
                      const Json& properties, Deadline deadline) {
  if (type.empty()) throw Error(ErrorKind::Usage, "an event needs a type, such as click");
  if (!properties.is_object() && !properties.is_null()) {
    throw Error(ErrorKind::Usage, "the properties of an event are a JSON object");
  }
  const Json given = properties.is_null() ? Json::object() : properties;
  return perform(page, target, fmt::format("send a {} event to", type), deadline,
                 [&](const Located& element) {
                   return Attempt::from(page.call_bridge(
                       element.frame,
                       {"dispatchOn", Json::array({element.ref, std::string(type), given})}, deadline));
                 });
}

ActionResult click_at(PageTarget& page, Point point, const MouseClick& click, Deadline deadline) {
  require_valid(click);
  if (!std::isfinite(point.x) || !std::isfinite(point.y)) {
    throw Error(ErrorKind::Usage, "a point of the viewport is two numbers of pixels");
  }
  return perform_on_page(page, "click at a point", deadline, [&] {
    click_point(page, point, click, deadline);
    return Change{};
  });
}

}  // namespace casement
