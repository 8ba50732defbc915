#include "casement/reports/history_reading.h"

#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "casement/base/error.h"
#include "casement/base/file_system.h"
#include "casement/base/file_text.h"
#include "casement/base/system_message.h"
#include "casement/reports/history_json.h"
#include "casement/reports/report_reading.h"

namespace casement::reports {

namespace fs = std::filesystem;

namespace {

class Reader {
 public:
  explicit Reader(HistoryJoiner& joiner) : joiner_(joiner) {}

  void read(const fs::path& input) {
    attempt(input, [&] {
      if (is_folder(input)) {
        read_folder(input);
      } else if (input.filename() == "results.json") {
        joiner_.add(read_outline(input.parent_path()));
      } else {
        read_file(input);
      }
    });
  }
  std::vector<UnreadFile> unread() { return std::move(unread_); }

 private:
  template <typename Read>
  void attempt(const fs::path& path, Read read) {
    try {
      read();
    } catch (const Error& error) {
      unread_.push_back({path, error.message()});
    }
  }

  void read_file(const fs::path& path) {
    const std::optional<std::string> text = read_whole_file(path.string());
    if (!text) throw Error(ErrorKind::Usage, system_message(errno));
    joiner_.add(history_from_text(*text));
  }

  void read_folder(const fs::path& folder) {
    if (is_file(folder / "history.json")) attempt(folder / "history.json", [&] { read_file(folder / "history.json"); });
    if (is_file(folder / "results.json")) {
      attempt(folder / "results.json", [&] { joiner_.add(read_outline(folder)); });
      return;
    }
    for (const fs::path& entry : entries_of(folder)) {
      std::error_code none;
      if (fs::is_symlink(entry, none) || !is_folder(entry)) continue;
      attempt(entry, [&] { read_folder(entry); });
    }
  }

  HistoryJoiner& joiner_;
  std::vector<UnreadFile> unread_;
};

}  // namespace

std::vector<UnreadFile> read_history(const fs::path& input, HistoryJoiner& joiner) {
  Reader reader(joiner);
  reader.read(input);
  return reader.unread();
}

}  // namespace casement::reports
