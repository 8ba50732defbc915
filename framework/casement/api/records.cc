#include "casement/api/records.h"

#include <algorithm>

#include "casement/api/engine.h"
#include "casement/api/observed.h"
#include "casement/browser/context/context_session.h"
#include "casement/browser/context/far_file.h"
#include "casement/browser/page/page_session.h"
#include "casement/browser/page/socket_log.h"

namespace casement {

std::vector<ConsoleLine> PageConsole::lines() const {
  return locked(handle_of(page_), [&](PageSession& page) { return page.console().log().copy(); });
}

std::vector<std::string> PageConsole::texts() const {
  return locked(handle_of(page_), [&](PageSession& page) { return page.console().lines(); });
}

std::vector<PageError> PageConsole::errors() const {
  return locked(handle_of(page_), [&](PageSession& page) { return page.console().errors().copy(); });
}

std::vector<DialogRecord> PageDialogs::all() const {
  return locked(handle_of(page_), [&](PageSession& page) { return page.dialogs().log().copy(); });
}

std::vector<std::string> PageDialogs::texts() const {
  return locked(handle_of(page_), [&](PageSession& page) {
    std::vector<std::string> texts;
    for (const DialogRecord& dialog : page.dialogs().log().entries()) {
      texts.push_back(dialog.type + ": " + dialog.message);
    }
    return texts;
  });
}

void PageDialogs::accept(Where where) const {
  observed(handle_of(page_), where, {"accept_dialogs"},
           [&](PageSession&) { answer([](const DialogRecord&) { return DialogAnswer{true}; }); });
}

void PageDialogs::accept(std::string_view prompt_text, Where where) const {
  observed(handle_of(page_), where, {"accept_dialogs"}, [&](PageSession&) {
    answer([text = std::string(prompt_text)](const DialogRecord&) { return DialogAnswer{true, text}; });
  });
}

void PageDialogs::dismiss(Where where) const {
  observed(handle_of(page_), where, {"dismiss_dialogs"}, [&](PageSession&) { answer(dismiss_dialog); });
}

void PageDialogs::answer(DialogHandler handler) const {
  if (!handler) throw Error(ErrorKind::Usage, "dialogs need a handler");
  locked(handle_of(page_), [&](PageSession& page) { page.dialogs().set_handler(std::move(handler)); });
}

std::vector<DownloadRecord> PageDownloads::all() const {
  return locked(handle_of(page_), [&](PageSession& page) { return page.downloads().log().copy(); });
}

void PageDownloads::save(const DownloadRecord& download, const std::string& path, const ActionOptions& options,
                         Where where) const {
  observed(handle_of(page_), where, {"save_download", "", download.url}, [&](PageSession& page) {
    const Deadline deadline = page.deadline(options.timeout);
    Downloads::FarCopy copy_far;  // by an empty page of the context
    if (ContextSession* const context = page.environment().context; context != nullptr) {
      copy_far = [=, &path](const std::string& from, std::size_t size) {
        copy_far_file(*context, from, size, path, deadline);
      };
    }
    page.downloads().save(download.id, path, copy_far, deadline);
  });
}

void PageDownloads::cancel(const DownloadRecord& download, Where where) const {
  observed(handle_of(page_), where, {"cancel_download", "", download.url},
           [&](PageSession& page) { page.downloads().cancel(download.id, page.deadline(Milliseconds{0})); });
}

std::vector<SocketRecord> PageSockets::all() const {
  return locked(handle_of(page_), [](PageSession& page) { return page.extension<SocketLog>().copy(); });
}

std::vector<SocketMessage> PageSockets::messages() const {
  return locked(handle_of(page_), [](PageSession& page) {
    const SocketLog& log = page.extension<SocketLog>();
    std::vector<SocketMessage> all;
    for (const SocketMessage& message : log.messages()) all.push_back(log.copy(message));
    // Frames and workers in other processes report their messages independently.
    std::ranges::stable_sort(all, {}, &SocketMessage::time);
    return all;
  });
}

}  // namespace casement
