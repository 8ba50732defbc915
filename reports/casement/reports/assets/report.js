"use strict";
// Filters, order, tabs, pictures and keys. Without this script, the page shows everything.
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

  // The address contains the filters and the order, "#CASE?show=failed,flaky" with find and sort, unless they are the
  // defaults.
  const sort = document.getElementById("sort");
  const main = document.querySelector("main");
  const pressed = () => switches.filter(one => one.getAttribute("aria-pressed") === "true").map(one => one.dataset.show);
  const hashParts = () => location.hash.slice(1).split("?");
  function linkedCase() {
    const one = document.getElementById(hashParts()[0]);
    return one?.matches(".case") ? one : null;
  }
  function tellAddress() {
    const said = new URLSearchParams();
    if (pressed().length > 0) said.set("show", pressed().join(","));
    if (find.value.trim() !== "") said.set("find", find.value.trim());
    if (sort.value !== "") said.set("sort", sort.value);
    const id = linkedCase()?.id ?? "";
    const query = said.toString();
    const hash = query === "" ? id : id + "?" + query;
    history.replaceState(null, "", hash === "" ? location.href.split("#")[0] : "#" + hash);
  }
  function onAddress() {
    const said = new URLSearchParams(hashParts()[1] ?? "");
    const shown = (said.get("show") ?? "").split(",");
    for (const one of switches) one.setAttribute("aria-pressed", String(shown.includes(one.dataset.show)));
    find.value = said.get("find") ?? "";
    sort.value = said.get("sort") === "time" ? "time" : "";
    arrange();
    filter();
  }

  // By time, suites are ordered by their slowest case.
  function arrange() {
    const time = one => Number(one.dataset.milliseconds);
    const ofSuite = new Map(suites.map(suite => [suite, cases.filter(one => one.parentElement === suite)]));
    const slowest = suite => Math.max(0, ...ofSuite.get(suite).map(time));
    const byTime = sort.value === "time";
    for (const [suite, own] of ofSuite) {
      suite.append(...(byTime ? [...own].sort((a, b) => time(b) - time(a)) : own));
    }
    const ordered = byTime ? [...suites].sort((a, b) => slowest(b) - slowest(a)) : suites;
    for (const suite of ordered) main.insertBefore(suite, nothing);
  }
  sort.addEventListener("change", () => {
    arrange();
    tellAddress();
  });

  for (const one of switches) {
    one.addEventListener("click", () => {
      one.setAttribute("aria-pressed", String(one.getAttribute("aria-pressed") !== "true"));
      filter();
      tellAddress();
    });
  }
  find.addEventListener("input", () => {
    filter();
    tellAddress();
  });
  const visible = () => [...document.querySelectorAll(".case")].filter(one => !one.hidden);
  document.getElementById("open-all").addEventListener("click", () => visible().forEach(one => { one.open = true; }));
  document.getElementById("close-all").addEventListener("click", () => visible().forEach(one => { one.open = false; }));

  // A link to a case opens it.
  function reveal() {
    const one = linkedCase();
    if (one === null) return;
    one.hidden = false;
    one.closest(".suite").hidden = false;
    one.open = true;
    one.scrollIntoView();
    one.querySelector("summary").focus({preventScroll: true});
  }
  addEventListener("hashchange", () => {
    if (hashParts().length > 1) onAddress();
    reveal();
    tellAddress();
  });

  // Text for a chat or an issue: the case, where and how it failed, and the command that runs it again.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {  // not available in every browser for local files
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  }
  function failureText(failure) {
    const one = failure.closest(".case");
    const lines = [one.closest(".suite").querySelector("h2").textContent + " › " + one.querySelector(".title bdi").textContent];
    for (const part of failure.querySelectorAll(":scope > p, :scope > pre")) lines.push(part.textContent.trim());
    const command = one.querySelector(".command");
    if (command !== null) lines.push(command.textContent);
    return lines.join("\n");
  }
  for (const failure of document.querySelectorAll(".case .failure")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", "Copy this failure as text");
    button.addEventListener("click", async () => {
      await copy(failureText(failure));
      button.textContent = "Copied";
    });
    failure.prepend(button);
  }

  // A picture that several steps show is in the page once.
  const shown = new Map();
  const caseOf = element => element.closest(".attempt, .body");
  for (const image of document.querySelectorAll("img[data-picture]")) {
    if (!shown.has(caseOf(image))) shown.set(caseOf(image), new Map());
    shown.get(caseOf(image)).set(image.dataset.picture, image);
  }
  for (const again of document.querySelectorAll("figure.again")) {
    const image = shown.get(caseOf(again))?.get(again.dataset.picture);
    if (image === undefined) continue;
    const copy = image.cloneNode();
    copy.alt = again.querySelector("figcaption").firstChild.textContent;
    again.querySelector(".picture").prepend(copy);
    again.classList.remove("again");
  }

  // Compared pictures: side by side, over each other with a slider, by turns, their difference, or a heat map of it.
  // The button also makes the turns: no picture changes by itself for people who want less motion.
  for (const comparison of document.querySelectorAll(".comparison")) {
    const pictures = comparison.querySelector(".pictures");
    const tools = document.createElement("div");
    tools.className = "tools";
    const slider = document.createElement("input");
    Object.assign(slider, {type: "range", min: "0", max: "100", value: "50"});
    slider.setAttribute("aria-label", "How much of the expected picture is shown");
    const cut = () => pictures.style.setProperty("--cut", slider.value + "%");
    slider.addEventListener("input", cut);
    const sides = document.createElement("span");  // the slider between the words for the left and the right of its cut
    sides.className = "sides";
    sides.append("expected", slider, "actual");
    const views = [["side", "Side by side"], ["slider", "Slider"], ["blink", "Blink"], ["difference", "Difference"],
                   ["heat", "Heat map"]];
    let blinking = 0;
    const turn = () => { pictures.dataset.shown = pictures.dataset.shown === "expected" ? "actual" : "expected"; };
    const choose = chosen => {
      const again = [chosen, pictures.dataset.view].every(view => view === "blink");
      pictures.dataset.view = chosen;
      clearInterval(blinking);
      if (chosen === "blink") {
        turn();
        const byHand = again || matchMedia("(prefers-reduced-motion: reduce)").matches;
        if (!byHand) blinking = setInterval(turn, 700);
      }
      sides.hidden = chosen !== "slider";
      for (const button of tools.querySelectorAll("button")) {
        button.setAttribute("aria-pressed", String(button.dataset.view === chosen));
      }
    };
    for (const [name, words] of views) {
      const needed = {side: ".actual", slider: ".expected", blink: ".expected", difference: ".difference", heat: ".heat"}[name];
      if (pictures.querySelector(needed) === null) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.view = name;
      button.textContent = words;
      button.addEventListener("click", () => choose(name));
      tools.append(button);
    }
    tools.append(sides);
    pictures.before(tools);
    cut();
    choose("side");
  }

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

  listenForKeys({
    find,
    clear: () => {
      find.value = "";
      filter();
      tellAddress();
    },
    showFailed: () => document.querySelector("[data-show=failed]").click(),
    cases: visible,
  });

  document.querySelector("header .tools").hidden = false;
  onAddress();
  reveal();
})();
