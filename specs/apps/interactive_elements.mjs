// Compares what Playwright's AI snapshot and the text of Casement's name as something to be used:
// node interactive_elements.mjs CASEMENT RULES CHROME, beside `site`, the served pages/bench.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [casement, rules, executablePath] = process.argv.slice(2);
const pages = {
  small: '/small.html', form: '/form.html', table: '/table.html', large: '/large.html', shadow: '/shadow.html', api: '/api.html',
  components: '/components.html', frames: '/frames.html?siblings=10', sites: '/frames.html?sites=10',
};
const largestShare = 0.75;
// Widgets (ARIA 1.2 section 5.3.2). What a closed select offers is not there to be used before it opens, and Casement does not
// list it: it says what is chosen.
const widgets = new Set(['button', 'checkbox', 'combobox', 'gridcell', 'link', 'listbox', 'menuitem', 'menuitemcheckbox', 'menuitemradio',
  'radio', 'scrollbar', 'searchbox', 'slider', 'spinbutton', 'switch', 'tab', 'textbox', 'treeitem']);

// What a text names, each `role "name"`, with how often. A thing that is pointed at and has no name is known by its text.
function named(text) {
  const counts = new Map();
  for (const line of text.split('\n')) {
    const [, quoted, plain, rest] = /^ *- (?:'((?:[^']|'')*)'|([^\s":/]+(?: "(?:[^"\\]|\\.)*")?[^:]*))(?::(.*))?$/.exec(line) ?? [];
    const key = quoted === undefined ? plain : quoted.replaceAll("''", "'");
    if (key === undefined) continue;
    const [, role, name = '', marks] = /^(\S+)(?: ("(?:[^"\\]|\\.)*"))?(.*)$/.exec(key);
    if (!/\[ref=/.test(marks)) continue;
    if (!widgets.has(role) && !/\[cursor=pointer\]/.test(marks)) continue;
    const said = name === '' && !widgets.has(role) ? (rest ?? '').trim() : name;
    const what = said === '' ? role : `${role} ${said}`;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return counts;
}

// Of a thing that they do not name, since what is in it says the same, one of its role is enough.
const ofRole = (counts, role) => [...counts].reduce((sum, [what, count]) => sum + (what.split(' ')[0] === role ? count : 0), 0);
const lacks = (wanted, have) => ([what, count]) =>
  what.includes(' ') ? (have.get(what) ?? 0) < count : ofRole(have, what) < ofRole(wanted, what);

const flow = `flow: Texts\nsite: site\nsteps:\n` + Object.entries(pages).map(([name, path]) =>
  `  - open: "http://bench.test${path}"\n` +
  '  - expect: { poll: "typeof ready === \'undefined\' || ready.then(() => true)" }\n    timeout: 60s\n' +
  `  - snapshot: { name: ${name}, save_to: texts/${name}.txt }\n    timeout: 60s\n`).join('');
writeFileSync('texts.flow.yaml', flow);
execFileSync(casement, ['run', 'texts.flow.yaml', '--report-dir', 'report', '--files-dir', '.'], {
  stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, CASEMENT_SITES: process.cwd() },
});

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--site-per-process', '--host-resolver-rules=' + rules] });
let failures = 0;
for (const [name, path] of Object.entries(pages)) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('http://bench.test' + path);
  await page.evaluate(() => typeof ready === 'undefined' ? 0 : ready);
  const theirs = await page.ariaSnapshot({ mode: 'ai' });
  await context.close();
  writeFileSync(`texts/${name}.playwright.txt`, theirs);
  const ours = readFileSync(`texts/${name}.txt`, 'utf8');
  const wanted = named(theirs), have = named(ours);
  const missing = [...wanted].filter(lacks(wanted, have));
  const total = [...wanted.values()].reduce((sum, count) => sum + count, 0);
  const share = Buffer.byteLength(ours) / Buffer.byteLength(theirs);
  const isWell = missing.length === 0 && total > 0 && share <= largestShare;
  console.log(`${isWell ? 'ok' : 'not ok'} ${name}: ${total} elements of Playwright's, ${missing.length} missing; ` +
    `${(100 * share).toFixed(1)} % of its bytes`);
  for (const [what, count] of missing.slice(0, 10)) console.log(`  ${what}: ${count} there, ${have.get(what) ?? 0} here`);
  failures += !isWell;
}
await browser.close();
process.exit(failures === 0 ? 0 : 1);
