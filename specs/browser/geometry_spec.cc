// Presses land where a person's would: under scrolling, borders, padding, zoom, transforms, and on
// screens of any density.
#include <casement/testing.h>
#include "casement/api/engine.h"
#include "casement/browser/page/page_session.h"

#include <algorithm>
#include <regex>
#include <string_view>

#include "casement/base/image.h"
#include "specs/support/browser_needs.h"

namespace {

using namespace casement;
using testing::HasSubstr;

struct Style {
  const char* name;
  const char* frame;   // of the iframe element
  const char* around;  // of what is around it

  friend std::ostream& operator<<(std::ostream& out, const Style& style) { return out << style.name; }
};

class Geometry : public SiteTest<"actions">, public testing::WithParamInterface<Style> {
 protected:
  // A frame of `host` so styled, with a small target far from its corner.
  void show(const std::string& host) {
    page().open("http://actions.test/styled.html?" + host);
    if (std::string_view(GetParam().name).starts_with("Zoomed")) specs::require_standard_zoom(page());
    page().evaluate(
        "const frame = document.querySelector('iframe');"
        "frame.style.cssText += ';' + " +
        nlohmann::json(GetParam().frame).dump() +
        ";"
        "frame.parentElement.style.cssText += ';' + " +
        nlohmann::json(GetParam().around).dump() + "; 0");
    expect(page()).shows(R"(button "Dot")");
  }
  std::string log() { return page().text("css=#log"); }
};

TEST_P(Geometry, APressInAFrameLandsOnItsPixel) {
  for (const char* host : {"actions.test", "guest.test"}) {
    show(host);
    page().click(R"(button "Dot")");
    EXPECT_EQ(log(), "5,5") << host;  // the middle
    page().click(R"(button "Dot")", {.position = Point{1, 8}});
    EXPECT_THAT(log(), HasSubstr("1,8")) << host;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Styles, Geometry,
    testing::Values(
        Style{"Plain", "", ""},
        Style{"BorderAndPadding", "border: solid; border-width: 3px 5px 7px 9.5px; padding: 11px 13px 2px 17.25px", ""},
        Style{"Scaled", "transform: scale(.5)", ""},
        Style{"ScaledUnevenly", "transform: scale(1.5, .75); border: 4px solid", ""},
        Style{"Rotated", "transform: rotate(30deg); border: 4px solid; padding: 6px", ""},
        Style{"RotatedHalfWay", "rotate: 180deg; padding: 6px 0 0 20px", ""},
        Style{"Skewed", "transform: skewX(20deg) rotate(-10deg)", ""},
        Style{"EachProperty", "translate: 30px 10px; rotate: 15deg; scale: .8 1.1; transform: rotate(5deg)", ""},
        Style{"InARotatedBox", "border: 2px solid; rotate: -20deg", "transform: rotate(45deg) scale(.9)"},
        Style{"Mirrored", "scale: -1 1", ""}, Style{"Zoomed", "zoom: 1.5; border: 4px solid; padding: 3px", ""},
        Style{"ZoomedAround", "padding: 5px", "zoom: .8"},
        Style{"ZoomedAndRotated", "rotate: 20deg; border: 3px solid", "zoom: 1.25"},
        Style{"TurnedIntoThePage", "transform: rotateY(40deg)", ""},
        Style{"OnAPath", "offset-path: path('M 300 200 L 500 300'); offset-distance: 40%; border: 4px solid", ""},
        Style{"InPerspective", "transform: rotateY(-20deg); border: 4px solid; padding: 2px 0 0 6px",
              "perspective: 1500px"}),
    [](const auto& instance) { return instance.param.name; });

struct Shape {
  const char* name;
  const char* around;  // style of what the target is in
  const char* own;     // and of the target, a square of 60 pixels
  // How far from the pixel that was meant its event may say it was: Chrome puts a mouse on whole pixels
  // of the screen, and each is several of what is drawn small.
  int spread = 1;

  friend std::ostream& operator<<(std::ostream& out, const Shape& shape) { return out << shape.name; }
};

// An element that is drawn elsewhere than it is laid out, in the page and in frames.
class Shaped : public SiteTest<"actions">, public testing::WithParamInterface<Shape> {
 protected:
  void shape(const char* frame) {
    page().frames().evaluate(frame, R"(document.body.style.cssText = 'margin: 0; height: 3000px';
        document.body.innerHTML = '<div id=around><div id=dot role=button aria-label=Dot></div></div>';
        around.style.cssText = 'margin: 200px; width: 300px; height: 200px;' + )" +
                                        nlohmann::json(GetParam().around).dump() + R"(;
        dot.style.cssText = 'width: 60px; height: 60px;' + )" +
                                        nlohmann::json(GetParam().own).dump() + R"(;
        window.hits = [];
        addEventListener('click', e => {
          let zoom = e.target.currentCSSZoom ?? 1;  // Chromium before 128 has none
          if (!e.target.currentCSSZoom) {
            for (let at = e.target; at !== null; at = at.parentElement) zoom *= getComputedStyle(at).zoom;
          }
          hits.push([e.target.id, e.offsetX / zoom, e.offsetY / zoom, e.isTrusted]);
        }, true); 0)");
  }
  void expect_hit(const char* frame, int x, int y) {
    const nlohmann::json hits = page().frames().evaluate(frame, "hits.splice(0)");
    ASSERT_EQ(hits.size(), 1u) << frame;
    EXPECT_EQ(hits[0][0], "dot") << hits;
    EXPECT_NEAR(hits[0][1].get<double>(), x, GetParam().spread) << hits;
    EXPECT_NEAR(hits[0][2].get<double>(), y, GetParam().spread) << hits;
    EXPECT_EQ(hits[0][3], true) << hits;
  }
};

