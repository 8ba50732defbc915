// The protocol's own clients pay by card with 3-D Secure through `casement mcp`, and judge every answer: their SDKs check
// what comes against the protocol, and structured content against each tool's output schema.
//
//   node walk.mjs older|newest stdio|http path/to/casement path/to/pages
import assert from "node:assert";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const [, , era, carrier, casement, pages] = process.argv;
const isNewest = era === "newest", isHttp = carrier === "http";
const env = { ...process.env, CASEMENT_SITES: pages };
const packages = isNewest
  ? ["@modelcontextprotocol/client", `@modelcontextprotocol/client${isHttp ? "" : "/stdio"}`]
  : [
      "@modelcontextprotocol/sdk/client/index.js",
      `@modelcontextprotocol/sdk/client/${isHttp ? "streamableHttp" : "stdio"}.js`,
    ];
const [{ Client }, { StdioClientTransport, StreamableHTTPClientTransport }] = await Promise.all(
  packages.map(name => import(name)),
);

let server;
async function transport() {
  if (!isHttp) return new StdioClientTransport({ command: casement, args: ["mcp", "--site", "checkout"], env });
  const args = ["mcp", "--site", "checkout", "--http", "0", "--token-file", "token"];
  server ??= spawn(casement, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  server.url ??= await new Promise((resolve, reject) => {
    createInterface({ input: server.stdout }).once("line", line => resolve(new URL(line.split(" ").at(-1))));
    server.once("exit", code => reject(new Error(`it ended with ${code}`)));
  });
  const headers = { Authorization: `Bearer ${readFileSync("token", "utf8").trim()}` };
  return new StreamableHTTPClientTransport(server.url, { requestInit: { headers } });
}

async function connected() {
  const made = new Client(
    { name: "judge", version: "1" },
    isNewest ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {},
  );
  const carried = await transport();
  await made.connect(carried);
  return { client: made, carried };
}
const { client, carried } = await connected();
assert.ok((await client.listTools()).tools.length > 30);

let bytes = 0;
let page; // requests of the newest revision over HTTP belong together by their page alone
const milliseconds = [];
async function call(name, args) {
  const began = performance.now();
  const result = await client.callTool({ name, arguments: page ? { ...args, page } : args });
  milliseconds.push(performance.now() - began);
  const text = result.content.map(block => block.text ?? "").join("");
  assert.ok(!result.isError, `${name}: ${text}`);
  bytes += Buffer.byteLength(text);
  page ??= result.structuredContent.page;
  return text;
}

await call("browser_navigate", { url: "http://shop.test/cart" });
await call("click", { target: 'button "Checkout"' });
await call("fill_form", {
  fields: [
    { target: 'textbox "E-mail"', value: "ada@example.com" },
    { target: 'textbox "Full name"', value: "Ada Lovelace" },
    { target: 'textbox "Address"', value: "12 Harbour Street, Galway" },
    { target: 'textbox "Card number"', value: "4000 0027 6000 3184" },
    { target: 'textbox "Expiration"', value: "12 / 34" },
    { target: 'textbox "CVC"', value: "123" },
  ],
});
await call("check", { target: 'checkbox "I accept the terms"' });
await call("click", { target: 'button "Pay €42.00"' });
await call("expect", { expect: 'dialog "Authentication"' });
await call("fill_form", { fields: [{ target: 'textbox "Code" in iframe "Bank challenge"', value: "123456" }] });
await call("click", { target: 'button "Confirm" in iframe "Bank challenge"' });
await call("expect", { expect: 'text "Thank you"' });

assert.ok((await client.listPrompts()).prompts.length > 0);
assert.ok((await client.listResources()).resources.length > 0);
const frames = await client.readResource({ uri: `casement://page/${page}/frames` });
assert.match(frames.contents[0].text, /frames, \d+ cannot be read/);

if (isHttp) {
  // Another client of the same server sees nothing of this one, and may end without it.
  const other = await connected();
  const theirs = await other.client.callTool({ name: "pages", arguments: {} });
  assert.ok(theirs.isError, JSON.stringify(theirs));
  const opened = await other.client.callTool({ name: "browser_navigate", arguments: { url: "http://shop.test/cart" } });
  assert.match(opened.content[0].text, /Your cart/);
  await other.carried.terminateSession?.();
  await other.client.close();
  assert.match(await call("browser_snapshot", {}), /Thank you/);
}
await carried.terminateSession?.();
await client.close();
if (server) {
  server.kill();
  const end = await new Promise(resolve => server.once("exit", (code, signal) => resolve(code ?? signal)));
  assert.ok(end === 143 || end === "SIGTERM", `it ended with ${end}`);
}

milliseconds.sort((a, b) => a - b);
const median = milliseconds[milliseconds.length >> 1];
console.log(`${era} over ${carrier}: ${milliseconds.length} calls, ${bytes} bytes of text, median ${Math.round(median)} ms`);
