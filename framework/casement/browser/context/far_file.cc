#include "casement/browser/context/far_file.h"

#include <cerrno>
#include <fstream>
#include <utility>

#include "casement/base/base64.h"
#include "casement/base/error.h"
#include "casement/base/system_message.h"
#include "casement/browser/context/helper_page.h"
#include "casement/browser/page/page_session.h"

namespace casement {
namespace {

// A Grid passes on a mebibyte in a fraction of a second.
constexpr std::size_t kPiece = 1024 * 1024;

constexpr const char* kChooser = "Object.assign(document.createElement('input'), { type: 'file' })";

// [size, a piece in base64]; a rejected promise where it cannot be read.
constexpr const char* kReader = R"(function (from, count) {
  const file = this.files[0];
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done([file.size, reader.result.split(',')[1] || '']);
    reader.onerror = () => failed(reader.error);
    reader.readAsDataURL(file.slice(from, from + count));
  });
})";

class FarFile {
 public:
  FarFile(PageSession& page, const std::string& path, Deadline deadline)
      : page_(page), path_(path), deadline_(deadline) {
    const Json made = call("Runtime.evaluate", {{"expression", kChooser}, {"returnByValue", false}});
    chooser_ = made.at("result").value("objectId", std::string());
    call("DOM.setFileInputFiles", {{"files", Json::array({path})}, {"objectId", chooser_}});
  }

  // The file's size, and its bytes from there on.
  std::pair<std::size_t, std::string> piece(std::size_t from) {
    const Json answer = call("Runtime.callFunctionOn", {{"functionDeclaration", kReader},
                                                        {"objectId", chooser_},
                                                        {"arguments", {{{"value", from}}, {{"value", kPiece}}}},
                                                        {"awaitPromise", true},
                                                        {"returnByValue", true}});
    const Json value = answer.at("result").value("value", Json());
    if (answer.contains("exceptionDetails") || !value.is_array() || value.size() != 2 || !value[0].is_number() ||
        !value[1].is_string()) {
      throw error();
    }
    return {value[0].get<std::size_t>(), decode_base64(value[1].get<std::string>())};
  }

  Error error() const {
    return Error(ErrorKind::Environment, "the browser's machine has no file " + path_ + ", or the file cannot be read");
  }

 private:
  Json call(const char* method, Json params) {
    return page_.connection().call({page_.session(), method, std::move(params), nullptr}, deadline_);
  }

  PageSession& page_;
  const std::string& path_;
  Deadline deadline_;
  std::string chooser_;
};

}  // namespace

void copy_far_file(ContextSession& context, const std::string& far_path, std::size_t size, const std::string& path,
                   Deadline deadline) {
  const HelperPage own(context, deadline);
  FarFile file(own.page(), far_path, deadline);
  auto [found, bytes] = file.piece(0);
  // For Chrome a file that is not there is an empty one.
  if (found != size) throw file.error();
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  for (std::size_t written = 0;;) {
    errno = 0;
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.flush();
    if (!out) throw Error(ErrorKind::Environment, "cannot write " + path + ": " + system_message(errno));
    written += bytes.size();
    if (written >= size) return;
    if (bytes.empty()) throw file.error();
    bytes = file.piece(written).second;
  }
}

}  // namespace casement
