// Makes a ZIP archive of one file, the format in which WebDriver clients send files to a Grid. Pure. Any thread.
#pragma once

#include <string>
#include <string_view>

namespace casement::grid {

// A ZIP archive (PKWARE's APPNOTE.TXT 6.3) with the uncompressed `content` under this name in UTF-8. Throws
// Error{Usage} for files of 4 GiB and names of 64 KiB, which an archive without 64-bit extensions cannot contain.
std::string zip_of(std::string_view name, std::string_view content);

}  // namespace casement::grid
