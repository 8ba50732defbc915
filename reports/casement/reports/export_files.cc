#include "casement/reports/export_files.h"

#include <fmt/format.h>
#include <openssl/sha.h>

#include <initializer_list>
#include <utility>

namespace casement::reports {
namespace {

std::string sha1_of(std::string_view text) {
  unsigned char hash[SHA_DIGEST_LENGTH];
  ::SHA1(reinterpret_cast<const unsigned char*>(text.data()), text.size(), hash);
  std::string hexadecimal;
  for (const unsigned char byte : hash) hexadecimal += fmt::format("{:02x}", byte);
  return hexadecimal;
}

// For people who unpack the archive; the viewer has the types from trace.network.
std::string ending_of(const std::string& type) {
  for (const char* ending : {"json", "html", "css", "svg", "xml", "png", "jpeg", "gif", "webp", "woff2"}) {
    if (type.find(ending) != type.npos) return ending;
  }
  return type.starts_with("text/") ? "txt" : "dat";
}

}  // namespace

std::string ExportFiles::add(std::string content, const std::string& type) {
  std::string name = fmt::format("resources/{}.{}", sha1_of(content), ending_of(type));
  files_.emplace(name, std::move(content));
  return name;
}

void ExportFiles::add_source(std::string_view path, std::string content) {
  files_[fmt::format("resources/src@{}.txt", sha1_of(path))] = std::move(content);
}

void ExportFiles::move_to(std::vector<ZippedFile>& files) {
  for (auto& [name, content] : files_) files.push_back({name, std::move(content)});
  files_.clear();
}

}  // namespace casement::reports
