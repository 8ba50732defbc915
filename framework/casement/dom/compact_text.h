// A page in few words, for programs that pay by the word: what can be used, each with its ref, and what keeps the page
// readable around it: headings, landmarks, dialogs, forms, and what a page says went wrong.
#pragma once

#include <string>

#include "casement/dom/dom_snapshot.h"

namespace casement {

// One line for each thing that is told, indented by a blank for each thing around it; neighbours of one role share a
// line:
//
//   main
//    h1 "Checkout"
//    textbox "E-mail" required e3
//    button "Pay" disabled e6 "Cancel" e7
//
// Every element that can be used is there with its ref; texts, addresses and values are not. Names are cut after 80
// characters; a frame that has none is told by its site, if that is another. It is no YAML, and no template.
std::string compact_text(const DomSnapshot& dom);

}  // namespace casement
