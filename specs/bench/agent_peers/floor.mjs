// What Chrome alone takes for the pages of the walk, by bare commands of the protocol: from the navigation until the last of
// a page's frames has stopped loading. The least that a call can take which answers with the whole page.
//
//   node floor.mjs CHROME RESOLVER_RULES [TIMES]
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import WebSocket from "ws";

const [, , chrome, rules, times = "9"] = process.argv;
const profile = mkdtempSync(join(tmpdir(), "floor-"));
const browser = spawn(chrome, ["--no-sandbox", "--site-per-process", "--remote-debugging-port=0", `--user-data-dir=${profile}`,
                               `--host-resolver-rules=${rules}`, "about:blank"]);
const port = await new Promise(resolve => {
  browser.stderr.on("data", text => {
    const found = /ws:\/\/127\.0\.0\.1:(\d+)/.exec(text);
    if (found) resolve(found[1]);
  });
});
const targets = await (await fetch(`http://127.0.0.1:${port}/json/list`)).json();
const socket = new WebSocket(targets.find(target => target.type === "page").webSocketDebuggerUrl);
await new Promise(resolve => { socket.on("open", resolve); });

let sent = 0;
const answers = new Map();
function call(method, params = {}, sessionId) {
  socket.send(JSON.stringify({ id: ++sent, method, params, sessionId }));
  return new Promise(resolve => { answers.set(sent, resolve); });
}
function watch(session) {
  call("Page.enable", {}, session);
  call("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }, session);
  call("Runtime.runIfWaitingForDebugger", {}, session);
}
let parsed, stopped;
socket.on("message", text => {
  const message = JSON.parse(text);
  if (message.id) answers.get(message.id)(message.result);
  if (message.method === "Target.attachedToTarget") watch(message.params.sessionId);
  if (message.method === "Page.domContentEventFired" && !message.sessionId) parsed = performance.now();
  if (message.method === "Page.frameStoppedLoading") stopped = performance.now();
});
watch();

const median = numbers => numbers.sort((a, b) => a - b)[numbers.length >> 1];
const pages = ["cart", "checkout"].map(name => ({ name, parsed: [], stopped: [] }));
for (let i = 0; i < Number(times); ++i) {
  for (const page of pages) {
    const began = performance.now();
    await call("Page.navigate", { url: `http://shop.test/${page.name}` });
    await new Promise(resolve => { setTimeout(resolve, 1500); });
    page.parsed.push(parsed - began);
    page.stopped.push(stopped - began);
  }
}
console.log("\n| Chrome alone, median ms | parsed | with all frames |\n|---|---|---|");
for (const page of pages) {
  console.log(`| ${page.name} | ${Math.round(median(page.parsed))} | ${Math.round(median(page.stopped))} |`);
}
browser.kill();
await new Promise(resolve => { browser.on("exit", resolve); });
rmSync(profile, { recursive: true, force: true });
process.exit(0);
