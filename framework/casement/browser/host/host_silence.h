// Explains the silence of an application whose Chrome does not answer.
#pragma once

#include <optional>
#include <string_view>

#include "casement/base/error.h"
#include "casement/browser/page/page_session.h"

namespace casement {

// QtWebEngine shows a dialog in a nested event loop, which reads no protocol command, not even the command that would
// close the dialog.
inline constexpr std::string_view kDialogsHold =
    "QtWebEngine does not answer while a dialog of a page is open; close the dialog in the window";

// Returns `error`, with the silence added to the trail. Returns nothing if Casement started the browser, or if the
// application has sent something recently.
std::optional<Error> explain_silence(PageSession& page, const Error& error);

}  // namespace casement
