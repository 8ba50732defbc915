// The structure tools: from a ref to what is around it, in the page, in shadow trees and in frames.
#include <casement/testing.h>
#include "casement/browser/page/page_session.h"

#include "casement/base/json.h"

namespace {

using namespace casement;
using testing::ElementsAre;
using testing::HasSubstr;

class Structure : public SiteTest<"structure"> {
 protected:
  void SetUp() override {
    SiteTest::SetUp();
    page().open("http://top.test/", {LoadState::Loaded});
    seen_ = page().snapshot();
  }
  std::string ref(const std::string& target) { return seen_.ref(target); }
  Error error_of(const std::function<void()>& call) {
    try {
      call();
    } catch (const Error& error) {
      return error;
    }
    ADD_FAILURE() << "nothing was thrown";
    return Error(ErrorKind::Internal, "");
  }
  Snapshot seen_;
};

constexpr const char* kRedAdd = R"(button "Add" inside listitem "Red kettle")";

TEST_F(Structure, AContainerIsReportedWithItsAncestors) {  // V13
  const ContainerChain chain = page().structure().container(ref(kRedAdd));
  EXPECT_EQ(chain.target.tag, "button");
  EXPECT_EQ(chain.target.level, 0);
  EXPECT_EQ(chain.target.ref, ref(kRedAdd));
  EXPECT_THAT(chain.target.attributes, ElementsAre(testing::Pair("id", "red")));
  ASSERT_EQ(chain.ancestors.size(), 4u);
  EXPECT_EQ(chain.ancestors[0].tag, "li");
  EXPECT_EQ(chain.ancestors[0].level, 1);
  EXPECT_EQ(chain.ancestors[0].children, 3);
  EXPECT_THAT(chain.ancestors[0].refs, testing::Contains(ref(kRedAdd)));
  EXPECT_EQ(chain.ancestors[1].tag, "ul");
  EXPECT_EQ(chain.ancestors[1].children, 3);  // the hidden one is nobody's
  EXPECT_THAT(chain.ancestors[1].attributes,
              ElementsAre(testing::Pair("class", "cards wide"), testing::Pair("data-testid", "list"),
                          testing::Pair("aria-label", "Kettles")));
  EXPECT_THAT(chain.ancestors[1].refs,
              testing::IsSupersetOf({ref(R"(button "Add" inside listitem "Blue kettle")"), ref(kRedAdd)}));
  EXPECT_EQ(chain.ancestors[3].tag, "body");
  EXPECT_EQ(chain.frame_owner, "");
}

TEST_F(Structure, APatternMarksTheChildThatHoldsTheTarget) {  // V14
  const Pattern pattern = page().structure().pattern(ref(kRedAdd), 2);
  EXPECT_EQ(pattern.container.tag, "ul");
  EXPECT_EQ(pattern.total_children, 3);
  EXPECT_EQ(pattern.target_index, 1);
  EXPECT_EQ(pattern.similar, 2);
  ASSERT_EQ(pattern.children.size(), 3u);
  EXPECT_TRUE(pattern.children[1].holds_target);
  EXPECT_FALSE(pattern.children[0].holds_target);
  EXPECT_EQ(pattern.children[0].outline, "li.card(h3 p button)");
  EXPECT_THAT(pattern.children[2].texts, ElementsAre("Green kettle", "Sold out"));
  EXPECT_THAT(pattern.children[1].refs, testing::Contains(ref(kRedAdd)));
}

TEST_F(Structure, AnchorsAreTheDescendantsWithTheirTexts) {  // V15
  const Anchors anchors = page().structure().anchors(ref(kRedAdd), 2);
  EXPECT_EQ(anchors.total_children, 3);
  EXPECT_EQ(anchors.total_descendants, 11);
  EXPECT_EQ(anchors.described, 11);
  EXPECT_EQ(anchors.deepest, 2);
  ASSERT_EQ(anchors.anchors.size(), 3u);
  const Anchor& red = anchors.anchors[1];
  EXPECT_EQ(red.role, "listitem");
  EXPECT_EQ(red.depth, 1);
  EXPECT_EQ(red.index, 1);
  EXPECT_EQ(red.own_text, "");
  EXPECT_EQ(red.full_text, "Red kettle 40 € Add");
  ASSERT_EQ(red.nested.size(), 3u);
  EXPECT_EQ(red.nested[0].role, "heading");
  EXPECT_EQ(red.nested[0].name, "Red kettle");
  EXPECT_EQ(red.nested[0].depth, 2);
  EXPECT_EQ(red.nested[1].own_text, "40 €");
  EXPECT_EQ(red.nested[2].ref, ref(kRedAdd));
}

TEST_F(Structure, LimitsCutAndTheTotalsStayTrue) {  // V15
  StructureLimits limits;
  limits.siblings = 1;
  const Anchors narrow = page().structure().anchors(ref(kRedAdd), 2, limits);
  ASSERT_EQ(narrow.anchors.size(), 1u);
  EXPECT_EQ(narrow.anchors[0].nested.size(), 1u);
  EXPECT_EQ(narrow.anchors[0].total_nested, 3);
  EXPECT_EQ(narrow.described, 2);
  EXPECT_EQ(narrow.total_descendants, 11);
  const Pattern pattern = page().structure().pattern(ref(kRedAdd), 2, limits);
  ASSERT_EQ(pattern.children.size(), 2u);  // the first, and the one that holds the target
  EXPECT_EQ(pattern.children[1].index, 1);
  limits = {};
  limits.depth = 1;
  const Anchors flat = page().structure().anchors(ref(kRedAdd), 2, limits);
  EXPECT_EQ(flat.described, 3);
  EXPECT_EQ(flat.anchors[0].total_nested, 3);
  EXPECT_EQ(flat.deepest, 2);
  limits = {};
  limits.descendants = 5;
  EXPECT_EQ(page().structure().anchors(ref(kRedAdd), 2, limits).described, 5);
  limits.depth = 0;
  EXPECT_EQ(error_of([&] { page().structure().anchors(ref(kRedAdd), 2, limits); }).kind(), ErrorKind::Usage);
}

TEST_F(Structure, GoesThroughShadowRoots) {  // V16
  const std::string pay = ref(R"(link "Pay")");
  const ContainerChain chain = page().structure().container(pay);
  ASSERT_GE(chain.ancestors.size(), 3u);
  EXPECT_EQ(chain.ancestors[0].tag, "section");
  EXPECT_EQ(chain.ancestors[0].children, 2);  // what is in the slot, and the link
  EXPECT_EQ(chain.ancestors[1].tag, "shop-basket");
  EXPECT_EQ(chain.ancestors[2].tag, "body");
  EXPECT_EQ(page().structure().pattern(pay, 1).children.at(0).texts.at(0), "One thing");
}

TEST_F(Structure, WorksInFramesWithTheirRefs) {  // V16
  const std::string go = ref(R"(button "Go")");
  ASSERT_THAT(go, testing::StartsWith("f1_e"));
  const ContainerChain chain = page().structure().container(go);
  ASSERT_EQ(chain.ancestors.size(), 3u);
  EXPECT_EQ(chain.target.ref, go);
  EXPECT_THAT(chain.ancestors[1].refs, testing::Contains(go));
  EXPECT_EQ(chain.frame_owner, ref(R"(iframe "It")"));
  const Pattern pattern = page().structure().pattern(go, 2);
  EXPECT_EQ(pattern.target_index, 1);
  EXPECT_EQ(page().structure().anchors(go, 2).anchors.at(1).nested.at(0).ref, go);
}

TEST_F(Structure, ALevelThatIsTooHighReportsTheNumberOfLevels) {  // V14
  const Error error = error_of([&] { page().structure().pattern(ref(kRedAdd), 5); });
  EXPECT_EQ(error.kind(), ErrorKind::Usage);
  EXPECT_EQ(error.message(),
            "level 5 is too high for " + ref(kRedAdd) + ": use 0, the element itself, to 4, the top of its document");
  EXPECT_EQ(page().structure().anchors(ref(kRedAdd), 4).container.tag, "body");
  EXPECT_EQ(error_of([&] { page().structure().anchors(ref(kRedAdd), -1); }).kind(), ErrorKind::Usage);
}

TEST_F(Structure, TheElementItselfIsLevelNought) {
  const Pattern pattern = page().structure().pattern(ref(kRedAdd), 0);
  EXPECT_EQ(pattern.container.ref, ref(kRedAdd));
  EXPECT_EQ(pattern.target_index, -1);
  EXPECT_EQ(pattern.total_children, 0);
}

TEST_F(Structure, BadRefsAreReportedApart) {  // V9
  const std::string red = ref(kRedAdd), go = ref(R"(button "Go")");
  EXPECT_EQ(error_of([&] { page().structure().container("button"); }).kind(), ErrorKind::Usage);
  const Error unknown = error_of([&] { page().structure().container("e999"); });
  EXPECT_EQ(unknown.kind(), ErrorKind::UnknownRef);
  EXPECT_THAT(unknown.what(), HasSubstr("Take a snapshot first"));
  EXPECT_EQ(error_of([&] { page().structure().container("f9_e1"); }).kind(), ErrorKind::UnknownRef);
  page().evaluate("red.remove()");
  const Error detached = error_of([&] { page().structure().pattern(red, 1); });
  EXPECT_EQ(detached.kind(), ErrorKind::Detached);
  EXPECT_EQ(detached.message(), red + " is no longer in its document");
  page().evaluate("document.querySelector('iframe').remove()");
  expect(page()).hides(R"(iframe "It")");
  EXPECT_EQ(error_of([&] { page().structure().anchors(go, 1); }).kind(), ErrorKind::StaleRef);
  page().open("http://other.test/");
  EXPECT_EQ(error_of([&] { page().structure().container(red); }).kind(), ErrorKind::StaleRef);
}

TEST_F(Structure, IsTextForPeopleAndJsonForPrograms) {  // V13, V14, V15
  const std::string red = ref(kRedAdd);
  EXPECT_THAT(page().structure().container(red).text(),
              testing::AllOf(testing::StartsWith("0 <button id=\"red\"> " + red + "\n1 <li class=\"card\">"),
                             HasSubstr("\n2 <ul class=\"cards wide\" data-testid=\"list\" aria-label=\"Kettles\">")));
  EXPECT_THAT(page().structure().pattern(red, 2).text(),
              testing::AllOf(HasSubstr(", 3 children, 2 like the one that contains the target\n"),
                             HasSubstr("\n> 1 \"li.card(h3 p button)\""), HasSubstr("\"Red kettle\" \"40 €\"")));
  EXPECT_THAT(page().structure().anchors(red, 2).text(),
              testing::AllOf(HasSubstr(", 11 of 11 elements, 2 deep\n  0 listitem"),
                             HasSubstr("\n    0 heading \"Red kettle\"")));
  const Json json = parse_json(page().structure().anchors(red, 2).json());
  EXPECT_EQ(json.at("anchors").at(1).at("nested").at(2).at("ref"), red);
  EXPECT_EQ(parse_json(page().structure().pattern(red, 2).json()).at("target_index"), 1);
  EXPECT_EQ(parse_json(page().structure().container(red).json()).at("ancestors").at(0).at("tag"), "li");
}

TEST_F(Structure, TextOfAPageMakesNoLineOfItsOwn) {
  page().evaluate("const x = red; x.id = 'a\\nb\"c'; x.textContent = '\\ud800 x\\u0000y'");
  const std::string ref = page().snapshot().ref("button #2");
  EXPECT_THAT(page().structure().container(ref).text(), testing::StartsWith("0 <button id=\"a\\nb\\\"c\">"));
  EXPECT_NO_THROW(parse_json(page().structure().anchors(ref, 1).json()));
}

}  // namespace
