// The mouse by itself, fingers, and what is read of one element.
#include <casement/testing.h>

#include "casement/api/mouse.h"
#include "casement/browser/context/context_session.h"
#include "specs/support/patience.h"

namespace {

using namespace casement;
using namespace std::chrono_literals;
using testing::DoubleNear;
using testing::ElementsAre;
using testing::HasSubstr;

class SinglePointer : public SiteTest<"frames"> {
 protected:
  void serve(const char* host, const char* path, const std::string& body) {
    site().route(host, path,
                 answers_text("<!doctype html><title>T</title><meta name=viewport content='width=device-width'>" + body,
                              200, "text/html"));
  }
  void open(const std::string& body) {
    serve("top.test", "/host", body);
    page().open("http://top.test/host");
  }
  std::string log_in(const std::string& frame = "main") {
    return page().frames().evaluate(frame, "self.log.join(' ')").get<std::string>();
  }
  ErrorKind kind_of(const std::function<void()>& act) {
    try {
      act();
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::Internal;
  }
  static constexpr const char* kPad =
      R"(<body style="margin:0"><div id=pad role=img aria-label=Pad style="width:300px;height:200px;background:#ddd"></div>
    <script>self.log = [];
      for (const type of ['mousedown', 'mousemove', 'mouseup', 'contextmenu'])
        pad.addEventListener(type, e => { e.preventDefault(); log.push(`${type}:${e.button}/${e.buttons}@${e.clientX},${e.clientY}`); });
    </script>)";
};

TEST_F(SinglePointer, IsMovedPressedAndReleased) {
  open(kPad);
  Mouse mouse(page());
  mouse.move(10, 20);
  mouse.down();
  mouse.move(40, 50, {.moves = 3});
  mouse.up();
  EXPECT_EQ(log_in(),
            "mousemove:0/0@10,20 mousedown:0/1@10,20 mousemove:0/1@20,30 mousemove:0/1@30,40 mousemove:0/1@40,50 "
            "mouseup:0/0@40,50");
}

// A menu above closes when the pointer leaves it, and what was below comes up from under the pointer.
TEST_F(SinglePointer, RestsOnAnElementThatMovesWhenItComes) {
  open(R"(<style>nav:hover .sub { display: block; height: 200px } .sub { display: none } .row { height: 30px }
            .row:hover button { visibility: visible } button { visibility: hidden }</style>
          <nav>Products<div class=sub>Teas</div></nav><div class=row>Sencha <button>Remove</button></div>)");
  page().hover(R"(text "Products")");
  page().hover(R"(text "Teas")");
  page().hover(R"(text "Sencha")");
  page().click(R"(button "Remove")");
}

TEST_F(SinglePointer, NeverRestsOnAnElementThatAlwaysRunsAway) {
  open(
      R"(<p style="position:absolute;left:0;top:0" onpointermove="this.style.left = (this.offsetLeft + 300) % 900 + 'px'">Fly</p>)");
  try {
    page().hover(R"(text "Fly")", {.timeout = specs::soon(1s)});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::NotActionable);
    EXPECT_THAT(error.message(), HasSubstr("moved away when the pointer arrived"));
  }
}

TEST_F(SinglePointer, HoldsSeveralButtons) {
  open(kPad);
  Mouse mouse(page());
  mouse.move(10, 20);
  mouse.down(MouseButton::Left);
  mouse.down(MouseButton::Right);
  mouse.up(MouseButton::Left);
  mouse.up(MouseButton::Right);
  EXPECT_THAT(log_in(), AllOf(HasSubstr("mousedown:0/1@10,20 mousedown:2/3@10,20"), HasSubstr("mouseup:0/2@10,20"),
                              HasSubstr("mouseup:2/0@10,20")));
}

TEST_F(SinglePointer, ReachesAFrameOfAnotherSite) {
  serve("other.test", "/pad", kPad);
  open(
      "<body style='margin:0'><div style='height:50px'></div><iframe title=Guest src=http://other.test/pad width=400 "
      "height=300 style='border:0'></iframe>");
  expect(page()).shows("img \"Pad\"");
  Mouse mouse(page());
  mouse.move("img \"Pad\"");
  mouse.down();
  mouse.move(100, 150);
  mouse.up();
  EXPECT_THAT(log_in("Guest"), AllOf(HasSubstr("mousedown:0/1@150,100"), HasSubstr("mousemove:0/1@100,100"),
                                     HasSubstr("mouseup:0/0@100,100")));
}

