// What Chrome alone takes for the pages of the walk, by bare commands of the protocol: from the navigation or the click until
// the page is parsed, and until the last of its frames has stopped loading. The least that a call can take which answers
// with the whole page, or that waits for what a click has led to.
//
//   node floor.mjs CHROME RESOLVER_RULES [TIMES]
import assert from "node:assert";
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
const sessions = new Map();  // of frames, by the path of their document
socket.on("message", text => {
  const message = JSON.parse(text);
  if (message.id) answers.get(message.id)(message.result);
  if (message.method === "Target.attachedToTarget") watch(message.params.sessionId);
  if (message.method === "Page.domContentEventFired" && !message.sessionId) parsed = performance.now();
  if (message.method === "Page.frameStoppedLoading") stopped = performance.now();
  if (message.method === "Page.frameNavigated" && message.sessionId) {
    sessions.set(new URL(message.params.frame.url).pathname, message.sessionId);
  }
});
watch();

const rows = {};
async function measure(name, begin) {
  const began = performance.now();
  await begin();
  await new Promise(resolve => { setTimeout(resolve, 1500); });
  assert.ok(stopped > began, `${name}: nothing has loaded`);
  const row = rows[name] ??= { parsed: [], stopped: [] };
  if (parsed > began) row.parsed.push(parsed - began);
  row.stopped.push(stopped - began);
}
const run = (expression, path) => call("Runtime.evaluate", { expression }, sessions.get(path));
const click = (selector, path) => run(`document.querySelector("${selector}").click()`, path);
const fill = (selector, value, path) => run(
  `(field => { field.value = "${value}"; field.dispatchEvent(new InputEvent("input")); })(document.querySelector("${selector}"))`, path);

for (let i = 0; i < Number(times); ++i) {
  await measure("cart", () => call("Page.navigate", { url: "http://shop.test/cart" }));
  await measure("Checkout, to the page with the card", () => click("button"));
  await fill("#email", "ada@example.com");
  await fill("#name", "Ada Lovelace");
  await fill("#address", "12 Harbour Street");
  await fill("input", "4000 0027 6000 3184", "/elements/card-number");
  await fill("input", "12 / 34", "/elements/card-expiry");
  await fill("input", "123", "/elements/card-cvc");
  await click("#terms");
  await measure("Pay, to the bank's frame", () => click("#pay"));
  await fill("#code", "123456", "/challenge");
  await measure("Confirm, to the receipt", () => click("button", "/challenge"));
}
const median = numbers => numbers.sort((a, b) => a - b)[numbers.length >> 1];
console.log("\n| Chrome alone, median ms | parsed | with all frames |\n|---|---|---|");
for (const [name, row] of Object.entries(rows)) {
  console.log(`| ${name} | ${row.parsed.length > 0 ? Math.round(median(row.parsed)) : ""} | ${Math.round(median(row.stopped))} |`);
}
browser.kill();
await new Promise(resolve => { browser.on("exit", resolve); });
rmSync(profile, { recursive: true, force: true });
process.exit(0);
