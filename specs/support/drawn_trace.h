// Draws copies of pages as the page of a trace does, in a browser, and compares the drawing with the page.
#pragma once

#include <casement/testing.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "casement/api/engine.h"
#include "casement/base/image.h"
#include "casement/browser/page/page_session.h"
#include "casement/expect/image_compare.h"
#include "casement/reports/trace_page.h"
#include "casement/trace/page_copier.h"
#include "specs/support/shown_markup.h"

namespace casement::specs {

// The snapshot finds closed roots, as it does before each copy for a trace.
inline Json copy_of(const Page& page, PageCopier copier = {}) {
  page.snapshot();
  return copier.copy(engine_of(page), Deadline::patient(Milliseconds(10'000)));
}

class DrawnTrace {
 public:
  explicit DrawnTrace(Browser browser) : browser_(std::move(browser)) {}
  ~DrawnTrace() { std::filesystem::remove(file_); }
  DrawnTrace(const DrawnTrace&) = delete;
  DrawnTrace& operator=(const DrawnTrace&) = delete;

  // Opens the page of a trace with these moments, at the last of them. `more` has further parts of the trace.
  Page show(const std::vector<Json>& moments, const Json& more = Json::object()) {
    Json trace{{"version", 1},
               {"suite", "Trace"},
               {"case", "draws"},
               {"outcome", "passed"},
               {"failures", Json::array()},
               {"console", Json::array()},
               {"requests", Json::array()},
               {"server", Json::array()},
               {"server_left_out", Json::array()},
               {"steps", Json::array({{{"title", "look"},
                                       {"milliseconds", 1},
                                       {"moment_before", static_cast<int>(moments.size()) - 1},
                                       {"moment_after", 0}}})},
               {"moments", moments}};
    trace.update(more);
    std::ofstream(file_) << reports::trace_page(trace.dump());
    if (!viewer_) {
      ContextOptions options;
      options.viewport_width = options.viewport_height = 1700;  // so that the page is drawn in its own size
      viewer_.emplace(browser_.new_context(options).new_page());
    }
    viewer_->open("file://" + file_);
    for (const PageError& error : viewer_->console().errors()) ADD_FAILURE() << error.message << error.stack;
    return *viewer_;
  }

  // How the page and its drawing differ in more than this share of the pixels; "" if they do not. A page that changes
  // is compared for a while, because its picture and its copy are of two moments.
  std::string difference(const Page& page, double share = 0) {
    PictureOptions options;
    options.compare = "perceptual";
    options.colour = 0.2;
    options.share = share;
    const Deadline settled = Deadline::patient(Milliseconds(5'000));
    while (true) {
      const Image real = decode_png(page.screenshot());
      const Image drawing = decode_png(show({copy_of(page)}).screenshot("css=#page"));
      const ImageDifference found = compare_images(real, drawing, options);
      if (found.same) return "";
      if (!settled.expired()) continue;
      attach("the page", encode_png(real), "image/png");
      attach("the drawing", encode_png(drawing), "image/png");
      return found.description;
    }
  }

 private:
  Browser browser_;
  const std::string file_ = testing::TempDir() + "casement_trace_" + std::to_string(::getpid()) + ".html";
  std::optional<Page> viewer_;
};

// A test of copies of a page.
template <SiteName site>
class Traced : public SiteTest<site> {
 protected:
  using SiteTest<site>::page;

  Json copy() { return copy_of(page()); }
  void show(const std::string& markup, const std::string& script = "") {
    page().open("http://actions.test/blank.html");
    page().evaluate(show_in_body(markup) + "; " + script + "; 0");
  }
  Page drawn(const std::vector<Json>& moments, const Json& more = Json::object()) {
    return trace().show(moments, more);
  }
  std::string difference(double share = 0) { return trace().difference(page(), share); }
  // The drawn document, for questions in the page of the trace.
  Json ask(const Page& viewer, const std::string& expression) {
    return viewer.evaluate("(d => " + expression + ")(document.getElementById('page').contentDocument)");
  }

 private:
  DrawnTrace& trace() {
    if (!trace_) trace_.emplace(this->browser());
    return *trace_;
  }

  std::optional<DrawnTrace> trace_;
};

}  // namespace casement::specs
