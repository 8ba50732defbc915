#!/usr/bin/env python3
"""farm.py [BUILD_FOLDER] [--cases N] [--slots N] [--merge]: how far a farm carries (docs/scale.md).

Simulates shards of `casement run --grid` over the slots of a Grid: each worker has a session for itself and keeps it, takes
the next case of its machine, and opens another session where its own is lost. With --merge, `casement report merge` joins
generated results of as many cases, and its time and memory are measured; BUILD_FOLDER has the program.
"""
import argparse
import heapq
import json
import os
import random
import shutil
import subprocess
import time

SESSION_START = 3.0   # seconds for a Chrome to start at a node
STARTS_AT_ONCE = 40   # sessions that the nodes of a Grid start side by side
LOSS_NAMED = 12.0     # seconds until a silent browser is known to have gone (docs/grid.md)
ROUND_TRIP = 0.003    # seconds through a Grid
TRIPS = 120           # of a case
MEDIAN_CASE = 6.0     # seconds; the longest tenth takes more than 17 s
SPREAD = 0.8          # of its logarithm
FAILED = 1            # of the outcomes in results.json


def durations(count, chance):
    return [chance.lognormvariate(0, SPREAD) * MEDIAN_CASE + TRIPS * ROUND_TRIP for _ in range(count)]


class Farm:
    """One run. Times are seconds since its begin."""

    def __init__(self, cases, slots, machines, workers, faults, chance):
        self.slots, self.machines, self.faults, self.chance = slots, machines, faults, chance
        self.queues = [cases[machine::machines] for machine in range(machines)]  # as --shard shares them out
        for queue in self.queues:
            queue.reverse()  # taken from the end
        self.events = []   # (time, number, what)
        self.count = 0
        self.line = []     # workers that wait for a slot, oldest first
        self.free = slots
        self.starting = 0
        self.busy = self.waited = self.lost = 0.0
        self.begun_again = self.failed = self.most_in_line = 0
        self.ends = [0.0] * machines
        for number in range(workers):
            self.ask(0.0, number % machines)

    def at(self, when, what):
        self.count += 1
        heapq.heappush(self.events, (when, self.count, what))

    def ask(self, now, machine):
        self.line.append((now, machine))
        self.most_in_line = max(self.most_in_line, len(self.line))
        self.give(now)

    def give(self, now):
        while self.line and self.free > 0 and self.starting < STARTS_AT_ONCE:
            asked, machine = self.line.pop(0)
            if not self.queues[machine]:  # its siblings have done the rest meanwhile
                continue
            self.waited += now - asked
            self.free -= 1
            self.starting += 1
            self.at(now + SESSION_START, lambda when, machine=machine: self.started(when, machine))

    def started(self, now, machine):
        self.starting -= 1
        self.next_case(now, machine)
        self.give(now)

    def next_case(self, now, machine):
        if not self.queues[machine]:
            self.free += 1
            self.ends[machine] = max(self.ends[machine], now)
            self.give(now)
            return
        case = self.queues[machine].pop()
        if self.chance.random() < self.faults:
            gone = case * self.chance.random()
            self.lost += gone + LOSS_NAMED
            has_acted = self.chance.random() < 0.8
            self.at(now + gone + LOSS_NAMED, lambda when: self.lose(when, machine, case, has_acted))
            return
        self.busy += case
        self.at(now + case, lambda when: self.next_case(when, machine))

    def lose(self, now, machine, case, has_acted):
        if has_acted:
            self.failed += 1
        else:
            self.begun_again += 1
            self.queues[machine].append(case)
        self.ends[machine] = max(self.ends[machine], now)
        self.free += 1  # the session is deleted, and its slot with it
        self.ask(now, machine)

    def run(self):
        while self.events:
            when, _, what = heapq.heappop(self.events)
            what(when)
        assert self.free == self.slots and self.starting == 0, "a slot was lost"
        assert not any(self.queues), "a case was not run"
        return max(self.ends)


