// Presses land where a person's would: under scrolling, borders, padding, zoom, transforms, and on
// screens of any density.
#include <casement/testing.h>

#include "casement/base/image.h"

namespace {

using namespace casement;
using testing::HasSubstr;

struct Style {
  const char* name;
  const char* frame;  // of the iframe element
  const char* around; // of what is around it

  friend std::ostream& operator<<(std::ostream& out, const Style& style) { return out << style.name; }
};

class Geometry : public SiteTest<"actions">, public testing::WithParamInterface<Style> {
 protected:
  // A frame of `host` so styled, with a small target far from its corner.
  void show(const std::string& host) {
    page().open("http://actions.test/styled.html?" + host);
    page().evaluate("const frame = document.querySelector('iframe');"
                    "frame.style.cssText += ';' + " + nlohmann::json(GetParam().frame).dump() + ";"
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
    page().click(R"(button "Dot")", {.position = Offset{1, 8}});
    EXPECT_THAT(log(), HasSubstr("1,8")) << host;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Styles, Geometry,
    testing::Values(Style{"Plain", "", ""},
                    Style{"BorderAndPadding", "border: solid; border-width: 3px 5px 7px 9.5px; padding: 11px 13px 2px 17.25px", ""},
                    Style{"Scaled", "transform: scale(.5)", ""},
                    Style{"ScaledUnevenly", "transform: scale(1.5, .75); border: 4px solid", ""},
                    Style{"Rotated", "transform: rotate(30deg); border: 4px solid; padding: 6px", ""},
                    Style{"RotatedHalfWay", "rotate: 180deg; padding: 6px 0 0 20px", ""},
                    Style{"Skewed", "transform: skewX(20deg) rotate(-10deg)", ""},
                    Style{"EachProperty", "translate: 30px 10px; rotate: 15deg; scale: .8 1.1; transform: rotate(5deg)", ""},
                    Style{"InARotatedBox", "border: 2px solid; rotate: -20deg", "transform: rotate(45deg) scale(.9)"},
                    Style{"Mirrored", "scale: -1 1", ""},
                    Style{"Zoomed", "zoom: 1.5; border: 4px solid; padding: 3px", ""},
                    Style{"ZoomedAround", "padding: 5px", "zoom: .8"},
                    Style{"ZoomedAndRotated", "rotate: 20deg; border: 3px solid", "zoom: 1.25"},
                    Style{"TurnedIntoThePage", "transform: rotateY(40deg)", ""}),
    [](const auto& instance) { return instance.param.name; });

class Places : public SiteTest<"actions"> {
 protected:
  void set_density(double density) {
    const cdp::Connection::Turn turn(page().target().connection());
    page().target().connection().call(
        {page().target().session(), "Emulation.setDeviceMetricsOverride",
         {{"width", 1000}, {"height", 700}, {"deviceScaleFactor", density}, {"mobile", false}}, nullptr},
        Deadline::in(std::chrono::seconds(5)));
  }
};

TEST_F(Places, ADenseScreenChangesNothing) {
  set_density(2.5);
  for (const char* path : {"workbench.html", "stage.html?guest.test,actions.test"}) {
    page().open(std::string("http://actions.test/") + path);
    expect(page()).shows(R"(button "Press")");
    page().click(R"(button "Press")", {.position = Offset{3, 5}});
    EXPECT_THAT(page().text("css=#log"), HasSubstr("click 0 1 3,5 true"));
    const Image picture = decode_png(page().screenshot(R"(group "Basket")"));
    EXPECT_EQ(picture.width, 225);
    EXPECT_EQ(picture.height, 100);
  }
}

TEST_F(Places, APhoneMayShowThePageSmaller) {
  const cdp::Connection::Turn turn(page().target().connection());
  page().target().connection().call(
      {page().target().session(), "Emulation.setDeviceMetricsOverride",
       {{"width", 400}, {"height", 700}, {"deviceScaleFactor", 2}, {"mobile", true}}, nullptr},
      Deadline::in(std::chrono::seconds(5)));
  page().open("http://actions.test/stage.html?guest.test,far.test");
  expect(page()).shows(R"(button "Press")");
  EXPECT_LT(page().evaluate("visualViewport.scale").get<double>(), 1);
  page().click(R"(button "Press")", {.position = Offset{3, 5}});
  EXPECT_THAT(page().text("css=#log"), HasSubstr("click 0 1 3,5 true"));
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
  page().click(R"(button "Far")", {.position = Offset{6, 7}});
  EXPECT_EQ(page().title(), "4,5");  // from within its border
}

TEST_F(Places, ALargeElementIsScrolledToThePlaceThatIsMeant) {
  page().open("http://actions.test/blank.html");
  page().evaluate(R"(document.body.innerHTML =
      '<div role=img aria-label=Map style="width:4000px;height:5000px" ' +
      'onclick="document.title=[event.offsetX,event.offsetY]"></div>', 0)");
  page().click(R"(img "Map")", {.position = Offset{3500, 4200}});
  EXPECT_EQ(page().title(), "3500,4200");
}

TEST_F(Places, APositionOutsideOfTheElementIsRefused) {
  page().open("http://actions.test/workbench.html");
  try {
    page().click(R"(button "Press")", {.position = Offset{900, 5}});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::NotActionable);
    EXPECT_THAT(error.message(), HasSubstr("900, 5 is outside of it"));
  }
}

TEST_F(Places, ForceAsksNothing) {
  page().open("http://actions.test/workbench.html");
  page().evaluate(R"(document.body.insertAdjacentHTML('beforeend',
      '<div style="position:fixed;inset:0;background:#8888" onclick="document.title=\'veil\'"></div>'), 0)");
  page().click(R"(button "Press")", {.force = true});
  EXPECT_EQ(page().title(), "veil");
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
  page().evaluate("window.changes = 0; new MutationObserver(all => changes += all.length)"
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
