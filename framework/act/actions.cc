#include "casement/act/actions.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

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

namespace {

// What a bridge function says of an element: null where it did what was asked, else what stood in
// the way.
Attempt ask(PageTarget& page, const Located& element, const char* function, Json more,
            Deadline deadline) {
  Json arguments = Json::array({element.ref});
  for (Json& one : more) arguments.push_back(std::move(one));
  const Json why = page.call_bridge(element.frame, {function, std::move(arguments)}, deadline);
  if (why.is_null()) return Attempt::succeeded();
  if (why == "gone") return Attempt::not_yet("has left its document");
  return Attempt::not_yet(why.get<std::string>());
}

}  // namespace

void focus(PageTarget& page, const Target& target, Deadline deadline) {
  perform(page, target, "focus", deadline, [&](const Located& element) {
    return focus_element(page, element, deadline);
  });
}

void blur(PageTarget& page, const Target& target, Deadline deadline) {
  perform(page, target, "take the focus from", deadline, [&](const Located& element) {
    return ask(page, element, "blurElement", Json::array(), deadline);
  });
}

void scroll_to(PageTarget& page, const Target& target, Deadline deadline) {
  perform(page, target, "scroll to", deadline, [&](const Located& element) {
    return ask(page, element, "showElement", Json::array(), deadline);
  });
}

void upload(PageTarget& page, const Target& target, const std::vector<std::string>& files,
            Deadline deadline) {
  Json paths = Json::array();
  for (const std::string& file : files) {
    std::error_code error;
    // Chrome takes a path that is no file without a word.
    if (!std::filesystem::is_regular_file(file, error)) {
      throw Error(ErrorKind::Usage, "there is no file " + file + " to upload");
    }
    paths.push_back(std::filesystem::absolute(file).string());
  }
  perform(page, target, "upload to", deadline, [&](const Located& element) {
    const cdp::Connection::Turn turn(page.connection());
    const Attempt ready =
        ask(page, element, "obstacleToUpload", Json::array({files.size()}), deadline);
    if (!ready.done) return ready;
    const Frame* frame = page.frames().find(element.frame);
    if (frame == nullptr || !frame->world) return Attempt::not_yet("went away with its document");
    const cdp::SessionId session = frame->session;
    const Json found = page.connection().call(
        {session, "Runtime.evaluate",
         {{"expression", fmt::format("casement.elementOf({})", element.ref)},
          {"uniqueContextId", frame->world->unique_id}},
         nullptr},
        deadline);
    page.connection().call({session, "DOM.setFileInputFiles",
                            {{"files", paths}, {"objectId", found.at("result").at("objectId")}},
                            nullptr},
                           deadline);
    return Attempt::succeeded();
  });
}

void click_at(PageTarget& page, Point point, const MouseClick& click, Deadline deadline) {
  send_click(page, point, click, deadline);
  page.settle_navigation(deadline);
}

}  // namespace casement
