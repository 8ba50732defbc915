// Real, trusted keyboard input. It is sent to the session of the frame that has the focus, so that a
// focus that is still on its way through Chrome's own processes cannot send text elsewhere.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "casement/browser/page/page_session.h"
#include "casement/input/key_table.h"

namespace casement {

// Before any key is sent. Throws Error{Environment} where the browser takes none.
void make_ready_for_keys(PageSession& page, Deadline deadline);

// Presses the keys of a chord in order and releases them in reverse.
void press_chord(PageSession& page, const cdp::SessionId& session, const std::vector<Key>& chord, Deadline deadline);

// Types text key by key; what no key types is inserted as an input method would. All keys are sent
// at once, unless `per_character` asks for time between them, or `between` is to be called there.
void type_text(PageSession& page, const cdp::SessionId& session, std::string_view text, Milliseconds per_character,
               Deadline deadline, const std::function<void()>& between = nullptr);

// Puts text in by an input method: what it shows on the way, one after the other, and then the text itself. `between`
// is called behind each.
void compose_text(PageSession& page, const cdp::SessionId& session, std::string_view text,
                  const std::vector<std::string>& composition, Milliseconds per_stage, Deadline deadline,
                  const std::function<void()>& between = nullptr);

// Inserts text at once, as pasting or an input method does.
void insert_text(PageSession& page, const cdp::SessionId& session, std::string_view text, Deadline deadline);

}  // namespace casement
