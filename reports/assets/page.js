"use strict";
// Filters, tabs and keys. Without this script everything is shown, and can be read.
(() => {
  const cases = [...document.querySelectorAll(".case")];
  const suites = [...document.querySelectorAll(".suite")];
  const switches = [...document.querySelectorAll("[data-show]")];
  const find = document.getElementById("find");
  const nothing = document.getElementById("nothing");
  const words = new Map();
  for (const suite of suites) {
    const heading = suite.querySelector("h2").textContent;
    for (const one of suite.querySelectorAll(":scope > .case")) {
      words.set(one, (heading + " " + one.querySelector(".title").textContent).toLowerCase());
    }
  }

  function filter() {
    const shown = switches.filter(one => one.getAttribute("aria-pressed") === "true").map(one => one.dataset.show);
    const text = find.value.trim().toLowerCase();
    let count = 0;
    for (const one of cases) {
      const fits = shown.length === 0 || shown.some(outcome => one.classList.contains(outcome));
      one.hidden = fits ? !words.get(one).includes(text) : true;
      count += one.hidden ? 0 : 1;
    }
    for (const suite of suites) suite.hidden = suite.querySelector(":scope > .case:not([hidden])") === null;
    nothing.hidden = count > 0 || cases.length === 0;
  }

  for (const one of switches) {
    one.addEventListener("click", () => {
      one.setAttribute("aria-pressed", String(one.getAttribute("aria-pressed") !== "true"));
      filter();
    });
  }
  find.addEventListener("input", filter);
  const visible = () => cases.filter(one => !one.hidden);
  document.getElementById("open-all").addEventListener("click", () => visible().forEach(one => { one.open = true; }));
  document.getElementById("close-all").addEventListener("click", () => visible().forEach(one => { one.open = false; }));

  // A link to a case opens it.
  function reveal() {
    const one = location.hash === "" ? null : document.getElementById(location.hash.slice(1));
    if (one !== null ? one.matches(".case") : false) {
      one.hidden = false;
      one.open = true;
      one.scrollIntoView();
      one.querySelector("summary").focus({preventScroll: true});
    }
  }
  addEventListener("hashchange", reveal);

  for (const list of document.querySelectorAll("[role=tablist]")) {
    const tabs = [...list.children];
    const choose = chosen => {
      for (const tab of tabs) {
        const is = tab === chosen;
        tab.setAttribute("aria-selected", String(is));
        tab.tabIndex = is ? 0 : -1;
        document.getElementById(tab.getAttribute("aria-controls")).hidden = !is;
      }
    };
    for (const tab of tabs) {
      tab.addEventListener("click", () => choose(tab));
      tab.addEventListener("keydown", event => {
        const at = tabs.indexOf(tab), count = tabs.length;
        const to = {ArrowRight: at + 1, ArrowLeft: at - 1 + count, Home: 0, End: count - 1}[event.key];
        if (to === undefined) return;
        const next = tabs[to % count];
        choose(next);
        next.focus();
        event.preventDefault();
      });
    }
    choose(tabs.find(tab => tab.getAttribute("aria-selected") === "true"));
  }

  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === find) {
      if (event.key === "Escape") {
        find.value = "";
        filter();
        find.blur();
      }
      return;
    }
    if (event.key === "/") {
      find.focus();
      event.preventDefault();
    } else if (event.key === "f") {
      document.querySelector("[data-show=failed]").click();
    } else if (event.key === "j" || event.key === "k") {
      const all = visible();
      const current = event.target.closest(".case");
      const from = current === null ? -1 : all.indexOf(current);
      const next = event.key === "j" ? all[from + 1] : all[from - 1];
      if (next !== undefined) {
        next.querySelector("summary").focus();
        next.scrollIntoView({block: "nearest"});
      }
    }
  });

  document.querySelector(".tools").hidden = false;
  reveal();
})();
