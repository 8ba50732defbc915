"use strict";
// Shows the cases of the history, some at a time: filters, search, order, links and keys.
(() => {
  const {history: all, summaries} = JSON.parse(document.getElementById("data").textContent);
  const casesAtOnce = 100, resultsInARow = 30, resultsInATable = 10;
  const find = document.getElementById("find");
  const sort = document.getElementById("sort");
  const list = document.getElementById("cases");
  const switches = [...document.querySelectorAll("[data-show]")];
  const outcomes = {p: ["passed", "✓"], f: ["failed", "✗"], k: ["flaky", "≈"], s: ["skipped", "–"], n: ["not run", "·"]};
  const kinds = {new: "failed", failing: "failed", flaky: "flaky", passing: "passed", skipped: "skipped", gone: "gone"};
  const marks = {failed: "✗", flaky: "≈", passed: "✓", skipped: "–", gone: "·"};

  // The texts come from pages, so they are never parsed as markup.
  function make(tag, className, ...children) {
    const made = document.createElement(tag);
    if (className !== "") made.className = className;
    made.append(...children);
    return made;
  }
  function draw(tag, attributes, ...children) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  const digits = new Map([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"].map((c, i) => [c, i]));
  const milliseconds = code => 1.006 ** code - 1;
  // A negative number repeats the index before it.
  const indicesOf = one =>
      (one.failures ?? []).flatMap((index, at, list) => index >= 0 ? [index] : Array(-index).fill(list[at - 1]));
  const textOf = (index, instead = "") => index === null ? instead : all.texts[index];
  const messageOf = index => textOf(index, "Message left out: newer failures have other messages");
  function resultsOf(one) {
    let run = -1, failures = 0;
    const indices = indicesOf(one);
    const results = [...one.outcomes.matchAll(/(\d*)([a-z])/g)].map(([, gap, letter], at) => {
      run += Number(gap) + 1;
      const code = digits.get(one.durations[2 * at]) * 64 + digits.get(one.durations[2 * at + 1]);
      const failure = "fk".includes(letter) ? all.failures[indices[failures++]] : null;
      return {run: all.runs[run], letter, time: milliseconds(code), failure};
    });
    // A result is flaky if a retry passed, or if the case passed and failed with this commit and browser.
    const build = ({run}) => JSON.stringify([run.commit, run.browser]);
    const passed = new Set(results.filter(({letter}) => "pk".includes(letter)).map(build));
    for (const result of results) {
      const failedOnly = result.letter === "f" ? "commit" in result.run : false;
      result.isFlaky = result.letter === "k" || (failedOnly ? passed.has(build(result)) : false);
    }
    return results;
  }

  const isJudged = result => "pkf".includes(result.letter);
  const shortTime = time => time > 99500 ? (time / 60000).toFixed(1) + " min" :
      time > 999.5 ? (time / 1000).toFixed(1) + " s" : Math.round(time) + " ms";
  const instant = run => new Date(run.started * 1000).toISOString().slice(0, 16).replace("T", " ");
  const rateOf = (passed, judged) =>
      judged === 0 ? "–" : (passed === judged ? 100 : Math.min(99, Math.round(100 * passed / judged))) + " %";
  const counted = (count, noun) => count + " " + noun + (count === 1 ? "" : "s");

  // A bar for each result: its height is the time, and its foot shows the outcome.
  function chart(results, label, withTitles) {
    const step = 4, height = 24, foot = 6;
    const longest = Math.max(1, ...results.map(result => isJudged(result) ? result.time : 0));
    const bars = {}, feet = {}, titles = [];
    const add = (paths, letter, x, y, tall) => {
      paths[letter] = (paths[letter] ?? "") + `M${x} ${y}h${step - 1}v${tall}h${1 - step}z`;
    };
    results.forEach((result, at) => {
      const tall = isJudged(result) ? Math.max(1, Math.round((height - foot - 1) * result.time / longest)) : 0;
      if (tall > 0) add(bars, result.letter, at * step, height - foot - 1 - tall, tall);
      const low = "sn".includes(result.letter) ? 2 : foot;
      add(feet, result.letter, at * step, height - low, low);
      if (!withTitles) return;
      const words = [instant(result.run), outcomes[result.letter][0], shortTime(result.time), result.run.commit ?? ""];
      titles.push(draw("rect", {x: at * step, y: 0, width: step, height, class: "hit"},
                       draw("title", {}, words.filter(word => word !== "").join(" · "))));
    });
    const paths = (of, part) => Object.entries(of).map(([letter, d]) => draw("path", {d, class: part + " " + outcomes[letter][0]}));
    return draw("svg", {class: "chart", role: "img", "aria-label": label, viewBox: `0 0 ${results.length * step - 1} ${height}`,
                        width: results.length * step - 1, height, preserveAspectRatio: "none"},
                ...paths(bars, "bar"), ...paths(feet, "foot"), ...titles);
  }
  function chartLabel(results) {
    const count = letter => results.filter(result => result.letter === letter).length;
    const words = Object.keys(outcomes).filter(letter => count(letter) > 0).map(letter => count(letter) + " " + outcomes[letter][0]);
    return "Last " + counted(results.length, "result") + ": " + words.join(", ");
  }

  function table(className, head, rows) {
    const cells = (tag, texts) => texts.map(text => make(tag, "", text));
    const body = rows.map(({kind = "", texts}) => make("tr", kind, ...cells("td", texts)));
    return make("div", "wide", make("table", className, make("thead", "", make("tr", "", ...cells("th", head))),
                                    make("tbody", "", ...body)));
  }
  function build(run, isShort = false) {
    const url = run.build_url ?? "";
    if (!/^https?:\/\//i.test(url)) return url;
    const link = make("a", "", isShort ? url.split("/").findLast(part => part !== "") : url);
    link.href = link.title = url;
    link.rel = "noreferrer";
    return link;
  }
  function failureBlock(failure) {
    const [message, step, place] = failure;
    return make("div", "failure", make("p", "where", make("code", "", textOf(place)), " ", textOf(step)),
                make("p", "message", messageOf(message)));
  }
  const heading = text => make("h3", "", text);

  // The last good run beside the first bad run. Facts that may be the cause are marked if they differ.
  function comparison(good, bad) {
    const runs = [good?.run, bad.run].map(run => run ?? null);
    const row = (name, of, isCause) => {
      const texts = runs.map(run => run === null ? "" : of(run));
      if (texts.every(text => text === "")) return [];
      const differs = [isCause, good !== undefined, texts[0] !== texts[1]].every(Boolean);
      return [{kind: differs ? "differs" : "", texts: [name, ...texts, differs ? "≠" : ""]}];
    };
    const causes = [["Commit", "commit"], ["Branch", "branch"], ["Browser", "browser"], ["Machine", "host"], ["Shard", "shard"]];
    const time = result => result === undefined ? "" : shortTime(result.time);
    return table("comparison", ["", "Last good", "First bad", ""], [
      ...row("Started", instant, false),
      ...causes.flatMap(([name, field]) => row(name, run => run[field] ?? "", true)),
      ...row("Build", build, false),
      {texts: ["Duration", time(good), time(bad), ""]},
    ]);
  }
  function failureList(results) {
    const groups = new Map();
    for (const result of results) {
      if (result.failure === null) continue;
      const group = groups.get(result.failure) ?? {failure: result.failure, count: 0};
      groups.set(result.failure, Object.assign(group, {count: group.count + 1, last: result}));
    }
    const rows = [...groups.values()].sort((a, b) => b.last.run.started - a.last.run.started).slice(0, 5);
    return table("failures", ["Last seen", "Times", "Failure"], rows.map(({failure, count, last}) => {
      const [message, step] = failure;
      return {texts: [instant(last.run), count, make("span", "", messageOf(message), make("span", "from", textOf(step)))]};
    }));
  }
  function weekTable(results) {
    const weeks = new Map();
    const week = 7 * 86400;
    const newest = all.runs[all.runs.length - 1].started;
    for (const result of results) {
      const ago = Math.floor((newest - result.run.started) / week);
      if (!weeks.has(ago)) weeks.set(ago, []);
      if (isJudged(result)) weeks.get(ago).push(result);
    }
    const rows = [...weeks].sort(([a], [b]) => a - b).map(([ago, own]) => {
      const failed = own.filter(result => result.letter === "f").length;
      const flaky = own.filter(result => result.isFlaky).length;
      const times = own.filter(result => result.letter !== "f").map(result => result.time).sort((a, b) => a - b);
      const median = times.length === 0 ? "–" : shortTime(times[Math.floor(times.length / 2)]);
      const until = new Date((newest - ago * week) * 1000).toISOString().slice(0, 10);
      return {texts: [until, own.length, rateOf(own.length - failed, own.length), flaky, median]};
    });
    return table("numbers", ["Week until", "Results", "Passed", "Flaky", "Median"], rows);
  }
  function resultTable(results) {
    const rows = [...results].reverse().map(result => {
      const [kind, mark] = outcomes[result.letter];
      const mean = make("span", "", make("span", "mark", mark), " ", kind);
      const time = isJudged(result) ? shortTime(result.time) : "";
      const {commit = "", host = "", shard = "", browser = ""} = result.run;
      const short = make("code", "", commit.slice(0, 10));
      short.title = commit;
      const link = build(result.run, true);
      return {kind, texts: [mean, instant(result.run), time, short, shard === "" ? host : host + " " + shard, browser, link]};
    });
    const shown = count => table("results", ["", "Started", "Time", "Commit", "Machine", "Browser", "Build"], rows.slice(0, count));
    let made = make("div", "", shown(resultsInATable));
    if (rows.length > resultsInATable) {
      const button = make("button", "copy", `Show all ${rows.length} results`);
      button.type = "button";
      button.addEventListener("click", () => made.replaceChildren(shown(rows.length)));
      made.append(button);
    }
    return made;
  }

  function bodyOf(summary) {
    const results = resultsOf(all.cases[summary.index]);
    const body = make("div", "body");
    const good = summary.last_good === null ? undefined : results[summary.last_good];
    if (summary.first_bad !== null) {
      const bad = results[summary.first_bad];
      const ongoing = ["new", "failing"].includes(summary.state);
      const series = counted(summary.series, "failure") + " in a row" + (good === undefined ? "; this history has no earlier pass" : "");
      body.append(heading((ongoing ? "Failing since " : "Last failed at ") + instant(bad.run) + ", " + series),
                  failureBlock(bad.failure), comparison(good, bad));
      const newest = results.findLast(result => result.letter === "f");
      if (newest.failure !== bad.failure) body.append(heading("Newest failure, " + instant(newest.run)), failureBlock(newest.failure));
    }
    const words = [`${summary.passed} of ${counted(summary.judged, "result")} passed`, summary.flaky + " flaky"];
    if (summary.judged > 0) {
      words.push("median " + shortTime(milliseconds(summary.median)), "newest five " + shortTime(milliseconds(summary.recent)));
    }
    body.append(heading(words.join(" · ")), make("div", "wide", chart(results, chartLabel(results), true)));
    if (results.some(result => result.failure !== null)) body.append(heading("Failures"), failureList(results));
    body.append(heading("By week"), weekTable(results), heading("Newest results"), resultTable(results));
    return body;
  }

  function rowOf(summary) {
    const one = all.cases[summary.index];
    const kind = kinds[summary.state];
    const name = (one.name === "" ? "(unnamed)" : one.name) + ("repetition" in one ? ` (run ${one.repetition})` : "");
    const mark = make("span", "mark", marks[kind]);
    mark.setAttribute("aria-hidden", "true");
    const title = make("span", "title", make("span", "spoken", summary.state + ": "), make("bdi", "", name));
    if (summary.state === "new") title.append(" ", make("span", "badge failed", "new"));
    if (summary.flaky > 0) title.append(" ", make("span", "badge warned", summary.flaky + " flaky"));
    const from = [one.class_name, one.suite].filter((text, at, texts) => text !== "" ? texts.indexOf(text) === at : false);
    title.append(make("span", "from", make("bdi", "", from.join(" › "))));
    const results = resultsOf(one).slice(-resultsInARow);
    if (kind === "failed") {
      const [message] = results.findLast(result => result.letter === "f").failure;
      title.append(make("span", "message", messageOf(message)));
    }
    const rate = make("span", "rate", rateOf(summary.passed, summary.judged));
    rate.title = `${summary.passed} of ${summary.judged} passed`;
    const time = make("span", "time", summary.judged === 0 ? "" : shortTime(milliseconds(summary.median)));
    const slower = milliseconds(summary.recent) / milliseconds(summary.median);
    if (slower >= 1.25) time.append(make("span", "slower", " ▲" + slower.toFixed(1) + "×"));
    time.title = "median; newest five: " + shortTime(milliseconds(summary.recent));
    const made = make("details", "case " + kind, make("summary", "", mark, title, chart(results, chartLabel(results), false), rate, time));
    made.id = summary.id;
    made.addEventListener("toggle", () => {
      if (made.open) {
        if (made.querySelector(".body") === null) made.append(bodyOf(summary));
        opened = summary.id;
      } else if (opened === summary.id) {
        opened = "";
      }
      tellAddress();
    });
    return made;
  }

  const orders = {
    "": () => 0,
    time: (a, b) => b.median - a.median,
    slower: (a, b) => (b.recent - b.median) - (a.recent - a.median),
    flaky: (a, b) => b.flaky / (b.judged || 1) - a.flaky / (a.judged || 1),
    rate: (a, b) => (a.judged === 0) - (b.judged === 0) || a.passed / (a.judged || 1) - b.passed / (b.judged || 1),
    name: (a, b) => a.index - b.index,
  };
  const searched = new Map();  // the words of each case, once somebody searches
  function wordsOf(summary) {
    if (!searched.has(summary)) {
      const one = all.cases[summary.index];
      const failed = [...new Set(indicesOf(one))].flatMap(failure => all.failures[failure].map(index => textOf(index)));
      searched.set(summary, [one.class_name, one.suite, one.name, ...failed].join("\n").toLowerCase());
    }
    return searched.get(summary);
  }

  let matching = [], shownCount = 0, opened = "";
  const pressed = () => switches.filter(one => one.getAttribute("aria-pressed") === "true").map(one => one.dataset.show);
  const rest = document.getElementById("rest");
  function more() {
    list.append(...matching.slice(shownCount, shownCount + casesAtOnce).map(rowOf));
    shownCount = Math.min(matching.length, shownCount + casesAtOnce);
    document.getElementById("count").textContent = `${shownCount} of ${counted(matching.length, "case")}`;
    rest.hidden = shownCount === matching.length;
  }
  // `linked` is the id of a case that is first, even if the filters hide it.
  function show(linked) {
    const states = pressed();
    const text = find.value.trim().toLowerCase();
    const fits = one => states.length === 0 || states.includes(one.state) ? text === "" || wordsOf(one).includes(text) : false;
    matching = summaries.filter(one => one.id === linked || fits(one)).sort(orders[sort.value]);
    const first = matching.find(one => one.id === linked);
    if (first !== undefined) matching = [first, ...matching.filter(one => one !== first)];
    shownCount = 0;
    list.replaceChildren();
    document.getElementById("nothing").hidden = matching.length > 0;
    more();
    if (first === undefined) return;
    list.firstElementChild.open = true;
    list.firstElementChild.querySelector("summary").focus({preventScroll: true});
    list.firstElementChild.scrollIntoView({block: "nearest"});
  }

  // The address contains the open case, the filters and the order: with the parameters case, show, find and sort.
  function tellAddress() {
    const said = new URLSearchParams();
    if (opened !== "") said.set("case", opened);
    if (pressed().length > 0) said.set("show", pressed().join(","));
    if (find.value.trim() !== "") said.set("find", find.value.trim());
    if (sort.value !== "") said.set("sort", sort.value);
    const hash = said.toString();
    window.history.replaceState(null, "", hash === "" ? location.href.split("#")[0] : "#" + hash);
  }
  function onAddress() {
    const said = new URLSearchParams(location.hash.slice(1));
    const states = (said.get("show") ?? "").split(",");
    for (const one of switches) one.setAttribute("aria-pressed", String(states.includes(one.dataset.show)));
    find.value = said.get("find") ?? "";
    sort.value = Object.hasOwn(orders, said.get("sort") ?? "") ? said.get("sort") ?? "" : "";
    opened = said.get("case") ?? "";
    show(opened);
  }
  function change() {
    opened = "";
    show("");
    tellAddress();
  }
  function press(states, isPressed) {
    for (const one of switches) {
      if (states.includes(one.dataset.show)) one.setAttribute("aria-pressed", String(isPressed));
    }
    change();
  }

  for (const one of switches) {
    one.addEventListener("click", () => press([one.dataset.show], one.getAttribute("aria-pressed") !== "true"));
  }
  find.addEventListener("input", change);
  sort.addEventListener("change", change);
  document.getElementById("more").addEventListener("click", more);
  new IntersectionObserver(entries => {
    if (entries.some(entry => entry.isIntersecting)) more();
  }, {rootMargin: "600px"}).observe(rest);
  addEventListener("hashchange", onAddress);
  listenForKeys({
    find,
    clear: () => {
      find.value = "";
      change();
    },
    showFailed: () => press(["new", "failing"], !pressed().some(state => ["new", "failing"].includes(state))),
    cases: current => {
      if (current !== null ? current === list.lastElementChild : false) more();
      return [...list.children];
    },
  });
  document.querySelector("header .tools").hidden = false;
  onAddress();
})();