TEST_F(SinglePointer, CannotDoWhatNoMouseDoes) {
  open(kPad);
  Mouse mouse(page());
  EXPECT_EQ(kind_of([&] { mouse.up(); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([&] { mouse.move(-10, 5); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([&] { mouse.move(10, 5, {.moves = 0}); }), ErrorKind::Usage);
  mouse.down();
  EXPECT_EQ(kind_of([&] { mouse.down(); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([&] { mouse.move("img \"Pad\""); }), ErrorKind::Usage);
  mouse.move(400, 600);  // out of the pad, with the button held
  mouse.up();
  EXPECT_EQ(log_in(), "mousedown:0/1@0,0");
}

class Fingers : public SinglePointer {
 protected:
  Fingers() { set_context_options({.viewport_width = 400, .viewport_height = 700, .mobile = true, .touch = true}); }
};

TEST_F(Fingers, SwipeOverWhatListens) {
  open(
      R"(<div id=card role=img aria-label=Card style="width:300px;height:200px;background:#ddd;touch-action:none"></div>
    <script>self.log = []; let from = 0;
      card.addEventListener('touchstart', e => { from = e.touches[0].clientX; log.push('start' + e.touches.length); });
      card.addEventListener('touchend', e => log.push('end' + Math.round(e.changedTouches[0].clientX - from)));
    </script>)");
  page().swipe("img \"Card\"", {-120, 0});
  EXPECT_EQ(log_in(), "start1 end-120");
}

TEST_F(Fingers, SwipeScrollsAndComesToRest) {
  open(
      R"(<div role=img aria-label=Poster style="width:300px;height:400px;background:#ddd"></div><div style="height:3000px"></div>)");
  page().swipe("img \"Poster\"", {0, -200});
  const double top = page().evaluate("scrollY").get<double>();
  EXPECT_GT(top, 120);  // Chrome takes the first few pixels to know a swipe from a tap
  EXPECT_LE(top, 200);
}

TEST_F(Fingers, PinchWithTwo) {
  open(R"(<div id=map role=img aria-label=Map style="width:300px;height:300px;background:#ddd;touch-action:none"></div>
    <script>self.log = []; let from = 0;
      const apart = e => Math.hypot(e.touches[0].clientX - e.touches[1].clientX, e.touches[0].clientY - e.touches[1].clientY);
      map.addEventListener('touchstart', e => { if (e.touches.length == 2) from = apart(e); });
      map.addEventListener('touchmove', e => { if (e.touches.length == 2) log.push((apart(e) / from).toFixed(1)); });
    </script>)");
  page().pinch("img \"Map\"", 2, {.moves = 2});
  EXPECT_THAT(log_in(), HasSubstr("2.0"));
  page().evaluate("log.length = 0");
  page().pinch("img \"Map\"", 0.5, {.moves = 2});
  EXPECT_THAT(log_in(), HasSubstr("0.5"));
  EXPECT_EQ(kind_of([&] { page().pinch("img \"Map\"", 0); }), ErrorKind::Usage);
}

class ElementReads : public SinglePointer {};

TEST_F(ElementReads, ReturnAttributeStateMarkupBoxAndCount) {
  open(
      R"(<body style="margin:0"><div style="position:absolute;left:20px;top:30px;width:100px;height:40px" role=note aria-label=Box data-kind=tea><b>Tea</b><input type=password value=secret></div>
    <label><input type=checkbox checked>Gift</label><label><input type=checkbox>Wrap</label><button>One</button><button>Two</button><button hidden>Three</button>)");
  EXPECT_EQ(page().attribute("note \"Box\"", "data-kind"), "tea");
  EXPECT_EQ(page().attribute("note \"Box\"", "data-none"), std::nullopt);
  EXPECT_TRUE(page().checked("checkbox \"Gift\""));
  EXPECT_FALSE(page().checked("checkbox \"Wrap\""));
  EXPECT_EQ(kind_of([&] { page().checked("button \"One\""); }), ErrorKind::Usage);
  EXPECT_EQ(page().html("note \"Box\""), "<b>Tea</b><input type=\"password\">");
  const BoundingBox box = page().bounding_box("note \"Box\"");
  EXPECT_EQ(box.x, 20);
  EXPECT_EQ(box.y, 30);
  EXPECT_EQ(box.width, 100);
  EXPECT_EQ(box.height, 40);
  EXPECT_EQ(page().count("button"), 2);
  EXPECT_EQ(page().count("button \"Nine\""), 0);
}

TEST_F(ElementReads, ReturnBoxesInFramesInCoordinatesOfThePage) {
  serve("other.test", "/pad",
        "<body style='margin:0'><button style='position:absolute;left:5px;top:7px;width:50px;height:20px'>In</button>");
  open(
      "<body style='margin:0'><iframe title=Guest src=http://other.test/pad "
      "style='position:absolute;left:100px;top:200px;border:3px solid'></iframe>");
  const BoundingBox box = page().bounding_box("button \"In\"");
  EXPECT_THAT(box.x, DoubleNear(108, 0.5));
  EXPECT_THAT(box.y, DoubleNear(210, 0.5));
  EXPECT_EQ(page().count("button"), 1);
}

TEST_F(ElementReads, ReadingMarkupRunsNoConstructorOfThePage) {
  open(
      R"(<script>self.made = 0; customElements.define('x-tea', class extends HTMLElement { constructor() { super(); ++made; } });</script>
    <main><x-tea>Cup</x-tea></main>)");
  EXPECT_EQ(page().html("main"), "<x-tea>Cup</x-tea>");
  EXPECT_EQ(page().evaluate("made"), 1);
}

class ContextInATest : public SinglePointer {};

TEST_F(ContextInATest, TypesWhereTheFocusIs) {
  open("<input aria-label=Name autofocus onkeydown=\"if (event.key === 'Enter') document.title = value\">");
  page().focus("textbox \"Name\"");
  page().keyboard().type("Ada", {.press_enter = true});
  expect(page()).title("Ada");
  EXPECT_EQ(kind_of([&] { page().keyboard().type("x", {.clear_first = true}); }), ErrorKind::Usage);
}

TEST_F(ContextInATest, ChangesSizeAndMedium) {
  serve("other.test", "/in", "<p>In</p>");
  open("<iframe title=Guest src=http://other.test/in></iframe>");
  expect(page()).shows("text \"In\"");
  context().set_viewport(500, 400, 10s);
  EXPECT_EQ(page().evaluate("innerWidth + 'x' + innerHeight"), "500x400");
  context().set_media({.type = "print", .colour_scheme = ColourScheme::Dark, .reduced_motion = true}, 10s);
  const std::string asked =
      "['print', '(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)'].map(q => "
      "matchMedia(q).matches).join()";
  EXPECT_EQ(page().evaluate(asked), "true,true,true");
  EXPECT_EQ(page().frames().evaluate("Guest", asked), "true,true,true");
  page().reload();
  EXPECT_EQ(page().evaluate(asked), "true,true,true");
  context().set_media({}, 10s);
  EXPECT_EQ(page().evaluate("matchMedia('print').matches"), false);
  EXPECT_EQ(kind_of([&] { context().set_media({.type = "braille"}, 10s); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([&] { context().set_viewport(0, 400, 10s); }), ErrorKind::Usage);
}

TEST_F(ContextInATest, HasCookiesThatATestReadsAddsAndClears) {
  open("<p>Shop</p>");
  context().add_cookies({{.name = "tea", .value = "oolong", .url = "http://top.test"},
                         {.name = "cup", .value = "blue", .domain = "other.test", .http_only = true}},
                        10s);
  EXPECT_EQ(page().evaluate("document.cookie"), "tea=oolong");
  page().evaluate("document.cookie = 'milk=no'");
  std::vector<std::string> told;
  for (const Cookie& cookie : context().cookies(10s)) {
    told.push_back(cookie.domain + " " + cookie.name + "=" + cookie.value + (cookie.http_only ? " http" : "") +
                   (cookie.expires < 0 ? " session" : ""));
  }
  EXPECT_THAT(told, testing::UnorderedElementsAre("top.test tea=oolong session", "other.test cup=blue http session",
                                                  "top.test milk=no session"));
  context().clear_cookies(10s);
  EXPECT_EQ(page().evaluate("document.cookie"), "");
  EXPECT_EQ(kind_of([&] { context().add_cookies({{.name = "x", .value = "y"}}, 10s); }), ErrorKind::Usage);
  EXPECT_EQ(kind_of([&] { context().add_cookies({{.name = "x", .value = "y", .url = "about:blank"}}, 10s); }),
            ErrorKind::Usage);
}

}  // namespace
