// What there is to say of an application whose Chrome answers nothing.
#pragma once

#include <optional>
#include <string_view>

#include "casement/base/error.h"
#include "casement/browser/page/page_session.h"

namespace casement {

// QtWebEngine shows a dialog in an event loop of its own, in which no command of the protocol is read: not even the one
// that would close the dialog.
inline constexpr std::string_view kDialogsHold =
    "QtWebEngine answers nothing while a dialog of a page is open, which only a person can close";

// Of a call that failed with `error`: the error, with the silence in its trail. Nothing where the page is of a browser
// that Casement started, or the application has said something of late.
std::optional<Error> explain_silence(PageSession& page, const Error& error);

}  // namespace casement
