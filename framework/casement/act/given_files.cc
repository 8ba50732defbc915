#include "casement/act/given_files.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "casement/base/file_system.h"
#include "casement/base/system_message.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/values/remote_browser.h"

namespace casement {
namespace {

// Chrome accepts a path that is no file, without an error, so this check comes first.
void check_readable(const std::string& file, std::string_view verb) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    throw Error(ErrorKind::Usage, fmt::format("there is no file {} to {}", file, verb));
  }
  if (!std::ifstream(file)) throw Error(ErrorKind::Usage, "the file " + file + " cannot be read");
}

void check_folder(const std::string& folder, std::string_view verb) {
  std::error_code error;
  std::filesystem::recursive_directory_iterator below(folder, error);
  while (!error && below != std::filesystem::recursive_directory_iterator()) {
    if (below->is_regular_file(error)) return;
    below.increment(error);
  }
  throw Error(ErrorKind::Usage, error ? "the folder " + folder + " cannot be read: " + system_message(error)
                                      : fmt::format("the folder {} has no files to {}", folder, verb));
}

}  // namespace

bool is_folder(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_directory(path, error);
}

Json given_files(PageSession& page, const std::vector<std::string>& files, std::string_view verb, Deadline deadline) {
  const ContextSession* const context = page.environment().context;
  BrowserHost* const host = context == nullptr ? nullptr : context->host();
  Json paths = Json::array();
  for (const std::string& file : files) {
    if (!is_folder(file)) {
      check_readable(file, verb);
    } else if (host != nullptr) {
      throw Error(ErrorKind::Environment, fmt::format("{} cannot do this: {} a folder to a browser on another machine",
                                                      page.connection().browser_name(), verb));
    } else {
      check_folder(file, verb);
    }
    paths.push_back(absolute_path(file).string());
  }
  if (host != nullptr) {
    for (Json& path : paths) path = host->bring_file(path.get<std::string>(), deadline);
  }
  return paths;
}

}  // namespace casement
