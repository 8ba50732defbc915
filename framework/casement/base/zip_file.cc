#include "casement/base/zip_file.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "casement/base/error.h"

namespace casement {
namespace {

constexpr std::uint16_t kVersion = 20;               // the version of the format needed to read it: 2.0
constexpr std::uint16_t kNameIsUtf8 = 1 << 11;       // a general purpose flag
constexpr std::size_t kLongest = 0xFFFF'FFFFU;       // of an archive, in bytes
constexpr std::uint32_t kFirstOfJanuary1980 = 0x21;  // a date is required; the time stays 0

// With the reflected polynomial that ZIP has from IEEE 802.3.
std::uint32_t crc32_of(std::string_view content) {
  static const std::array<std::uint32_t, 256> kRemainders = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t byte = 0; byte < table.size(); ++byte) {
      std::uint32_t rest = byte;
      for (int bit = 0; bit < 8; ++bit) rest = (rest & 1) != 0 ? 0xEDB88320U ^ (rest >> 1) : rest >> 1;
      table[byte] = rest;
    }
    return table;
  }();
  std::uint32_t sum = 0xFFFFFFFFU;
  for (const char c : content) sum = kRemainders[(sum ^ static_cast<unsigned char>(c)) & 0xFF] ^ (sum >> 8);
  return ~sum;
}

void put(std::string& out, std::size_t bytes, std::uint64_t number) {
  for (std::size_t i = 0; i < bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xFF);
}

// The fields that the local file header and the directory entry share.
void put_description(std::string& out, std::string_view name, std::string_view content, std::uint32_t sum) {
  put(out, 2, kVersion);
  put(out, 2, kNameIsUtf8);
  put(out, 2, 0);  // stored
  put(out, 2, 0);
  put(out, 2, kFirstOfJanuary1980);
  put(out, 4, sum);
  put(out, 4, content.size());  // compressed
  put(out, 4, content.size());
  put(out, 2, name.size());
  put(out, 2, 0);  // length of the extra field
}

}  // namespace

std::string zip_of(std::span<const ZippedFile> files) {
  std::string zip, directory;
  if (files.size() >= 0xFFFF) throw Error(ErrorKind::Usage, "an archive cannot contain 65,535 files");
  for (const auto& [name, content] : files) {
    if (name.size() > 0xFFFF) throw Error(ErrorKind::Usage, "a file name is too long for an archive");
    if (content.size() >= kLongest - std::min(kLongest, zip.size() + directory.size() + 2 * name.size() + 1024)) {
      throw Error(ErrorKind::Usage, "an archive cannot contain 4 GiB");
    }
    const std::uint32_t sum = crc32_of(content);
    directory += "PK\1\2";
    put(directory, 2, kVersion);  // made by this version
    put_description(directory, name, content, sum);
    put(directory, 2, 0);           // length of the comment
    put(directory, 2, 0);           // number of the disk
    put(directory, 2, 0);           // internal attributes
    put(directory, 4, 0);           // external attributes
    put(directory, 4, zip.size());  // offset of the local file header
    directory += name;
    zip += "PK\3\4";
    put_description(zip, name, content, sum);
    zip.append(name).append(content);
  }
  const std::size_t begin = zip.size();
  zip += directory;
  zip += "PK\5\6";
  put(zip, 2, 0);
  put(zip, 2, 0);
  put(zip, 2, files.size());
  put(zip, 2, files.size());
  put(zip, 4, directory.size());
  put(zip, 4, begin);
  put(zip, 2, 0);
  return zip;
}

}  // namespace casement
