// Lists facts about role names from the standards: which roles exist, how they are named and which states they allow.
// The names are the same as in target/aria_roles.cc, which checks targets without a page; a spec compares the two.
// WAI-ARIA 1.2 §5.4 and 1.3, DPUB-ARIA 1.1, Graphics-ARIA 1.0.

// Without abstract roles, which authors must not use (ARIA 1.2 §5.4.1).
const knownRoles = new Set(words(`
  alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
  comment complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic
  grid gridcell group heading image img insertion link list listbox listitem log main mark marquee math menu menubar
  menuitem menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio
  radiogroup region row rowgroup rowheader scrollbar search searchbox sectionfooter sectionheader separator slider
  spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term textbox time timer
  toolbar tooltip tree treegrid treeitem
  doc-abstract doc-acknowledgments doc-afterword doc-appendix doc-backlink doc-biblioentry doc-bibliography
  doc-biblioref doc-chapter doc-colophon doc-conclusion doc-cover doc-credit doc-credits doc-dedication doc-endnote
  doc-endnotes doc-epigraph doc-epilogue doc-errata doc-example doc-footnote doc-foreword doc-glossary doc-glossref
  doc-index doc-introduction doc-noteref doc-notice doc-pagebreak doc-pagefooter doc-pageheader doc-pagelist doc-part
  doc-preface doc-prologue doc-pullquote doc-qna doc-subtitle doc-tip doc-toc
  graphics-document graphics-object graphics-symbol`));

const roleSynonyms = new Map([['presentation', 'none'], ['image', 'img'], ['directory', 'list']]);

// "Name From: contents" in each role's table of characteristics.
const namedByContent = new Set(words(`
  button cell checkbox columnheader gridcell heading link math menuitem menuitemcheckbox menuitemradio option radio row
  rowheader switch tab term tooltip treeitem doc-backlink doc-biblioref doc-glossref doc-noteref doc-subtitle
  graphics-object`));

// Not named by their content, but part of the name of the element around them.
const partOfContent = new Set(words(`
  generic none caption code definition deletion emphasis insertion list listitem mark paragraph rowgroup strong
  subscript superscript table time`));

// Always separated by spaces, because cells lie side by side whatever their boxes.
const cellRoles = new Set(words('cell columnheader gridcell rowheader'));

// "Children Presentational: True".
const leafRoles = new Set(words(`
  button checkbox img math menuitemcheckbox menuitemradio meter option progressbar radio scrollbar separator slider
  switch tab doc-pagebreak graphics-symbol`));

// ARIA 1.2 §6.6, plus the attributes that were global in 1.1. On an element with a presentational role, each of these
// is a conflict, so the native role applies (§7.4). aria-hidden is not in the list, because it does not conflict.
const globalAttributes = words(`
  aria-atomic aria-braillelabel aria-brailleroledescription aria-busy aria-controls aria-current aria-describedby
  aria-description aria-details aria-dropeffect aria-flowto aria-grabbed aria-keyshortcuts aria-label aria-labelledby
  aria-live aria-owns aria-relevant aria-roledescription`);

// Roles that carry a state or property, for states.js ("Used in Roles" of each state).
const typedRoles = new Set(words('combobox searchbox spinbutton textbox'));
const checkableRoles = new Set(words('checkbox menuitemcheckbox menuitemradio radio switch'));
const expandableRoles = new Set(words(`
  application button checkbox columnheader combobox gridcell link listbox menuitem menuitemcheckbox menuitemradio
  row rowheader switch tab treeitem generic group`));
const selectableRoles = new Set(words('columnheader gridcell option row rowheader tab treeitem'));
const requirableRoles = new Set(words(`
  checkbox combobox gridcell listbox radiogroup searchbox spinbutton switch textbox tree`));
const readonlyRoles = new Set(words(`
  checkbox combobox grid gridcell listbox radiogroup searchbox slider spinbutton switch textbox treegrid
  columnheader rowheader`));
const levelRoles = new Set(words('heading listitem row treeitem'));
const disableableRoles = new Set(words(`
  application button checkbox columnheader combobox composite grid gridcell group input link listbox menu menubar
  menuitem menuitemcheckbox menuitemradio option radio radiogroup row rowheader scrollbar searchbox select separator
  slider spinbutton switch tab tablist textbox toolbar tree treegrid treeitem`));
const invalidRoles = new Set(words(`
  checkbox combobox gridcell listbox radiogroup searchbox slider spinbutton switch textbox tree columnheader
  rowheader`));