TEST_P(Shaped, AClickHitsIt) {
  const auto hit_all = [&](const char* frame) {
    shape(frame);
    page().click(R"(button "Dot")");
    expect_hit(frame, 30, 30);
    page().click(R"(button "Dot")", {.position = Point{6, 50}});
    expect_hit(frame, 6, 50);
    page().click(R"(button "Dot")", {.position = Point{50, 10}, .force = true});
    expect_hit(frame, 50, 10);
  };
  page().open("http://actions.test/blank.html");
  if (std::string_view(GetParam().name).starts_with("Zoomed")) specs::require_standard_zoom(page());
  hit_all("main");
  for (const char* host : {"actions.test", "guest.test"}) {
    page().open(std::string("http://actions.test/styled.html?") + host);
    expect(page()).within(std::chrono::seconds(30)).shows(R"(button "Dot")");
    SCOPED_TRACE(host);
    hit_all("Styled");
  }
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Shaped,
    testing::Values(
        Shape{"Perspective", "perspective: 400px", "transform: rotateY(50deg)", 3},
        Shape{"PerspectiveOfItsOwn", "", "transform: perspective(300px) rotateX(40deg) rotateZ(20deg)", 3},
        Shape{"Nearer", "perspective: 500px; perspective-origin: 20% 80%", "transform: translateZ(150px)", 3},
        Shape{"NestedInThreeDimensions", "transform-style: preserve-3d; transform: perspective(600px) rotateY(30deg)",
              "transform: translateZ(40px) rotateX(-25deg)", 3},
        Shape{"Matrix", "", "transform: matrix3d(1,.2,0,.0005, -.1,.9,0,0, 0,0,1,0, 20,10,0,1)", 3},
        Shape{"OnAPath", "", "offset-path: path('M 0 0 C 80 120 160 120 240 40'); offset-distance: 30%"},
        Shape{"OnAPathInPerspective", "perspective: 500px; perspective-origin: 0 0",
              "offset-path: path('M 40 40 L 240 140'); offset-distance: 70%; transform: rotateX(-30deg)", 3},
        Shape{"SeenFromBehind", "perspective: 900px", "transform: rotateY(180deg) rotateZ(10deg)", 1},
        Shape{"Zoomed", "", "zoom: 1.7"}, Shape{"ZoomedAround", "zoom: .6", "", 2},
        Shape{"ZoomedTwice", "zoom: 1.5", "zoom: .8", 2},
        Shape{"ZoomedInPerspective", "zoom: 1.25; perspective: 500px", "zoom: 1.2; transform: rotateY(35deg)", 3},
        Shape{"ScrolledAndTurned", "overflow: auto; transform: rotate(15deg)", "margin-top: 700px"}),
    [](const auto& instance) { return instance.param.name; });

