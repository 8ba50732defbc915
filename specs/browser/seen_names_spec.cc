// Names as people see them: icons, tooltips, candidates that can be copied, tables that lay out tables.
#include <casement/testing.h>

#include <string>

#include "specs/browser/targets_fixture.h"

namespace {

using namespace casement;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class SeenNames : public specs::Targets {};

// Each line of an error is a target that means its element and no other.
TEST_F(SeenNames, EachListedMatchIsATargetOfItsElement) {
  show(
      "<ul><li>held 42<li>held 42<li>free<li><button>Go</button> on</ul><div role=list><div role=listitem "
      "aria-label=Own>x</div></div>"
      "<ul aria-label='Two'><li>held 42<li>a <b>b</b></ul>"
      "<div title='Open torrent' style='cursor:pointer;width:9px;height:9px'></div>"
      "<div title='Close torrent' style='cursor:pointer;width:9px;height:9px'></div>"
      "<iframe title='' srcdoc='<ul><li>held 42</ul>'></iframe><iframe title=Inner srcdoc='<ul><li>held "
      "7</ul>'></iframe>");
  expect(page()).count("listitem", 9);
  for (const char* target : {"listitem", "listitem that has text \"held 42\"", "css=[title*=torrent]", "css=li"}) {
    const Error error = error_of_click(target);
    ASSERT_EQ(error.kind(), ErrorKind::Ambiguous) << error.full_text();
    ASSERT_GE(error.trail().size(), 2u);
    for (const std::string& line : error.trail()) {
      const std::string ref = line.substr(0, line.find(' '));
      const std::string said = line.substr(line.find_first_not_of(' ', ref.size()));
      EXPECT_THAT(found_by_page(said), testing::ElementsAre(ref)) << line;
    }
  }
  EXPECT_THAT(error_of_click("listitem").what(),
              AllOf(HasSubstr("  listitem that has text \"free\""), HasSubstr("  listitem \"Own\""),
                    HasSubstr("  listitem that has text \"held 7\" in iframe \"Inner\"")));
}

TEST_F(SeenNames, ATooltipNamesAnElementWithoutOtherText) {
  show(
      "<div title='Open torrent' style='cursor:pointer;width:30px;height:30px' onclick='document.title=1'></div>"
      "<div title='Beside text' style='cursor:pointer'>Text</div>");
  EXPECT_THAT(page().snapshot().text(),
              AllOf(HasSubstr("generic \"Open torrent\" [ref="), Not(HasSubstr("Beside text"))));
  EXPECT_THAT(page().dom().json(), HasSubstr("Open torrent"));
  page().click(R"(generic "Open torrent")");
  EXPECT_EQ(page().title(), "1");
}

// Scripts that listen to the whole page, or to the element, leave no trace in it.
TEST_F(SeenNames, ATooltipNamesADrawnBoxWithoutAnyWord) {
  show(
      "<style>.b{width:40px;height:30px;background:#ccc}</style><div class=b title='Edit preferences'>&nbsp;</div>"
      "<div class=b title=Settings><svg width=20 height=20><circle r=8 cx=10 cy=10></svg></div>"
      "<div class=b title=Outer><button>Inner</button></div><span title=Empty></span><div class=b title='Of "
      "text'>Text</div>");
  EXPECT_THAT(page().snapshot().text(),
              AllOf(HasSubstr("generic \"Edit preferences\" [ref="), HasSubstr("generic \"Settings\" [ref="),
                    Not(HasSubstr("Outer")), Not(HasSubstr("Empty")), Not(HasSubstr("Of text"))));
}

TEST_F(SeenNames, AFileInputIsCalledAsChromeDrawsIt) {
  show("<input type=file><input type=file multiple>");
  expect(page()).count("button \"Choose File\"", 1).count("button \"Choose Files\"", 1);
}

// Characters of private use, which fonts such as Font Awesome draw, and words that fonts such as Material Symbols draw.
TEST_F(SeenNames, IconsAreNoPartOfNames) {
  show(
      "<style>.i::before{content:'\\f002'} .far::after{content:'\\F0001'}"
      "@font-face{font-family:'Material Symbols Outlined';src:url(data:font/woff2,)}"
      ".m{font-family:'Material Symbols Outlined'}</style>"
      "<button class=i>Go</button><button class=far>Far</button><button><i class=i></i> Find</button>"
      "<button>\uf013\u00a0Set</button><button aria-label='\uf013 Label'></button><a href=x>\uf015 Home</a>"
      "<button><span class=m>shopping_cart</span> Cart</button><button><span class=m>\n search\n</span></button>"
      "<button title=Trash class=i></button><p class=i>Paragraph</p><p>say home</p>");
  for (const char* name : {"Go", "Far", "Find", "Set", "Label", "Cart", "search", "Trash"}) {
    const std::string target = "button \"" + std::string(name) + "\"";
    EXPECT_EQ(found_by_page(target).size(), 1u) << target;
    EXPECT_THAT(page().snapshot().text(), HasSubstr(target));
    expect(page()).count(target, 1);
  }
  expect(page()).shows("link \"Home\"").shows("text \"Paragraph\"").shows("button /^Go$/");
  expect(page()).text("css=p.i", "Paragraph");
  // Whoever writes the icon means it.
  expect(page()).shows("button \"\uf002Go\"").shows("button \"shopping_cart Cart\"").count("button \"\uf003Go\"", 0);
  EXPECT_THAT(page().snapshot().text(), Not(HasSubstr("\xEF\x80")));
}

// As Chrome has it, which reads each label once on the way through a name.
TEST_F(SeenNames, ALabelIsReadOnceInAName) {
  show(
      "<fieldset><legend><label>In legend <input></label></legend></fieldset>"
      "<fieldset><legend><label>Pick <select aria-label=Own><option>One</select></label></legend></fieldset>"
      "<button><label>Lab <input></label></button><a href=x><label for=z>Zed</label><input id=z></a>"
      "<select id=e aria-label='Empty one'></select><input aria-labelledby=e id=i><label for=i>Label</label>"
      "<select id=g aria-label=Multi multiple><option>First</select><button aria-labelledby=g>Native</button>");
  for (const char* target :
       {"group \"In legend\"", "group \"Pick One\"", "button \"Lab\"", "link \"Zed\"", "textbox \"Zed\"",
        "textbox \"In legend\"", "combobox \"Empty one\"", "textbox \"Label\"", "button \"Multi\""}) {
    EXPECT_EQ(found_by_page(target).size(), 1u) << target << "\n" << page().snapshot().text();
  }
}

TEST_F(SeenNames, TransparentAriaHiddenElementsAreLeftOut) {
  show(
      "<p aria-hidden=true style='opacity:0'>Ghost <button>Boo</button></p><p style='opacity:0'>Clear</p><p "
      "aria-hidden=true>Painted</p>"
      "<div aria-hidden=true><p id=p style='opacity:0'>Later</p></div>");
  EXPECT_THAT(page().snapshot().text(), AllOf(Not(HasSubstr("Ghost")), Not(HasSubstr("Boo")), Not(HasSubstr("Later")),
                                              HasSubstr("Clear"), HasSubstr("Painted")));
  expect(page()).hides("text /Ghost/").hides("button \"Boo\"").shows("text \"Clear\"").shows("text \"Painted\"");
  page().evaluate("p.style.opacity = 1, 0");
  EXPECT_THAT(page().snapshot().text(), HasSubstr("Later"));
  expect(page()).shows("text \"Later\"");
}

TEST_F(SeenNames, RowsThatOnlyHoldATableAreNoMatch) {
  show(
      "<table id=outer><tr><td><table><tr><td>up1<td>down1<tr><td>up2<td>down2</table></table>"
      "<table><tr><td>Total<td><table><tr><td>7</table></table>");
  expect(page()).count("row that has text \"up1\"", 1).count("cell that has text \"up1\"", 1);
  expect(page()).count("row that has text \"7\"", 2);
  EXPECT_THAT(found_by_page("row that has text \"up1\""),
              testing::ElementsAre(page().snapshot().ref("row that has text \"up1\"")));
}

}  // namespace
