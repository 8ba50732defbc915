#include "casement/act/upload.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <utility>

#include "casement/act/evaluate.h"
#include "casement/act/given_files.h"
#include "casement/act/interceptions.h"
#include "casement/input/pointer.h"
#include "casement/input/text_input.h"

namespace casement {
namespace {

// While this object exists, Chrome hands file choosers to Casement and shows none.
class ChooserInterception {
 public:
  ChooserInterception(PageSession& page, Deadline deadline) : page_(page) {
    Interceptions::of(page_).take_file_chooser();
    for (const Frame* frame : page_.frames().all()) sessions_.insert(frame->session);
    std::vector<cdp::Call> calls;
    for (const cdp::SessionId& session : sessions_) calls.push_back(post(session, true));
    for (const cdp::Call& call : calls) {
      // A process that has gone or hangs opens no chooser.
      page_.connection().pump_until([&] { return call.done() || page_.closed(); },
                                    deadline.at_most(page_.frame_timeout()));
      page_.connection().abandon(call);
    }
  }
  ~ChooserInterception() {
    for (const cdp::SessionId& session : sessions_) page_.connection().abandon(post(session, false));
    Interceptions::of(page_).take_file_chooser();
  }
  ChooserInterception(const ChooserInterception&) = delete;
  ChooserInterception& operator=(const ChooserInterception&) = delete;

 private:
  cdp::Call post(const cdp::SessionId& session, bool enabled) {
    return page_.connection().send({session, "Page.setInterceptFileChooserDialog", {{"enabled", enabled}}, nullptr});
  }

  PageSession& page_;
  std::set<cdp::SessionId> sessions_;
};

bool takes_folder(PageSession& page, const FileChooser& chooser, Deadline deadline) {
  const Json node = page.connection().call(
      {chooser.session, "DOM.describeNode", {{"backendNodeId", *chooser.backend_node}}, nullptr}, deadline);
  const Json names_and_values = node.at("node").value("attributes", Json::array());
  for (std::size_t i = 0; i < names_and_values.size(); i += 2) {
    if (names_and_values[i] == "webkitdirectory") return true;
  }
  return false;
}

constexpr Milliseconds kLookAgain{20};  // polling, because no event reports it

struct FileInput {
  cdp::SessionId session;
  std::string object;  // Chrome's object id of the element
};

// Puts files into a file input. Chrome answers before it has gone through a folder, so this waits for the folder's
// files; returns false if they do not come in time.
bool set_files(PageSession& page, const FileInput& input, const Json& paths, bool of_folder, Deadline deadline) {
  const auto ask = [&](const char* function, bool by_value, Json arguments = Json::array()) {
    const Json answer = page.connection().call({input.session,
                                                "Runtime.callFunctionOn",
                                                {{"objectId", input.object},
                                                 {"functionDeclaration", function},
                                                 {"arguments", std::move(arguments)},
                                                 {"returnByValue", by_value}},
                                                nullptr},
                                               deadline);
    return answer.value("result", Json::object());
  };
  const Json before = of_folder ? ask("function() { return this.files }", false) : Json();
  page.connection().call(
      {input.session, "DOM.setFileInputFiles", {{"files", paths}, {"objectId", input.object}}, nullptr}, deadline);
  if (!of_folder) return true;
  const auto is_taken = [&] {
    // Each choice creates a new list, and so does a page that empties the input at once.
    return ask("function(before) { return this.files !== before }", true,
               {{{"objectId", before.value("objectId", std::string())}}})
        .value("value", false);
  };
  while (!is_taken()) {
    if (deadline.expired()) return false;
    page.connection().pump_until([&] { return page.closed(); }, deadline.at_most(kLookAgain));
  }
  return true;
}

constexpr const char* kFolderNotTaken =
    "did not accept the folder: the browser did not finish listing its files (it also walks linked folders, although "
    "it leaves out their files)";

// Clicks the element, and gives the files to the chooser that opens, in whatever frame.
ActionOutcome upload_by_chooser(PageSession& page, const ElementHandle& element, const Json& paths, bool of_folder,
                                Deadline deadline) {
  const ChooserInterception interception(page, deadline);
  ActionOutcome clicked = click_element(page, element, {}, deadline);
  if (!clicked.done) return clicked;
  // A page may open the chooser a little later; Chrome allows that for some seconds after the click.
  page.connection().pump_until(
      [&] { return Interceptions::of(page).has_file_chooser() || page.closed() || page.frames().main().crashed; },
      deadline);
  const std::optional<FileChooser> chooser = Interceptions::of(page).take_file_chooser();
  if (!chooser) return ActionOutcome::failed("is not a file input, and opened no file chooser when it was clicked");
  if (!chooser->backend_node) {
    return ActionOutcome::failed(
        "opened a file picker without a file input (File System Access API), which does not accept files from a test");
  }
  if (takes_folder(page, *chooser, deadline) != of_folder) {
    return ActionOutcome::failed(of_folder ? "opened a file chooser for files, which does not accept a folder"
                                           : "opened a file chooser for a folder, which does not accept files");
  }
  if (paths.size() > 1 && !chooser->is_multiple) return ActionOutcome::failed("accepts only one file");
  const Json input = page.connection().call(
      {chooser->session, "DOM.resolveNode", {{"backendNodeId", *chooser->backend_node}}, nullptr}, deadline);
  const bool is_set = set_files(page, {chooser->session, input.at("object").value("objectId", std::string())}, paths,
                                of_folder, deadline);
  return is_set ? clicked : ActionOutcome::failed(kFolderNotTaken);
}

ActionOutcome upload_to_input(PageSession& page, const ElementHandle& element, const Json& paths, bool of_folder,
                              Deadline deadline) {
  const FileInput input{session_of(page, element), object_of(page, element, deadline)};
  if (!set_files(page, input, paths, of_folder, deadline)) return ActionOutcome::failed(kFolderNotTaken);
  return ActionOutcome::succeeded(end_outcome(page, element, deadline));
}

}  // namespace

ActionResult upload(PageSession& page, const Target& target, const std::vector<std::string>& files, Deadline deadline) {
  const bool of_folder = std::ranges::any_of(files, [](const std::string& file) { return is_folder(file); });
  if (of_folder && files.size() > 1) throw Error(ErrorKind::Usage, "upload a folder alone, without other files");
  const Json paths = given_files(page, files, "upload", deadline);
  return retry_action(page, target, "upload to", deadline, [&](const ElementHandle& element) {
    const cdp::Connection::EngineLock lock(page.connection());
    const Json answer = page.call_bridge(
        element.frame, {"obstacleToUpload", Json::array({element.ref, files.size(), of_folder})}, deadline);
    if (answer.is_null()) return upload_to_input(page, element, paths, of_folder, deadline);
    if (answer == "gone") return ActionOutcome::element_gone();
    if (answer.value("state", std::string()) != "chooser") return ActionOutcome::from(answer);
    return upload_by_chooser(page, element, paths, of_folder, deadline);
  });
}

}  // namespace casement
