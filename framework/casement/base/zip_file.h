// Makes ZIP archives, for files that go to a Grid or to other programs. Pure. Any thread.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace casement {

struct ZippedFile {
  std::string name;  // UTF-8; "/" separates folders
  std::string content;
};

// A ZIP archive (PKWARE's APPNOTE.TXT 6.3) with the uncompressed files. Throws Error{Usage} for an archive of 4 GiB,
// names of 64 KiB and 65,535 files, which an archive without 64-bit extensions cannot contain.
std::string zip_of(std::span<const ZippedFile> files);

}  // namespace casement