class Places : public SiteTest<"actions"> {
 protected:
  // A phone with a screen of 400 CSS pixels; a page that is wider is shown smaller.
  void be_a_phone() {
    emulate("Emulation.setDeviceMetricsOverride",
            {{"width", 400}, {"height", 700}, {"deviceScaleFactor", 2}, {"mobile", true}});
  }
  void be_no_phone() { emulate("Emulation.clearDeviceMetricsOverride", Json::object()); }
  void emulate(const char* method, Json params) {
    const cdp::Connection::EngineLock lock(engine_of(page()).connection());
    engine_of(page()).connection().call({engine_of(page()).session(), method, std::move(params), nullptr},
                                        Deadline::in(std::chrono::seconds(5)));
  }
  // One press of the button at this place in it is all that the workbench has noted since it was
  // asked last. Chrome puts a mouse on whole pixels of the screen: of a page that is shown smaller,
  // each is `spread` of the page's own.
  void expect_press(const std::string& before, int x, int y, const std::string& after, int spread) {
    const std::string pattern = "^" + before + "(\\d+),(\\d+) true" + after + "$";
    expect(page()).within(std::chrono::seconds(30)).text("css=#log", TextPattern::regex(pattern));
    const std::string log = page().text("css=#log");
    std::smatch at;
    ASSERT_TRUE(std::regex_search(log, at, std::regex(pattern))) << log;
    EXPECT_NEAR(std::stoi(at[1]), x, spread) << log;
    EXPECT_NEAR(std::stoi(at[2]), y, spread) << log;
    page().evaluate_on("css=#log", "log => { log.textContent = '' }");
  }
  // Where the button is in the main frame, through the frames of these hosts.
  Point place_of_press(const std::string& hosts) {
    Point place;
    std::string frame = "main";
    for (std::size_t at = 0; at <= hosts.size();) {
      const std::size_t end = std::min(hosts.find(',', at), hosts.size());
      const nlohmann::json box =
          page().frames().evaluate(frame,
                                   "(() => { const box = document.querySelector('iframe').getBoundingClientRect();"
                                   "return [box.x + 5 + 11, box.y + 5 + 7] })()");  // its border and padding
      place = {place.x + box[0].get<double>(), place.y + box[1].get<double>()};
      frame = "In " + hosts.substr(at, end - at);
      at = end + 1;
    }
    const nlohmann::json box = page().frames().evaluate(
        frame, "(() => { const box = press.getBoundingClientRect(); return [box.x, box.y] })()");
    return {place.x + box[0].get<double>(), place.y + box[1].get<double>()};
  }
  void set_density(double density) {
    const cdp::Connection::EngineLock lock(engine_of(page()).connection());
    engine_of(page()).connection().call(
        {engine_of(page()).session(),
         "Emulation.setDeviceMetricsOverride",
         {{"width", 1000}, {"height", 700}, {"deviceScaleFactor", density}, {"mobile", false}},
         nullptr},
        Deadline::in(std::chrono::seconds(5)));
  }
};

TEST_F(Places, ADenseScreenChangesNothing) {
  set_density(2.5);
  for (const char* path : {"workbench.html", "stage.html?guest.test,actions.test"}) {
    page().open(std::string("http://actions.test/") + path);
    expect(page()).shows(R"(button "Press")");
    page().click(R"(button "Press")", {.position = Point{3, 5}});
    EXPECT_THAT(page().text("css=#log"), HasSubstr("click 0 1 3,5 true"));
    const Image picture = decode_png(page().screenshot(R"(group "Basket")"));
    EXPECT_EQ(picture.width, 225);
    EXPECT_EQ(picture.height, 100);
  }
}

TEST_F(Places, APhoneMayShowThePageSmaller) {
  specs::require_own_chrome(page(), "be shown as on a phone");
  be_a_phone();
  page().open("http://actions.test/stage.html?guest.test,far.test");
  expect(page()).shows(R"(button "Press")");
  EXPECT_LT(page().evaluate("visualViewport.scale").get<double>(), 1);
  page().click(R"(button "Press")", {.position = Point{3, 5}});
  EXPECT_THAT(page().text("css=#log"), HasSubstr("click 0 1 3,5 true"));
  be_no_phone();
}

TEST_F(Places, AnElementOutOfSightIsScrolledToThroughEveryFrame) {
  page().open("http://actions.test/stage.html?guest.test,actions.test,far.test");
  expect(page()).shows(R"(button "Last item")");
  for (int y : {0, 900}) {
    page().evaluate("scrollTo(0, " + std::to_string(y) + ")");
    const ActionResult clicked = page().click(R"(button "Last item")");
    EXPECT_TRUE(clicked.success);
  }
}

TEST_F(Places, APointerMayBeAnywhereInAScrolledBox) {
  page().open("http://actions.test/blank.html");
  page().evaluate(R"(document.body.innerHTML =
      '<div style="height:200px;overflow:auto;border:9px solid"><div style="height:900px;width:3000px"></div>' +
      '<button style="margin-left:2500px" onclick="document.title=[event.offsetX,event.offsetY]">Far</button></div>', 0)");
  page().click(R"(button "Far")", {.position = Point{6, 7}});
  EXPECT_EQ(page().title(), "4,5");  // from within its border
}

TEST_F(Places, ALargeElementIsScrolledToThePlaceThatIsMeant) {
  page().open("http://actions.test/blank.html");
  page().evaluate(R"(document.body.innerHTML =
      '<div role=img aria-label=Map style="width:4000px;height:5000px" ' +
      'onclick="document.title=[event.offsetX,event.offsetY]"></div>', 0)");
  page().click(R"(img "Map")", {.position = Point{3500, 4200}});
  EXPECT_EQ(page().title(), "3500,4200");
}

