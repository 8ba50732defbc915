#include "casement/target/aria_roles.h"

#include <algorithm>
#include <sstream>
#include <vector>

namespace casement {

std::span<const std::string> aria_roles() {
  static const std::vector<std::string> roles = [] {
    std::istringstream words(R"(
alert alertdialog application article banner blockquote button caption cell checkbox code
columnheader combobox comment complementary contentinfo definition deletion dialog directory
doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry
doc-bibliography doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit
doc-credits doc-dedication doc-endnote doc-endnotes doc-epigraph doc-epilogue doc-errata
doc-example doc-footnote doc-foreword doc-glossary doc-glossref doc-index doc-introduction
doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part
doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc document emphasis
feed figure form generic graphics-document graphics-object graphics-symbol grid gridcell group
heading iframe image img insertion link list listbox listitem log main mark marquee math menu
menubar menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph
presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search
searchbox sectionfooter sectionheader separator slider spinbutton status strong subscript
suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip
tree treegrid treeitem)");
    std::vector<std::string> list;
    for (std::string word; words >> word;) list.push_back(word);
    std::sort(list.begin(), list.end());
    return list;
  }();
  return roles;
}

bool is_aria_role(std::string_view role) {
  const auto roles = aria_roles();
  return std::binary_search(roles.begin(), roles.end(), role);
}

}  // namespace casement
