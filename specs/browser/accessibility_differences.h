// Where a snapshot and Chrome's accessibility tree may differ, and which clause says so. `*` stands
// for any text; the role none is written generic, since both are what has no role.
#pragma once

#include "specs/support/chrome_differences.h"

namespace casement::specs {

inline constexpr AcceptedDifference kAcceptedDifferences[] = {
    // What the standards ask for and Chrome leaves out.
    {"*", "*", "table \"*\"", "LayoutTable \"*\"",
     "HTML-AAM 1.0 table: table; that it looks like mere layout is no criterion"},
    {"*", "<tr*", "row \"*\"", "LayoutTableRow \"\"", "HTML-AAM 1.0 tr: row"},
    {"*", "<td*", "cell \"*\"", "LayoutTableCell \"*\"", "HTML-AAM 1.0 td: cell"},
    {"names.html", "<i title=\"tip\">", "generic \"tip\"", "generic \"\"",
     "HTML-AAM 1.0 text-level elements: named by the title attribute"},
    {"tables.html", "<div style=\"display:table\"*", "generic \"\"", "LayoutTable \"\"",
     "HTML-AAM 1.0 div: generic, however it is styled"},
    {"tables.html", "<div style=\"display:table-row\"*", "generic \"\"", "LayoutTableRow \"\"",
     "HTML-AAM 1.0 div: generic, however it is styled"},
    {"tables.html", "<span style=\"display:table-cell\"*", "generic \"\"", "LayoutTableCell \"*\"",
     "HTML-AAM 1.0 span: generic, however it is styled"},
    {"grids.html", "<tr role=\"option\"*", "option \"option\"", "ignored",
     "ARIA 1.2 §5.2.5: generics may stand between an option and its listbox"},
    {"generated.html", "<p class=\"block\"*", "paragraph \"\"", "ignored", "HTML-AAM 1.0 p: paragraph"},
    {"media.html", "<img * alt=\"\" title=\"Title wins\"*", "generic \"\"", "img \"\"",
     "HTML-AAM 1.0 img: an empty alt is presentational; a tooltip is no label"},
    {"counters.html", "<h2 *", "heading \"§I First\"", "heading \"§ First\"",
     "accname 1.2 step 2F.ii: generated text is content, its counters with it (CSS Lists 3 §4.6)"},
    {"counters.html", "<h2 *", "heading \"2 Second\"", "heading \"Second\"",
     "accname 1.2 step 2F.ii: generated text is content, its counters with it (CSS Lists 3 §4.6)"},
    {"names.html", "<h2>t", "heading \"tip t\"", "heading \"t\"",
     "accname 1.2 steps 2F and 2I: a tooltip is part of the content"},
    {"names.html", "<input id=\"t3\">*", "textbox \"hidden label\"", "textbox \"\"",
     "accname 1.2 step 2A: a hidden element that a label mechanism references is read"},
    {"names.html", "<input>*", "textbox \"In group grouped\"", "textbox \"In group\"",
     "accname 1.2 step 2F: all that is in a native label is read"},
    {"labels.html", "<input type=\"submit\" title=\"t\" value=\"\">*", "button \"t\"", "button \"\"",
     "HTML-AAM 1.0 §4.1 input type=submit: the title where the value is empty"},
    {"labels.html", "<input>*", "textbox \"Nested deeper deeper\"", "textbox \"Nested deeper\"",
     "HTML §4.10.4: both labels label it; HTML-AAM 1.0 §4.1: all of them name it"},
    {"mathml.html", "<button>Insert 7", "button \"Insert 7\"", "button \"Insert\"",
     "accname 1.2 step 2F: the content of a formula is content"},
    {"focusgroups.html", "<div tabindex=\"0\">*", "* \"*\"", "* \"\"",
     "ARIA 1.2 tab, option: name from contents; Chrome leaves it out where focusgroup gives the role"},
    // What Chrome says beyond the standards.
    {"*", "<video*", "generic \"*\"", "generic \"Unable to play media.\"", "HTML-AAM 1.0 video: its author names it"},
    {"media.html", "<audio*", "generic \"Song\"", "generic \"Unable to play media.\"",
     "HTML-AAM 1.0 audio: its author names it"},
    {"media.html", "<object*", "*", "PluginObject \"*\"",
     "HTML-AAM 1.0 object: what it holds decides; there is no such role in ARIA"},
    // What a snapshot leaves out on purpose (docs/snapshot.md).
    {"forms.html", "<img alt=\"Picture\"*", "absent: img \"Picture\"", "img \"Picture\"",
     "ARIA 1.2 button: children presentational"},
    {"svg.html", "<svg *", "absent: img \"Icon\"", "img \"Icon\"", "ARIA 1.2 button: children presentational"},
    {"names.html", "<h3>heading", "absent: heading \"heading\"", "heading \"heading\"",
     "ARIA 1.2 button: children presentational"},
    {"mathml.html", "<math>7", "absent: math \"\"", "math \"\"", "ARIA 1.2 button: children presentational"},
    // A circle of aria-owns has to be cut somewhere; where Chrome cuts depends on what it lays out first.
    {"owns.html", "<div role=\"listitem\" id=\"two\"*", "listitem \"\"", "generic \"\"",
     "ARIA 1.2 aria-owns: authors MUST ensure no circular references", true},
};

}  // namespace casement::specs
