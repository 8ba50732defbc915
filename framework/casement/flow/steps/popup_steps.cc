// Steps for effects of an action outside of the page: popups, new pages, dialogs, downloads.
#include <fmt/format.h>

#include "casement/api/records.h"
#include "casement/flow/steps/page_calls.h"
#include "casement/flow/steps/step_rows.h"
#include "casement/target/text_pattern.h"

namespace casement {
namespace {

using Shape = ArgSpec::Shape;

// The argument as a text, or the map's text under `key`; `otherwise` if neither is given.
std::string text_or(const StepScope& scope, std::string_view key, std::string_view otherwise) {
  const YamlNode& value = scope.entry().value;
  if (value.is_text()) return scope.text(value);
  if (value.kind == YamlNode::Kind::Map) return StepMap(scope).text(key, otherwise);
  return std::string(otherwise);
}

PlannedStep parse_expect_popup(const StepScope& scope) {
  const std::string url = text_or(scope, "", "*");
  return look_step(scope, {"expect_popup", url == "*" ? "" : url},
                   [url, timeout = scope.timeout()](PageStack& pages) { pages.enter_popup(url, timeout); });
}

PlannedStep parse_switch_to_popup(const StepScope& scope) {
  const std::string url = scope.text(scope.entry().value);
  return page_step(scope, {"switch_to_popup", url},
                   [url, timeout = scope.timeout()](PageStack& pages) { pages.switch_to_popup(url, timeout); });
}

PlannedStep parse_new_page(const StepScope& scope) {
  const std::string url = text_or(scope, "", "");
  PlannedStep planned = page_step(
      scope, {"new_page", url}, [url, timeout = scope.timeout()](PageStack& pages) { pages.open_page(url, timeout); });
  if (!scope.is_tentative()) planned.opens = url;
  return planned;
}

PlannedStep parse_switch_to_page(const StepScope& scope) {
  const std::string url = scope.text(scope.entry().value);
  return page_step(scope, {"switch_to_page", url},
                   [url, timeout = scope.timeout()](PageStack& pages) { pages.switch_to_page(url, timeout); });
}

PlannedStep parse_leave_popup(const StepScope& scope) {
  return page_step(scope, {"leave_popup"}, [](PageStack& pages) { pages.leave_popup(); });
}

PlannedStep parse_close(const StepScope& scope) {
  return page_step(scope, {"close"}, [](PageStack& pages) { pages.close_popup(); });
}

PlannedStep parse_accept_dialogs(const StepScope& scope) {
  const YamlNode& value = scope.entry().value;
  if (!value.is_text()) {
    return page_step(scope, {"accept_dialogs"}, [](PageStack& pages) { pages.page().dialogs().accept(); });
  }
  const std::string text = scope.text(value);
  return page_step(scope, {"accept_dialogs", "with a text", "", text},
                   [text](PageStack& pages) { pages.page().dialogs().accept(text); });
}

PlannedStep parse_dismiss_dialogs(const StepScope& scope) {
  return page_step(scope, {"dismiss_dialogs"}, [](PageStack& pages) { pages.page().dialogs().dismiss(); });
}

PlannedStep parse_expect_dialog(const StepScope& scope) {
  const YamlNode& value = scope.entry().value;
  DialogFilter filter;
  std::optional<bool> accepted;
  std::string title;
  if (value.is_text()) {
    filter.message = scope.pattern(value);
    title = describe(filter.message);
  } else if (value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    if (const auto message = map.pattern("message")) filter.message = *message;
    filter.type = map.word("type", "");
    if (map.has("accepted")) accepted = map.flag("accepted");
    title = with_details(map.has("message") ? describe(filter.message) : "", {filter.type, !accepted   ? ""
                                                                                           : *accepted ? "accepted"
                                                                                                       : "dismissed"});
  }
  return look_step(scope, {"expect_dialog", title}, [filter, accepted, timeout = scope.timeout()](PageStack& pages) {
    const DialogRecord dialog = pages.take_dialog(filter, timeout);
    if (!accepted || *accepted == dialog.accepted) return;
    throw Error(ErrorKind::Assertion,
                fmt::format("expected the {} \"{}\" to be {}, but it was {}", dialog.type, dialog.message,
                            *accepted ? "accepted" : "dismissed", dialog.accepted ? "accepted" : "dismissed"));
  });
}

void keep_download(PageStack& pages, const DownloadRecord& download, const std::string& path, bool should_fail,
                   Milliseconds timeout) {
  const DownloadRecord ended = pages.await_end(download, timeout);
  const bool failed = ended.state == DownloadRecord::State::Failed;
  if (failed && !should_fail) {
    throw Error(ErrorKind::Assertion, fmt::format("the download of {} failed: {}", ended.url, ended.failure));
  }
  if (!failed && should_fail) {
    throw Error(ErrorKind::Assertion, fmt::format("expected the download of {} to fail, but it completed", ended.url));
  }
  if (path.empty()) return;
  make_folder_for(path);
  pages.page().downloads().save(ended, path, {timeout});
}

PlannedStep parse_expect_download(const StepScope& scope) {
  DownloadFilter filter{text_or(scope, "url", "*"), std::nullopt};
  WrittenFile file;
  bool should_fail = false;
  std::string title = filter.url == "*" ? "" : filter.url;
  if (scope.entry().value.kind == YamlNode::Kind::Map) {
    const StepMap map(scope);
    filter.name = map.pattern("name");
    if (const YamlEntry* save_to = map.find("save_to")) file = scope.written_file(*save_to);
    should_fail = map.flag("failed");
    if (should_fail && map.has("save_to")) {
      throw scope.source().error_at(map.find("save_to")->key.place,
                                    "a failed download has no file to save; remove 'save_to' or 'failed'");
    }
    title = with_details(filter.name ? describe(*filter.name) : title,
                         {should_fail ? "failed" : "", file.name.empty() ? "" : "saved to " + file.name});
  }
  return look_step(scope, {"expect_download", title}, [=, timeout = scope.timeout()](PageStack& pages) {
    const DownloadRecord download = pages.take_download(filter, timeout);
    keep_download(pages, download, file.path, should_fail, timeout);
  });
}

PlannedStep parse_cancel_download(const StepScope& scope) {
  const DownloadFilter filter{text_or(scope, "", "*"), std::nullopt};
  return page_step(scope, {"cancel_download", filter.url == "*" ? "" : filter.url},
                   [filter, timeout = scope.timeout()](PageStack& pages) {
                     pages.page().downloads().cancel(pages.take_download(filter, timeout));
                   });
}

}  // namespace

std::vector<StepSpec> popup_steps() {
  using enum ArgumentShape;
  return {
      {"expect_popup", OptionalText, "Waits for a popup that no step has taken yet; the steps that follow act on it.",
       "\"*/help\"", parse_expect_popup},
      {"switch_to_popup", Text, "Continues in an open popup with this address.", "\"*/help\"", parse_switch_to_popup},
      {"new_page", OptionalText,
       "Opens another page of the same user, with the same cookies; the steps that follow act on it.", "/orders",
       parse_new_page},
      {"switch_to_page", Text, "Continues in an open page of the same user with this address.", "\"*/cart\"",
       parse_switch_to_page},
      {"leave_popup", Nothing, "Continues in the previous page; the popup or new page stays open.", "",
       parse_leave_popup},
      {"close", Nothing, "Closes the popup or new page, and continues in the previous page.", "", parse_close},
      {"accept_dialogs", OptionalText, "Accepts dialogs from now on, prompts with this text or the page's own default.",
       "Ada", parse_accept_dialogs},
      {"dismiss_dialogs", Nothing, "Dismisses dialogs from now on, as without any such step.", "",
       parse_dismiss_dialogs},
      {"expect_dialog",
       OptionalTextOrMap,
       "Waits for a dialog that no step has taken yet.",
       "Really?  or  { type: confirm, message: /really/i, accepted: true }",
       parse_expect_dialog,
       {{"message", Shape::Pattern, "the dialog's text"},
        {"type", Shape::Word, "the kind of dialog", {"alert", "confirm", "prompt", "beforeunload"}},
        {"accepted", Shape::Flag, "whether the dialog was accepted"}}},
      {"expect_download",
       OptionalTextOrMap,
       "Waits for a download that no step has taken yet, and for its end.",
       "{ url: \"*/invoice\", name: /invoice-.*pdf/, save_to: invoice.pdf }",
       parse_expect_download,
       {by_default({"url", Shape::Text, "the download's address; * is any run of characters"}, "\"*\""),
        {"name", Shape::Pattern, "the proposed file name"},
        {"save_to", Shape::Text, "a file in the run's output folder"},
        {"failed", Shape::Flag, "expects the download to fail"}}},
      {"cancel_download", OptionalText, "Ends a download that no step has taken yet, before it is complete.",
       "\"*/film\"", parse_cancel_download},
  };
}

}  // namespace casement
