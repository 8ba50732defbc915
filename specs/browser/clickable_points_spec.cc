// Elements whose middle is no part of them are clicked where they are, and never through what covers them.
#include <casement/testing.h>

#include "specs/support/patience.h"

namespace {

using namespace casement;
using testing::AllOf;
using testing::HasSubstr;

struct Thin {
  const char* name;
  const char* markup;  // of #thin, which has the role button

  friend std::ostream& operator<<(std::ostream& out, const Thin& thin) { return out << thin.name; }
};

class Footholds : public SiteTest<"actions">, public testing::WithParamInterface<Thin> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    page().open("http://actions.test/styled.html?guest.test", {LoadState::Loaded});
  }
  void show(const char* frame) {
    page().frames().evaluate(frame,
                             "document.body.style.cssText = 'margin: 0; height: 3000px';"
                             "document.body.innerHTML = '<div id=before style=\"height: 900px\"></div>' + " +
                                 nlohmann::json(GetParam().markup).dump() + R"(;
        window.hits = [];
        addEventListener('click', e => hits.push([e.target.id, e.isTrusted]), true); 0)");
  }
  Error error_of_click() {
    try {
      page().click("css=#thin", {.timeout = specs::soon(Milliseconds(500))});
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "it was clicked";
    return Error(ErrorKind::Internal, "");
  }
};

TEST_P(Footholds, AClickHitsTheElement) {
  for (const char* frame : {"main", "Styled"}) {
    if (std::string_view(frame) == "main")
      page().open("http://actions.test/blank.html");
    else
      page().open("http://actions.test/styled.html?guest.test", {LoadState::Loaded});
    SCOPED_TRACE(frame);
    show(frame);
    page().click("css=#thin");
    EXPECT_EQ(page().frames().evaluate(frame, "hits.splice(0)"), nlohmann::json::parse(R"([["thin", true]])"));
    page().hover("css=#thin");
  }
}

TEST_P(Footholds, AClickDoesNotPassThroughWhatCoversTheElement) {
  page().open("http://actions.test/blank.html");
  show("main");
  page().evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<div class=veil style=\"position: fixed; inset: 0\"></div>')");
  const Error covered = error_of_click();
  EXPECT_THAT(covered.full_text(), AllOf(HasSubstr("covered by"), HasSubstr("veil")));
  page().evaluate("document.querySelector('.veil').remove(), thin.style.pointerEvents = 'none'");
  EXPECT_THAT(error_of_click().full_text(), HasSubstr("covered by"));
  EXPECT_EQ(page().evaluate("hits"), nlohmann::json::array());
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Footholds,
    testing::Values(
        Thin{"ARing",
             "<svg width=200 height=200><circle id=thin cx=100 cy=100 r=80 fill=none stroke=red stroke-width=9 "
             "/></svg>"},
        Thin{"ACorner",
             "<svg width=200 height=200><path id=thin d='M10 10 V190 H190' fill=none stroke=red stroke-width=12 "
             "/></svg>"},
        Thin{"AThinLine",
             "<svg width=200 height=200><path id=thin d='M10 10 Q20 170 190 190' fill=none stroke=red stroke-width=3 "
             "/></svg>"},
        Thin{"AShapeInPerspective",
             "<div style='perspective: 300px'><svg width=300 height=300 style='transform: rotateY(50deg) "
             "rotateZ(40deg)'>"
             "<rect id=thin x=0 y=145 width=300 height=10 /></svg></div>"},
        Thin{"ALinkOverLines",
             "<div style='perspective: 250px; perspective-origin: 0 0'><p style='width: 300px; margin: 60px;"
             "transform: rotateY(45deg) rotateZ(30deg)'>See <a id=thin href='#there'>all of the conditions under which"
             " an order is delivered, and those under which it is sent back</a> first</p></div>"},
        Thin{"WhatAClipPathLeaves",
             "<button id=thin style='width: 200px; height: 200px; clip-path: polygon(0 0, 30px 0, 30px 200px, 0 "
             "200px)'>Cut</button>"},
        Thin{"WhatIsClippedAround",
             "<div style='width: 60px; height: 60px; overflow: clip'><button id=thin style='width: 200px; height: "
             "200px'>Cut</button></div>"}),
    [](const auto& one) { return one.param.name; });

}  // namespace
