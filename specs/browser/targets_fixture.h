// Targets on a page that a spec writes.
#pragma once

#include <casement/testing.h>

#include <string>
#include <vector>

#include "casement/api/engine.h"
#include "casement/find/find_elements.h"
#include "specs/support/patience.h"

namespace casement::specs {

class Targets : public BrowserTest {
 protected:
  void SetUp() override {
    BrowserTest::SetUp();
    page().set_default_timeout(soon(std::chrono::milliseconds(2000)));
  }
  void show(const std::string& html) {
    page().open("about:blank");
    page().evaluate("document.write(" + nlohmann::json("<!doctype html><title>T</title>" + html).dump() +
                    "); document.close()");
  }
  // The refs of all that a target means now.
  std::vector<std::string> found_by_page(const std::string& target) {
    std::vector<std::string> refs;
    for (const ElementHandle& one :
         find_elements(engine_of(page()), target, Deadline::in(std::chrono::seconds(20))).found) {
      refs.push_back(one.ref_text());
    }
    return refs;
  }
  // The error of a click that must fail quickly.
  Error error_of_click(const std::string& target) {
    try {
      page().click(target, {1, MouseButton::Left, soon(std::chrono::milliseconds(300))});
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << target << " was clicked";
    return Error(ErrorKind::Internal, "");
  }
};

}  // namespace casement::specs
