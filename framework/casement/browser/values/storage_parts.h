// The optional parts of a storage state.
#pragma once

namespace casement {

// Cookies and local storage are always saved. A part that is false is left out.
struct StorageParts {
  bool session_storage = true;
  bool indexed_db = true;
  bool files = true;     // of the origin private file system (File System standard)
  bool passkeys = true;  // of ContextOptions::passkeys
};

}  // namespace casement
