// The browser for programs of Emscripten.
#pragma once

#include <memory>

#include "casement/browser/host/browser_session.h"

namespace casement::runners {

// The shared browser of CASEMENT_SHARED_BROWSER, or a new one that checks the program's accesses to memory
// (kCheckedMemory): a shared browser runs with its own arguments. Throws Error{Environment} if the browser does not
// start.
std::unique_ptr<BrowserSession> browser_for_wasm(bool headed);

}  // namespace casement::runners
