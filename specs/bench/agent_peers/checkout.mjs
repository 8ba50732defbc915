// An agent pays by card with 3-D Secure, through `casement mcp` and through Playwright's server, by turns: the bytes of
// text that it gets to read, and how long its calls take. Each walk begins in a browser that runs and ends at the receipt.
//
//   node checkout.mjs CASEMENT PAGES CHROME RESOLVER_RULES [WALKS]
import assert from "node:assert";
import { writeFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [, , casement, pages, chrome, rules, walks = "5"] = process.argv;
writeFileSync(
  "playwright.json",
  JSON.stringify({
    browser: {
      isolated: true,
      launchOptions: { headless: true, executablePath: chrome, args: [`--host-resolver-rules=${rules}`], chromiumSandbox: false },
    },
  }),
);

class Agent {
  calls = [];
  steps = []; // of the walk, each with all the calls that it takes
  async connect(command, args) {
    this.client = new Client({ name: "bench", version: "1" });
    const env = { ...process.env, CASEMENT_SITES: pages, CASEMENT_BROWSER: chrome };
    await this.client.connect(new StdioClientTransport({ command, args, env, stderr: "ignore" }));
    this.tools = Buffer.byteLength(JSON.stringify((await this.client.listTools()).tools));
  }
  async call(name, args) {
    const began = performance.now();
    const result = await this.client.callTool({ name, arguments: args });
    const text = result.content.map(block => block.text ?? "").join("");
    this.calls.push({ name, ms: performance.now() - began, bytes: Buffer.byteLength(text) });
    assert.ok(!result.isError, `${name} ${JSON.stringify(args)}: ${text}`);
    return text;
  }
  async step(name, run) {
    const began = performance.now();
    await run();
    this.steps.push({ name, ms: performance.now() - began });
  }
}

const fields = {
  "E-mail": "ada@example.com",
  "Full name": "Ada Lovelace",
  Address: "12 Harbour Street, Galway",
  "Card number": "4000 0027 6000 3184",
  Expiration: "12 / 34",
  CVC: "123",
};

class Ours extends Agent {
  start = () => this.connect(casement, ["mcp", "--site", "checkout"]);
  ready = () => this.call("browser_initialize", {});
  async walk() {
    await this.step("open the cart", () => this.call("browser_navigate", { url: "http://shop.test/cart" }));
    await this.step("go to the checkout", () => this.call("click", { target: 'button "Checkout"' }));
    const filled = Object.entries(fields).map(([name, value]) => ({ target: `textbox "${name}"`, value }));
    await this.step("fill the form", () => this.call("fill_form", { fields: filled }));
    await this.step("accept the terms", () => this.call("check", { target: 'checkbox "I accept the terms"' }));
    await this.step("pay", () => this.call("click", { target: 'button "Pay €42.00"' }));
    await this.step("type the bank's code", async () => {
      await this.call("expect", { expect: 'textbox "Code"' });
      await this.call("type", { target: 'textbox "Code"', text: "123456" });
    });
    await this.step("confirm, to the receipt", async () => {
      await this.call("click", { target: 'button "Confirm"' });
      await this.call("expect", { expect: 'text "Thank you"' });
    });
  }
}

class Theirs extends Agent {
  start = () => this.connect(process.execPath, ["node_modules/@playwright/mcp/cli.js", "--config", "playwright.json"]);
  ready = () => this.call("browser_navigate", { url: "about:blank" });
  page = ""; // what it has read last; refs in it stay right while their elements are there
  // Its answers name a file with the page, so it asks for the page where it has not read what it needs.
  async ref(word) {
    const find = () => new RegExp(`${word}[^\\n]*?\\[ref=(\\w+)\\]`).exec(this.page)?.[1];
    for (let i = 0; i < 100 && find() === undefined; ++i) this.page = await this.call("browser_snapshot", {});
    assert.ok(find(), `${word} in\n${this.page}`);
    return find();
  }
  async click(word) {
    await this.call("browser_click", { element: word, target: await this.ref(word) });
  }
  async walk() {
    this.page = "";
    await this.step("open the cart", () => this.call("browser_navigate", { url: "http://shop.test/cart" }));
    await this.step("go to the checkout", () => this.click('button "Checkout"'));
    await this.step("fill the form", async () => {
      const filled = [];
      for (const [name, value] of Object.entries(fields)) {
        filled.push({ name, element: name, type: "textbox", target: await this.ref(`textbox "${name}"`), value });
      }
      await this.call("browser_fill_form", { fields: filled });
    });
    await this.step("accept the terms", () => this.click('checkbox "I accept the terms"'));
    await this.step("pay", () => this.click('button "Pay €42.00"'));
    await this.step("type the bank's code", async () => {
      await this.call("browser_type", { element: "Code", target: await this.ref('textbox "Code"'), text: "123456" });
    });
    await this.step("confirm, to the receipt", async () => {
      await this.click('button "Confirm"');
      await this.call("browser_wait_for", { text: "Thank you" });
    });
  }
}

const ours = new Ours(), theirs = new Theirs();
for (const agent of [ours, theirs]) {
  await agent.start();
  await agent.ready();
  await agent.walk(); // not counted
  agent.calls = [];
  agent.steps = [];
}
for (let i = 0; i < Number(walks); ++i) {
  await ours.walk();
  await theirs.walk();
}

const median = numbers => numbers.sort((a, b) => a - b)[numbers.length >> 1];
const sum = numbers => numbers.reduce((a, b) => a + b, 0);
const of = agent => ({
  "calls a walk": agent.calls.length / Number(walks),
  "bytes a walk": sum(agent.calls.map(one => one.bytes)) / Number(walks),
  "median ms a call": median(agent.calls.map(one => one.ms)),
  "ms a walk": sum(agent.calls.map(one => one.ms)) / Number(walks),
  "bytes of the list of tools": agent.tools,
});
const [a, b] = [of(ours), of(theirs)];
console.log("| | Casement | Playwright MCP | ratio |\n|---|---|---|---|");
for (const row of Object.keys(a)) {
  console.log(`| ${row} | ${Math.round(a[row])} | ${Math.round(b[row])} | ${(b[row] / a[row]).toFixed(1)} |`);
}
console.log("\n| median ms of a step | Casement | Playwright MCP | ratio |\n|---|---|---|---|");
for (const step of new Set(ours.steps.map(one => one.name))) {
  const [mine, other] = [ours, theirs].map(agent => median(agent.steps.filter(one => one.name === step).map(one => one.ms)));
  console.log(`| ${step} | ${Math.round(mine)} | ${Math.round(other)} | ${(other / mine).toFixed(1)} |`);
}
if (process.env.EACH) for (const one of [...ours.calls, ...theirs.calls]) console.log(one);
await ours.client.close();
await theirs.client.close();
