#include "casement/reports/history_files.h"

#include <string>
#include <system_error>

#include "casement/base/error.h"
#include "casement/reports/history_json.h"
#include "casement/reports/history_page.h"
#include "casement/reports/history_texts.h"
#include "casement/reports/replaced_file.h"

namespace casement::reports {

namespace fs = std::filesystem;

HistoryFiles write_history(const History& history, const std::vector<CaseSummary>& summaries,
                           const std::vector<UnreadFile>& unread, std::string_view product, const fs::path& folder) {
  const HistoryFiles files{folder / "history.html", folder / "history.json"};
  std::vector<std::string> notes;
  for (const UnreadFile& file : unread) {
    std::error_code missing;
    if (fs::equivalent(file.path, files.json, missing)) {
      throw Error(ErrorKind::Usage, "cannot read " + files.json.string() + ", so it is not replaced: " + file.reason +
                                        "; remove the file to begin a new history");
    }
    notes.push_back("Skipped " + file.path.string() + ": " + file.reason);
  }
  const std::string left_out = left_out_text(history);
  if (!left_out.empty()) notes.push_back(left_out);
  make_report_folder(folder);
  replace_file(files.json, history_to_text(history));
  replace_file(files.html, history_page(history, summaries, notes, product));
  return files;
}

}  // namespace casement::reports
