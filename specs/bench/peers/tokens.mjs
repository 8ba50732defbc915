// What Playwright and Chrome write of the pages that `casement serve bench` serves: node tokens.mjs RULES CHROME NAME PATH…
// Prints one JSON object: page → { playwright, chrome }, bytes of the AI snapshot and of the accessibility tree of the
// main frame and those of its site.
import { chromium } from 'playwright-core';

const [rules, executablePath, ...pages] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath, args: ['--no-sandbox', '--site-per-process', '--host-resolver-rules=' + rules],
});
const results = {};
for (let i = 0; i + 1 < pages.length; i += 2) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('http://bench.test' + pages[i + 1]);
  await page.evaluate(() => typeof ready === 'undefined' ? 0 : ready);
  const snapshot = await page.ariaSnapshot({ mode: 'ai' });
  const session = await context.newCDPSession(page);
  const tree = await session.send('Accessibility.getFullAXTree');
  results[pages[i]] = { playwright: Buffer.byteLength(snapshot), chrome: Buffer.byteLength(JSON.stringify(tree)) };
  await context.close();
}
console.log(JSON.stringify(results));
await browser.close();
