// Describes a page in few words, for programs that pay by the word: every usable element with its ref, and elements
// that give the page its structure: headings, landmarks, dialogs, frames, alerts, and forms, groups and tables with a
// name.
#pragma once

#include <string>

#include "casement/dom/dom_snapshot.h"

namespace casement {

// Writes one line for each described element, indented by a blank for each described element around it. Usable
// neighbours of one role share a line:
//
//   main
//    h1 "Checkout"
//    textbox "E-mail" required e3
//    button "Pay" disabled e6 "Cancel" e7
//
// Every usable element has its ref. The text of an unnamed heading, alert, status or usable element replaces the name.
// Other texts, addresses and values are left out. Names are cut after 80 characters. A frame without a name is
// described by its host if the document is of another site. The text is neither YAML nor a template.
std::string compact_text(const DomSnapshot& dom);

}  // namespace casement