TEST_F(Places, APositionOutsideOfTheElementIsRefused) {
  page().open("http://actions.test/workbench.html");
  try {
    page().click(R"(button "Press")", {.position = Point{900, 5}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::NotActionable);
    EXPECT_THAT(error.message(), HasSubstr("900, 5 is outside"));
  }
}

TEST_F(Places, ForceAsksNothing) {
  page().open("http://actions.test/workbench.html");
  page().evaluate(R"(document.body.insertAdjacentHTML('beforeend',
      '<div style="position:fixed;inset:0;background:#8888" onclick="document.title=\'veil\'"></div>'), 0)");
  page().click(R"(button "Press")", {.force = true});
  EXPECT_EQ(page().title(), "veil");
}

// What is pressed without any check goes the way of the whole page, through every process on it.
TEST_F(Places, ForceAndAPointHitWhatIsThereInFramesOfOtherProcesses) {
  specs::require_own_processes(page());
  for (const bool phone : {false, true}) {
    if (phone) be_a_phone();
    const int spread = phone ? 3 : 0;
    for (const char* hosts :
         {"actions.test", "guest.test", "guest.test,far.test", "guest.test,actions.test,far.test"}) {
      SCOPED_TRACE(std::string(phone ? "phone " : "desktop ") + hosts);
      page().open(std::string("http://actions.test/stage.html?") + hosts);
      expect(page()).within(std::chrono::seconds(30)).shows(R"(button "Press")");
      EXPECT_EQ(page().evaluate("visualViewport.scale < 1"), phone);
      page().scroll_to(R"(button "Press")");
      page().click(R"(button "Press")", {.position = Point{13, 5}, .force = true});
      expect_press("click 0 1 ", 13, 5, "", spread);
      page().evaluate("scrollBy(0, 40)");
      const Point press = place_of_press(hosts);
      page().mouse().click(press.x + 17, press.y + 6);
      expect_press("click 0 1 ", 17, 6, "", spread);
      page().mouse().click(press.x + 9, press.y + 7, {.button = MouseButton::Right});
      expect_press("contextmenu 2 0 ", 9, 7, "( auxclick 2 1 .*)?", spread);
      page().tap(R"(button "Press")", {.position = Point{14, 8}, .force = true});
      expect_press("touchstart 1 click 0 1 ", 14, 8, "", spread);
    }
  }
}

// The mouse is there already, and nothing but its coming says that Chrome knows the way.
TEST_F(Places, AForcedClickMayBeMadeAgainInTheSamePlace) {
  page().open("http://actions.test/stage.html?guest.test,far.test");
  expect(page()).within(std::chrono::seconds(30)).shows(R"(button "Press")");
  for (int i = 0; i < 3; ++i) {
    page().click(R"(button "Press")", {.position = Point{13, 5}, .force = true});
    expect_press("click 0 1 ", 13, 5, "", 0);
  }
}

TEST_F(Places, PicturesAreOfTheViewportThePageOrWithBoxes) {
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  const Image viewport = decode_png(page().screenshot());
  EXPECT_EQ(viewport.width, 1280);
  EXPECT_EQ(viewport.height, 720);
  const Image whole = decode_png(page().screenshot({.full_page = true}));
  EXPECT_GT(whole.height, 2000);
  const std::string before = page().snapshot().text();
  page().evaluate(
      "window.changes = 0; new MutationObserver(all => changes += all.length)"
      ".observe(document, {subtree: true, childList: true, attributes: true}), 0");
  const Image boxes = decode_png(page().screenshot({.boxes = true}));
  EXPECT_EQ(page().evaluate("changes"), 0);  // the page has not been drawn into
  EXPECT_EQ(page().snapshot().text(), before);
  EXPECT_EQ(boxes.rgba.size(), viewport.rgba.size());
  EXPECT_NE(boxes.rgba, viewport.rgba);
  EXPECT_EQ(page().pdf().substr(0, 5), "%PDF-");
}

TEST_F(Places, ABoxIsDrawnAroundItsElementInAFrame) {
  page().open("http://actions.test/stage.html?guest.test");
  expect(page()).shows(R"(button "Press")");
  const Image picture = decode_png(page().screenshot(R"(group "Basket")", {.boxes = true}));
  ASSERT_EQ(picture.width, 90);
  // The outline's colour, of frame 1, in the lower corners.
  const auto red_of = [&](int x, int y) {
    return static_cast<int>(picture.rgba[static_cast<std::size_t>((y * picture.width + x) * 4)]);
  };
  EXPECT_EQ(red_of(0, 39), 0);
  EXPECT_EQ(red_of(89, 39), 0);
  EXPECT_EQ(red_of(80, 30), 0xcc);
}

}  // namespace
