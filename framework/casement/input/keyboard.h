// Sends trusted keyboard input to a session. Keys for an element go to its frame's own session, so that they cannot go
// elsewhere while a change of focus is on its way between Chrome's processes.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/input/key_table.h"

namespace casement {

// Must be called before any key is sent. Throws Error{Environment} if the browser takes no keys.
void make_ready_for_keys(PageSession& page, Deadline deadline);

// Presses the keys of a chord in order and releases them in reverse. Calls `while_pressed` in between, if given.
void press_chord(PageSession& page, const cdp::SessionId& session, const std::vector<Key>& chord, Deadline deadline,
                 const std::function<void()>& while_pressed = nullptr);

// Types text key by key. Inserts a character without a key as an input method would. Sends all keys at once, unless
// `per_character` sets a time between them or `between` must be called after each.
void type_text(PageSession& page, const cdp::SessionId& session, std::string_view text, Milliseconds per_character,
               Deadline deadline, const std::function<void()>& between = nullptr);

// Enters text as an input method does: shows each stage of `composition`, and then inserts the text. Calls `between`
// after each of them.
void compose_text(PageSession& page, const cdp::SessionId& session, std::string_view text,
                  const std::vector<std::string>& composition, Milliseconds per_stage, Deadline deadline,
                  const std::function<void()>& between = nullptr);

// Inserts text at once, as a paste or an input method does.
void insert_text(PageSession& page, const cdp::SessionId& session, std::string_view text, Deadline deadline);

}  // namespace casement
