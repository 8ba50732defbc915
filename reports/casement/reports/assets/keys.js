"use strict";
// Keys that all pages share: / finds, f shows failed cases, j and k go to the next and the previous case. `clear` empties
// the field `find`, and `cases(current)` returns the cases in their order; `current` is the case with the focus, or null.
function listenForKeys({find, clear, showFailed, cases}) {
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.matches("select, input[type=range]")) return;
    if (event.target === find) {
      if (event.key === "Escape") {
        clear();
        find.blur();
      }
      return;
    }
    if (event.key === "/") {
      find.focus();
      event.preventDefault();
    } else if (event.key === "f") {
      showFailed();
    } else if (event.key === "j" || event.key === "k") {
      const current = event.target.closest(".case");
      const all = cases(current);
      const from = current === null ? -1 : all.indexOf(current);
      const next = event.key === "j" ? all[from + 1] : all[from - 1];
      if (next !== undefined) {
        next.querySelector("summary").focus();
        next.scrollIntoView({block: "nearest"});
      }
    }
  });
}
