// The protocol's official tests of servers, against the server that offers everything: all that a revision requires has to
// pass. What is run beside that and does not count is told.
//
//   node run.mjs path/to/mcp_everything REVISION…
import assert from "node:assert";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [, , everything, ...revisions] = process.argv;
const server = spawn(everything, [], { stdio: ["pipe", "pipe", "inherit"] });
const url = await new Promise((resolve, reject) => {
  createInterface({ input: server.stdout }).once("line", resolve);
  server.once("exit", code => reject(new Error(`it ended with ${code}`)));
});

function judge(revision) {
  return new Promise(resolve => {
    const program = ["--import", "./older_node.mjs", "node_modules/@modelcontextprotocol/conformance/dist/index.js"];
    const args = [...program, "server", "--url", url, "--requirements", revision];
    const run = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    let text = "";
    run.stdout.on("data", bytes => (text += bytes));
    run.once("close", code => resolve({ code, text }));
  });
}

let failed = false;
for (const revision of revisions) {
  const { code, text } = await judge(revision);
  const summary = text.slice(text.indexOf("=== SUMMARY ==="));
  assert.match(summary, /^✓ /m, `${revision}: nothing was judged\n${text}`);
  if (code !== 0) console.log(text);
  console.log(`${revision}: ${code === 0 ? "conforms" : "does not conform"}\n${summary}`);
  failed ||= code !== 0;
}
server.stdin.end();
const end = await new Promise(resolve => server.once("exit", resolve));
assert.equal(end, 0, "the server ends when it is asked to");
process.exit(failed ? 1 : 0);
