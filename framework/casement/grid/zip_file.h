// An archive of one file, as WebDriver clients send files to a Grid. Pure. Any thread.
#pragma once

#include <string>
#include <string_view>

namespace casement::grid {

// A ZIP archive (PKWARE's APPNOTE.TXT 6.3) that holds `content`, uncompressed, under this name in UTF-8. Throws
// Error{Usage} for what one without 64-bit extensions cannot hold: 4 GiB, or a name of 64 KiB.
std::string zip_of(std::string_view name, std::string_view content);

}  // namespace casement::grid
