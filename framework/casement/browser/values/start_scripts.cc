#include "casement/browser/values/start_scripts.h"

#include <cerrno>
#include <optional>
#include <system_error>

#include "casement/base/error.h"
#include "casement/base/file_text.h"
#include "casement/base/text.h"

namespace casement {

std::string read_script(const std::string& file) {
  std::optional<std::string> text = read_whole_file(file);
  if (!text) {
    throw Error(ErrorKind::Environment,
                "the script " + file + " cannot be read: " + std::generic_category().message(errno));
  }
  if (!is_valid_utf8(*text)) throw Error(ErrorKind::Usage, "the script " + file + " is not UTF-8");
  return *std::move(text);
}

}  // namespace casement
