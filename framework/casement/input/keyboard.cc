#include "casement/input/keyboard.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "casement/base/text.h"
#include "casement/input/compositor_sync.h"

namespace casement {
namespace {

constexpr int kShiftBit = 8;
constexpr int kNumberPad = 3;  // KeyboardEvent.DOM_KEY_LOCATION_NUMPAD

cdp::Call post_key(PageSession& page, const cdp::SessionId& session, const char* type, const Key& key, int modifiers) {
  Json params{{"type", type},           {"key", key.key},
              {"code", key.code},       {"windowsVirtualKeyCode", key.key_code},
              {"modifiers", modifiers}, {"location", key.location}};
  if (key.location == kNumberPad) params["isKeypad"] = true;  // for Chrome, the location is not enough
  // A chord with Control, Alt or Meta is a command and types nothing.
  const bool types = !key.text.empty() && (modifiers & ~kShiftBit) == 0;
  if (std::string_view(type) == "keyDown") {
    if (types) {
      params["text"] = key.text;
      params["unmodifiedText"] = key.text;
    } else {
      params["type"] = "rawKeyDown";
    }
  }
  return page.connection().send({session, "Input.dispatchKeyEvent", std::move(params), nullptr});
}

void await_all(PageSession& page, const std::vector<cdp::Call>& calls, Deadline deadline) {
  for (const cdp::Call& call : calls) page.connection().result(call, deadline);
}

std::string_view next_character(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80) ++length;
  return text.substr(0, length);
}

// Waits for the time that the caller asked for, and serves the page meanwhile. Returns false if the page has ended.
bool pause(PageSession& page, Milliseconds time, Deadline deadline) {
  const auto has_ended = [&] { return page.closed() || page.frames().main().crashed; };
  if (page.connection().pump_until(has_ended, deadline.at_most(time))) return false;
  if (deadline.expired()) throw Error(ErrorKind::Timeout, "there was no time to type the rest of the text");
  return true;
}

// Returns the length of valid UTF-8 in UTF-16 code units, as scripts count.
std::size_t utf16_length(std::string_view text) {
  std::size_t length = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) != 0x80) length += byte >= 0xF0 ? 2 : 1;
  }
  return length;
}

// The key that pages see while an input method handles the pressed key (UI Events §5.2.5, keyCode 229).
const Key kTakenByInputMethod{"Process", "", 229, "", 0, false};

}  // namespace

// Keys go to whatever has the focus, and nothing reports whether they arrive.
void make_ready_for_keys(PageSession& page, Deadline deadline) {
  if (!page.environment().takes_keys) {
    throw Error(ErrorKind::Environment,
                page.connection().browser_name() + " cannot do this: after keys, its page accepts no more input",
                {"use fill to enter text into a field without keys"});
  }
  await_first_frame(page, deadline);
}

void press_chord(PageSession& page, const cdp::SessionId& session, const std::vector<Key>& chord, Deadline deadline,
                 const std::function<void()>& while_pressed) {
  const cdp::Connection::EngineLock lock(page.connection());
  make_ready_for_keys(page, deadline);
  std::vector<cdp::Call> calls;
  std::vector<Key> pressed;
  int modifiers = 0;
  for (const Key& key : chord) {
    modifiers |= modifier_bit(key);
    pressed.push_back((modifiers & kShiftBit) != 0 ? with_shift(key) : key);
    calls.push_back(post_key(page, session, "keyDown", pressed.back(), modifiers));
  }
  if (while_pressed) {
    await_all(page, std::exchange(calls, {}), deadline);
    while_pressed();
  }
  for (auto key = pressed.rbegin(); key != pressed.rend(); ++key) {
    modifiers &= ~modifier_bit(*key);
    calls.push_back(post_key(page, session, "keyUp", *key, modifiers));
  }
  await_all(page, calls, deadline);
}

void type_text(PageSession& page, const cdp::SessionId& session, std::string_view text, Milliseconds per_character,
               Deadline deadline, const std::function<void()>& between) {
  const cdp::Connection::EngineLock lock(page.connection());
  make_ready_for_keys(page, deadline);
  const std::string valid = to_valid_utf8(text);
  std::vector<cdp::Call> calls;
  for (std::string_view rest = valid; !rest.empty();) {
    const std::string_view character = next_character(rest);
    rest.remove_prefix(character.size());
    if (const auto key = key_for_character(character)) {
      const int modifiers = key->shift ? kShiftBit : 0;
      calls.push_back(post_key(page, session, "keyDown", *key, modifiers));
      calls.push_back(post_key(page, session, "keyUp", *key, modifiers));
    } else {
      calls.push_back(
          page.connection().send({session, "Input.insertText", {{"text", std::string(character)}}, nullptr}));
    }
    if (between) {
      await_all(page, std::exchange(calls, {}), deadline);
      between();
    }
    if (per_character.count() > 0 && !rest.empty() && !pause(page, per_character, deadline)) break;
  }
  await_all(page, calls, deadline);
}

void compose_text(PageSession& page, const cdp::SessionId& session, std::string_view text,
                  const std::vector<std::string>& composition, Milliseconds per_stage, Deadline deadline,
                  const std::function<void()>& between) {
  const cdp::Connection::EngineLock lock(page.connection());
  make_ready_for_keys(page, deadline);
  const auto put_in = [&](const char* command, Json params) {
    await_all(page,
              {post_key(page, session, "keyDown", kTakenByInputMethod, 0),
               page.connection().send({session, command, std::move(params), nullptr}),
               post_key(page, session, "keyUp", kTakenByInputMethod, 0)},
              deadline);
    if (between) between();
  };
  for (const std::string& stage : composition) {
    const std::string shown = to_valid_utf8(stage);
    const std::size_t end = utf16_length(shown);  // the caret
    put_in("Input.imeSetComposition", {{"text", shown}, {"selectionStart", end}, {"selectionEnd", end}});
    if (per_stage.count() > 0 && !pause(page, per_stage, deadline)) return;
  }
  put_in("Input.insertText", {{"text", to_valid_utf8(text)}});
}

void insert_text(PageSession& page, const cdp::SessionId& session, std::string_view text, Deadline deadline) {
  const cdp::Connection::EngineLock lock(page.connection());
  page.connection().call({session, "Input.insertText", {{"text", to_valid_utf8(text)}}, nullptr}, deadline);
}

}  // namespace casement
