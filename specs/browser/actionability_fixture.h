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
  // Where the markup stands: in the document, an open or a closed shadow root, or a frame of another site.
  void show_in(const std::string& place, const std::string& html) {
    if (place == "document") return show(html);
    if (place == "cross-site frame") {
      page().network().route(
          "http://other.test/inner.html",
          RouteAnswer::fulfil({.body = "<!doctype html><body>" + html, .content_type = "text/html"}));
      return show(R"(<iframe title="Inner" width=600 height=400 src="http://other.test/inner.html"></iframe>)");
    }
    show("<div id=host></div>");
    page().evaluate("document.querySelector('#host').attachShadow({mode: '" + place +
                    "'}).innerHTML = " + nlohmann::json(html).dump() + "; 0");
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
