#include "casement/act/actions.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "casement/act/keyboard.h"
#include "casement/act/text_input.h"

namespace casement {

void click(PageTarget& page, const Target& target, const MouseClick& click, Deadline deadline) {
  perform(page, target, "click", deadline, [&](const Located& element) {
    return click_element(page, element, click, deadline);
  });
}

void hover(PageTarget& page, const Target& target, Deadline deadline) {
  perform(page, target, "hover", deadline, [&](const Located& element) {
    return hover_element(page, element, deadline);
  });
}

void fill(PageTarget& page, const Target& target, std::string_view value, Deadline deadline) {
  perform(page, target, value.empty() ? "clear" : "fill", deadline, [&](const Located& element) {
    return fill_element(page, element, value, deadline);
  });
}

void type(PageTarget& page, const Target& target, std::string_view text, const Typing& typing,
          Deadline deadline) {
  perform(page, target, "type into", deadline, [&](const Located& element) {
    const Attempt ready = typing.clear_first ? fill_element(page, element, "", deadline)
                                             : focus_element(page, element, deadline);
    if (!ready.done) return ready;
    const cdp::SessionId session = session_of(page, element);
    type_text(page, session, text, typing.per_character, deadline);
    if (typing.press_enter) press_chord(page, session, parse_chord("Enter"), deadline);
    return Attempt::succeeded();
  });
  page.settle_navigation(deadline);
}

void press(PageTarget& page, const Target& target, std::string_view chord, Deadline deadline) {
  const std::vector<Key> keys = parse_chord(chord);
  perform(page, target, "press a key in", deadline, [&](const Located& element) {
    const Attempt ready = focus_element(page, element, deadline);
    if (ready.done) press_chord(page, session_of(page, element), keys, deadline);
    return ready;
  });
  page.settle_navigation(deadline);
}

void press(PageTarget& page, std::string_view chord, Deadline deadline) {
  press_chord(page, page.session(), parse_chord(chord), deadline);
  page.settle_navigation(deadline);
}

void select(PageTarget& page, const Target& target, const std::vector<std::string>& values,
            Deadline deadline) {
  perform(page, target, "select in", deadline, [&](const Located& element) {
    const Json answer = page.call_bridge(
        element.frame, {"selectOptions", Json::array({element.ref, values})}, deadline);
    const std::string state = answer.value("state", std::string());
    if (state == "done") return Attempt::succeeded();
    if (state == "gone") return Attempt::not_yet("has left its document");
    if (state == "obstacle") return Attempt::not_yet(answer.value("why", std::string()));
    Attempt missing = Attempt::not_yet(
        fmt::format("has no option \"{}\"", answer.value("value", std::string())));
    for (const Json& option : answer.value("options", Json::array())) {
      missing.details.push_back("option " + dump_json(option));
    }
    return missing;
  });
}

void set_checked(PageTarget& page, const Target& target, Checked wanted, Deadline deadline) {
  const bool wants = wanted == Checked::Yes;
  perform(page, target, wants ? "check" : "uncheck", deadline, [&](const Located& element) {
    const BridgeCall inspect{"inspect", Json::array({element.ref})};
    const Json before = page.call_bridge(element.frame, inspect, deadline);
    if (before.is_null()) return Attempt::not_yet("has left its document");
    const std::string role = before.value("role", std::string());
    if (role != "checkbox" && role != "radio" && role != "switch" && role != "menuitemcheckbox" &&
        role != "menuitemradio") {
      return Attempt::never(fmt::format("is a {}, which cannot be checked", role));
    }
    if (before.value("checked", false) == wants) return Attempt::succeeded();
    if (!wants && role == "radio") return Attempt::never("is a radio button; check another instead");
    const Attempt clicked = click_element(page, element, {}, deadline);
    if (!clicked.done) return clicked;
    const Json after = page.call_bridge(element.frame, inspect, deadline);
    if (after.is_null() || after.value("checked", false) == wants) return Attempt::succeeded();
    return Attempt::never("did not change when it was clicked");
  });
}

}  // namespace casement
