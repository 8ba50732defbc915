// Actions on elements that a spec writes into a page.
#pragma once

#include <casement/testing.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "specs/support/patience.h"

namespace casement::specs {

class Actionability : public SiteTest<"actions"> {
 protected:
  void show(const std::string& html) {
    page().open("http://actions.test/blank.html");
    page().evaluate("document.body.innerHTML = " + nlohmann::json(html).dump() + "; 0");
  }
  Error error_of(const std::function<void()>& act) {
    try {
      act();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "it was done";
    return Error(ErrorKind::Internal, "");
  }
  std::string obstacle_of_click(const std::string& target) {
    return error_of([&] { page().click(target, {.timeout = soon(Milliseconds(1000))}); }).what();
  }
};

}  // namespace casement::specs
