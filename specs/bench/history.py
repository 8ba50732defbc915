#!/usr/bin/env python3
"""history.py [BUILD_FOLDER] [--cases N] [--runs N] [--results] [--unique]: time, memory and sizes of `casement report history`.

Makes up a history: most cases pass, some are flaky, some began to fail lately, some outages fail a tenth of all cases at once,
some durations grow. Writes it as history.json, adds one more run as results.json, and joins the two, as a CI job does. With
--results, joins a results.json for each run instead. With --unique, a twentieth of all results fail, each with a message of its own. Then a
headless Chrome opens history.html and measures its first paint.
"""
import argparse
import json
import math
import os
import random
import re
import shutil
import subprocess
import time

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
NEWEST = int(time.time()) - 3600
DAYS = 80
STEPS = ("open: http://shop.test/cart", 'click: button "Checkout"', 'fill: textbox "E-mail" = ada@example.com',
         'expect: text "Thank you"')
PASSED, FAILED, SKIPPED, FLAKY = range(4)


class Case:
    """A made-up case: its names, and its outcome and milliseconds in a run."""

    def __init__(self, number, runs, chance, is_unique):
        self.file = f"specs/flows/area{number // 500}/page{number // 20}"
        self.suite = f"Page {number // 20} keeps its promises"
        self.name = f"case {number} pays by card and gets a receipt"
        self.base = chance.lognormvariate(0, 1) * 1500
        self.growth = 2 if number % 97 == 5 else 0  # how much slower the case is at the end
        kind = number % 100
        self.breaks_at = runs - chance.randrange(1, max(2, runs // 10)) if kind == 3 and number % 300 == 3 else runs
        self.is_unique = is_unique
        self.rate_of_failures = 0.05 if is_unique else 0.3 if kind == 7 else 0.002
        self.rate_of_flakes = 0.1 if kind == 11 else 0.003
        self.chance = chance
        self.runs = runs
        self.where = {"file": self.file + ".flow.yaml", "line": 13, "column": 5}
        steps = [{"title": title, "milliseconds": 12.5, "where": self.where} for title in STEPS]
        self.text = json.dumps({"suite": self.suite, "class_name": self.file, "name": self.name, "where": self.where, "steps": steps})[1:-1]

    def result(self, run, is_outage):
        milliseconds = self.base * (1 + self.growth * run / self.runs) * self.chance.uniform(0.9, 1.2)
        if run >= self.breaks_at or self.chance.random() < (0.1 if is_outage else self.rate_of_failures):
            return FAILED, milliseconds + 3000
        return (FLAKY if self.chance.random() < self.rate_of_flakes else PASSED), milliseconds

    def message(self, run):
        if self.is_unique:
            order, page, card = (self.chance.randrange(10 ** 9) for _ in range(3))
            return (f'heading "Thank you for order {order}" not shown within 3 s; the page shows "Order {page} could not be paid: '
                    f'try again with card {card}, or call us at any time between nine and five"')
        words = ("heading \"Thank you\" not shown within 3 s", "button \"Pay\" is covered by dialog \"Cookies\"",
                 f"the page shows order {self.chance.randrange(10 ** 6)}, not {run}")
        return words[self.chance.randrange(3)]


def info_of(run, runs):
    started = NEWEST - DAYS * 86400 * (runs - run) // runs
    return {"started": started, "milliseconds": 600000.5, "commit": f"{random.Random(run // 2).getrandbits(160):040x}",
            "branch": "main", "host": f"ci-{run % 7}", "browser": f"Chromium 156.0.{8000 + run // 40}.79 headless shell",
            "build_url": f"https://ci.example/build/{run}"}


def write_results(path, cases, run, runs, is_outage):
    """As text, since so many objects would take longer than the join."""
    info = info_of(run, runs)
    info["started"] = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(info["started"]))
    info["host_name"] = info.pop("host")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        out.write(f'{{"format":"casement results","version":1,"milliseconds":{info.pop("milliseconds")},"info":{json.dumps(info)},'
                  '"suites":[')
        suite = None
        for number, one in enumerate(cases):
            if one.suite != suite:
                out.write(("]}," if suite else "") + f'{{"name":"{one.suite}","file":"{one.file}.flow.yaml","cases":[')
            outcome, milliseconds = one.result(run, is_outage)
            out.write(("," if one.suite == suite else "") + f'{{{one.text},"order":{number + 1},"milliseconds":{milliseconds:.3f}')
            if outcome != PASSED:
                out.write(f',"outcome":{outcome}')
            if outcome == FAILED:
                out.write(',"failures":' + json.dumps([{"type": "expect.shows", "message": one.message(run), "where": one.where}]))
            out.write("}")
            suite = one.suite
        out.write("]}]}")


def write_history(path, cases, runs, outages):
    texts, failures, made = {}, {}, []
    index = lambda known, key: known.setdefault(key, len(known))
    for one in cases:
        outcomes, durations, own = [], [], []
        for run in range(runs - 1):
            outcome, milliseconds = one.result(run, run in outages)
            outcomes.append("pfsk"[outcome])
            code = min(4095, round(math.log1p(milliseconds) / math.log(1.006)))
            durations.append(DIGITS[code // 64] + DIGITS[code % 64])
            if outcome in (FAILED, FLAKY):
                parts = (one.message(run), STEPS[run % 4], one.file + ".flow.yaml:13")
                own.append(index(failures, tuple(index(texts, part) for part in parts)))
        made.append({"class_name": one.file, "suite": one.suite, "name": one.name, "outcomes": "".join(outcomes),
                     "durations": "".join(durations), "failures": own})
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as out:
        json.dump({"format": "casement history", "version": 1, "runs": [info_of(run, runs) for run in range(runs - 1)],
                   "texts": list(texts), "failures": list(failures), "cases": made}, out, separators=(",", ":"))


def measured(command):
    began = time.monotonic()
    process = subprocess.Popen(command)
    _, status, used = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, "the command failed"
    return time.monotonic() - began, used.ru_maxrss / 1024


def paint_times(casement, page, work):
    """Milliseconds until the first paint, and until the first rows are in the page; of five visits the median each."""
    script = ("(async () => { while (performance.getEntriesByName('first-paint').length === 0) await new Promise(requestAnimationFrame);"
              " return JSON.stringify([performance.getEntriesByName('first-paint')[0].startTime,"
              " performance.getEntriesByType('navigation')[0].domContentLoadedEventStart,"
              " document.querySelectorAll('#cases > .case').length].map(Math.round)); })()")
    with open(f"{work}/look.flow.yaml", "w") as out:
        out.write("flow: Look\nvars: { seen: none }\ntimeout: 60s\nsteps:\n")
        for _ in range(5):
            out.write(f"  - open: about:blank\n  - open: file://{page}\n  - expect: css=#cases\n"
                      f"  - evaluate: {{ expression: \"{script}\", to: seen }}\n  - log: 'seen ${{seen}}'\n")
    subprocess.run([casement, "run", f"{work}/look.flow.yaml", "--report-dir", f"{work}/look"], check=True, stdout=subprocess.DEVNULL)
    with open(f"{work}/look/results.json") as file:
        seen = [json.loads(found) for found in re.findall(r"log: seen (\[[^]]*\])", json.dumps(json.load(file)).replace('\\\\"', '"'))]
    return [sorted(values)[len(values) // 2] for values in zip(*seen)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default="build/release")
    parser.add_argument("--cases", type=int, default=10000)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--results", action="store_true")
    parser.add_argument("--unique", action="store_true")
    options = parser.parse_args()
    casement = os.path.abspath(f"{options.build}/bin/casement")
    work = os.path.abspath(f"{options.build}/history_bench")
    shutil.rmtree(work, ignore_errors=True)
    chance = random.Random(1)
    cases = [Case(number, options.runs, chance, options.unique) for number in range(options.cases)]
    outages = {run for run in range(options.runs) if run % 60 == 30}
    if options.results:
        for run in range(options.runs):
            write_results(f"{work}/in/run{run}/results.json", cases, run, options.runs, run in outages)
    else:
        write_history(f"{work}/in/history.json", cases, options.runs, outages)
        write_results(f"{work}/in/newest/results.json", cases, options.runs - 1, options.runs, False)
    read = sum(os.path.getsize(os.path.join(folder, name)) for folder, _, names in os.walk(f"{work}/in") for name in names)
    seconds, memory = measured([casement, "report", "history", f"{work}/in", "--report-dir", f"{work}/out"])
    page, stored = (os.path.getsize(f"{work}/out/history.{kind}") for kind in ("html", "json"))
    paint, rows, count = paint_times(casement, f"{work}/out/history.html", work)
    print("\n| cases × runs | read | time | memory | history.json | history.html | first paint | first rows |")
    print("|---|---|---|---|---|---|---|---|")
    print(f"| {options.cases} × {options.runs} | {read / 1e6:.0f} MB | {seconds:.1f} s | {memory:.0f} MB | {stored / 1e6:.1f} MB | "
          f"{page / 1e6:.1f} MB | {paint:.0f} ms | {rows:.0f} ms, {count} of them |")


main()
