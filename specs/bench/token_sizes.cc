// How many bytes each form of a page has: one JSON object, page → form → bytes. specs/bench/tokens puts it beside what
// others write of the same pages.
#include <fmt/format.h>

#include <iostream>
#include <string>

#include "casement/dom/compact_text.h"
#include "casement/dom/dom_snapshot.h"
#include "specs/bench/bench_stage.h"

int main(int argument_count, char** arguments) {
  using namespace casement;
  std::string all;
  for (int i = 1; i + 1 < argument_count; i += 2) {
    Page& page = bench::Stage::shared().page(arguments[i + 1]);
    page.snapshot();
    const DomSnapshot dom = page.dom();
    all +=
        fmt::format(R"({}"{}":{{"full":{},"flat":{},"snapshot":{},"compact":{},"interactive":{}}})", i > 1 ? "," : "",
                    arguments[i], dom.json({.form = DomJsonOptions::Form::Full}).size(), dom.json().size(),
                    page.snapshot().text().size(), compact_text(dom).size(), dom.counts().interactive);
  }
  std::cout << '{' << all << "}\n";
  return 0;
}