def simulate(options):
    print(f"{options.cases} cases over {options.slots} slots; ideal is all cases' time over all slots\n")
    print("| machines × workers | faults | ideal | run | of the slots' time used | first and last machine's end | most in line"
          " | begun again | infrastructure |")
    print("|---|---|---|---|---|---|---|---|---|")
    slots = options.slots
    for machines, workers, faults in ((1, slots, 0.0), (20, slots, 0.0), (20, slots, 0.01), (20, slots, 0.05),
                                      (100, slots, 0.01), (20, slots * 3 // 2, 0.01), (20, slots // 2, 0.01)):
        chance = random.Random(options.seed)
        cases = durations(options.cases, chance)
        ideal = sum(cases) / slots
        farm = Farm(cases, slots, machines, workers, faults, chance)
        wall = farm.run()
        print(f"| {machines} × {workers // machines} | {faults:.0%} | {ideal:.0f} s | {wall:.0f} s | "
              f"{farm.busy / (wall * slots):.0%} | {min(farm.ends):.0f} s, {max(farm.ends):.0f} s | {farm.most_in_line} | "
              f"{farm.begun_again} | {farm.failed} |")


def steps_of(number):
    names = ("open: http://shop.test/cart", 'click: button "Checkout"', 'fill: textbox "E-mail" = ada@example.com',
             'select: combobox "Country" = Ireland', 'check: checkbox "I accept the terms"', 'expect: text "Thank you"')
    return [{"title": names[i % len(names)], "where": {"file": "flows/shop.flow.yaml", "line": 10 + i, "column": 5},
             "milliseconds": 12.5 + i, "source": "  - " + names[i % len(names)]} for i in range(number)]


def write_generated(path, sample, shard, count, shards):
    """Results of a machine: of a real run, with other cases. As text, since so many objects would take longer than the merge."""
    run = json.loads(json.dumps(sample))
    suite = run["suites"][0]
    known = dict(suite["cases"][0], steps=steps_of(12), name="@NAME@", order=123454321)
    failed = dict(known, outcome=FAILED, snapshot="\n".join(f'- button "Press {n}" [e{n}]' for n in range(200)),
                  failures=[{"type": "infrastructure", "message": "the connection to the browser was lost: session 55d3 of the Grid"}])
    suite["cases"] = ["@CASES@"]
    texts = [json.dumps(one) for one in (known, failed)]
    begin, end = json.dumps(run).split('"@CASES@"')
    with open(path, "w") as out:
        out.write(begin)
        for i in range(count):
            place = i * shards + shard
            text = texts[place % 100 == 7].replace("@NAME@", f"case {place}").replace("123454321", str(place))
            out.write(("," if i else "") + text)
        out.write(end)


def merge(options):
    casement = f"{options.build}/bin/casement"
    work = os.path.abspath(f"{options.build}/farm_bench")
    shutil.rmtree(work, ignore_errors=True)
    os.makedirs(work)
    with open(f"{work}/one.flow.yaml", "w") as out:
        out.write("flow: Shop\nsteps:\n  - open: 'data:text/html,<h1>Here</h1>'\n  - expect: heading \"Here\"\n")
    subprocess.run([casement, "run", f"{work}/one.flow.yaml", "--report-dir", f"{work}/one"], check=True,
                   stdout=subprocess.DEVNULL)
    with open(f"{work}/one/results.json") as file:
        sample = json.load(file)
    print("\n| cases | results to merge | merge | of a processor | its memory | index.html | junit.xml |")
    print("|---|---|---|---|---|---|---|")
    shards = 20
    for count in (options.cases // 10, options.cases, options.cases * 5):
        folders = []
        size = 0
        for shard in range(shards):
            folders.append(f"{work}/{count}/shard{shard}")
            os.makedirs(folders[-1])
            write_generated(f"{folders[-1]}/results.json", sample, shard, count // shards, shards)
            size += os.path.getsize(f"{folders[-1]}/results.json")
        began = time.monotonic()
        merging = subprocess.Popen([casement, "report", "merge", *folders, "--report-dir", f"{work}/{count}/all"],
                                   stdout=subprocess.DEVNULL)
        _, status, used = os.wait4(merging.pid, 0)
        seconds = time.monotonic() - began
        assert os.waitstatus_to_exitcode(status) in (0, 1), "the merge failed"
        page, xml = (os.path.getsize(f"{work}/{count}/all/{name}") for name in ("index.html", "junit.xml"))
        print(f"| {count} | {size / 1e6:.0f} MB | {seconds:.1f} s | {used.ru_utime + used.ru_stime:.1f} s | "
              f"{used.ru_maxrss / 1024:.0f} MB | {page / 1e6:.0f} MB | {xml / 1e6:.0f} MB |", flush=True)
        shutil.rmtree(f"{work}/{count}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", nargs="?", default="build/release")
    parser.add_argument("--cases", type=int, default=10000)
    parser.add_argument("--slots", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--merge", action="store_true")
    options = parser.parse_args()
    simulate(options)
    if options.merge:
        merge(options)


main()
