// Pages that are no ordinary ones, for the specs of what a snapshot gives of them: it is one, or a typed error comes
// within the deadline, and the next call works.
#pragma once

#include <chrono>
#include <string>

#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"
#include "casement/testing.h"
#include "specs/support/patience.h"

namespace casement::specs {

using std::chrono::milliseconds;
using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

class BadPages : public SiteTest<"elements"> {
 protected:
  void serve(const std::string& body, const std::string& type) {
    site().route("elements.test", "/odd", answers_text(body, 200, type));
  }
  std::string text_of(const std::string& url) {
    page().open(url);
    return page().snapshot().text();
  }
  std::string text_of(const std::string& body, const std::string& type) {
    serve(body, type);
    return text_of("http://elements.test/odd");
  }
  // The page takes orders again.
  void expect_usable() {
    page().open("http://elements.test/lists.html");
    EXPECT_THAT(page().snapshot().text(), HasSubstr("Blue kettle"));
  }
  // Runs a script in the page without waiting for its end.
  void start_script(const std::string& source) {
    PageSession& target = engine_of(page());
    const cdp::Connection::EngineLock lock(target.connection());
    target.connection().send({target.session(), "Runtime.evaluate", {{"expression", source}}, nullptr});
  }
  void stop_script() {
    PageSession& target = engine_of(page());
    const cdp::Connection::EngineLock lock(target.connection());
    target.connection().call({target.session(), "Runtime.terminateExecution", Json::object(), nullptr},
                             Deadline::in(milliseconds(10000)));
  }
};

}  // namespace casement::specs
