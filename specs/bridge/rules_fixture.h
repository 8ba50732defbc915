// The snapshot of a page whose markup a spec writes.
#pragma once

#include <casement/testing.h>

#include <nlohmann/json.hpp>
#include <string>

namespace casement::specs {

class Rules : public BrowserTest {
 protected:
  std::string text_of(const std::string& markup) {
    page().open("data:text/html,<!doctype html><html lang=en><body></body>");
    page().evaluate("document.body.innerHTML = " + nlohmann::json(markup).dump() + "; 0");
    return page().snapshot().text();
  }
};

}  // namespace casement::specs
