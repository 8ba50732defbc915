// The protocol's own clients pay by card with 3-D Secure through `casement mcp`, and judge every answer: their SDKs check
// what comes against the protocol, and structured content against each tool's output schema.
//
//   node walk.mjs older|newest path/to/casement path/to/pages
import assert from "node:assert";

const [, , era, casement, pages] = process.argv;
const isNewest = era === "newest";
const packages = isNewest
  ? ["@modelcontextprotocol/client", "@modelcontextprotocol/client/stdio"]
  : ["@modelcontextprotocol/sdk/client/index.js", "@modelcontextprotocol/sdk/client/stdio.js"];
const [{ Client }, { StdioClientTransport }] = await Promise.all(packages.map(name => import(name)));

const client = new Client(
  { name: "judge", version: "1" },
  isNewest ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {},
);
await client.connect(
  new StdioClientTransport({
    command: casement,
    args: ["mcp", "--site", "checkout"],
    env: { ...process.env, CASEMENT_SITES: pages },
  }),
);
assert.ok((await client.listTools()).tools.length > 30);

let bytes = 0;
const milliseconds = [];
async function call(name, args) {
  const began = performance.now();
  const result = await client.callTool({ name, arguments: args });
  milliseconds.push(performance.now() - began);
  const text = result.content.map(block => block.text ?? "").join("");
  assert.ok(!result.isError, `${name}: ${text}`);
  bytes += Buffer.byteLength(text);
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
const frames = await client.readResource({ uri: "casement://page/p1/frames" });
assert.match(frames.contents[0].text, /frames, \d+ cannot be read/);
await client.close();

milliseconds.sort((a, b) => a - b);
const median = milliseconds[milliseconds.length >> 1];
console.log(`${era}: ${milliseconds.length} calls, ${bytes} bytes of text, median ${Math.round(median)} ms`);
