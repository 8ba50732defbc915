// Measures Playwright on the pages that `casement serve bench` serves: node playwright.mjs RULES CHROME
// Prints one JSON object: benchmark name → median ms.
import { chromium } from 'playwright-core';

const [rules, executablePath] = process.argv.slice(2);
// Other pages than these are named by CASEMENT_BENCH_PAGES, a line each: name=address.
const others = process.env.CASEMENT_BENCH_PAGES?.split('\n').filter(line => line.includes('='));
const pages = others ? Object.fromEntries(others.map(line => line.split(/=(.*)/).slice(0, 2))) : {
  'small': '/small.html', 'form': '/form.html', 'table': '/table.html', 'large': '/large.html', 'shadow': '/shadow.html',
  'api': '/api.html', 'components': '/components.html',
  'form framework': '/form.html?sheet=/framework.css', 'form framework elsewhere': '/form.html?sheet=http://x9.test/framework.css',
  'form utilities': '/form.html?rules=10000', 'form layers': '/form.html?rules=10000&layers',
  'table framework': '/table.html?sheet=/framework.css', 'table framework elsewhere': '/table.html?sheet=http://x9.test/framework.css',
  'siblings 10 framework': '/frames.html?siblings=10&sheet=/framework.css',
  'sites 10 framework': '/frames.html?sites=10&sheet=http://x9.test/framework.css',
  'nested 5': '/frames.html?nested=5', 'siblings 10': '/frames.html?siblings=10', 'siblings 50': '/frames.html?siblings=50',
  'sites 10': '/frames.html?sites=10',
};
const browser = await chromium.launch({
  executablePath, args: ['--no-sandbox', '--site-per-process', '--host-resolver-rules=' + rules],
});
const median = times => times.sort((a, b) => a - b)[times.length >> 1];
const timed = async action => { const begin = performance.now(); await action(); return performance.now() - begin; };
const many = async (count, action, pause = 0) => {
  const times = [];
  for (let i = 0; i < count; i++) {
    if (pause > 0) await new Promise(done => setTimeout(done, pause));
    times.push(await timed(action));
  }
  return median(times);
};
async function open(path) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(path.startsWith('/') ? 'http://bench.test' + path : path);
  await page.evaluate(() => typeof ready === 'undefined' ? 0 : ready);
  return page;
}
const results = {};
// The names of pages that are wanted, if not all: ROWS=form,table.
const wanted = process.env.ROWS?.split(',');
for (const [name, path] of Object.entries(pages)) {
  if (wanted && !wanted.includes(name)) continue;
  const firsts = [];
  let page;
  for (let i = 0; i < (name === 'large' ? 3 : 11); i++) {
    await page?.context().close();
    page = await open(path);
    firsts.push(await timed(() => page.ariaSnapshot({ mode: 'ai' })));
  }
  results['first ' + name] = median(firsts);
  results['warm ' + name] = await many(name === 'large' ? 3 : 20, () => page.ariaSnapshot({ mode: 'ai' }));
  results['paused ' + name] = await many(name === 'large' ? 3 : 20, () => page.ariaSnapshot({ mode: 'ai' }), 50);
  await page.context().close();
}
if (!others) await measureActions();
console.log(JSON.stringify(results));
await browser.close();

async function measureActions() {
  const page = await open('/small.html');
  await page.evaluate(() => { document.querySelector('form').onsubmit = event => event.preventDefault(); });
  const go = page.getByRole('button', { name: 'Go', exact: true });
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await go.click();
  results['click'] = await many(30, () => go.click());
  results['fill'] = await many(30, () => field.fill('Ada Lovelace'));
  results['type 16'] = await many(30, () => field.pressSequentially('sixteen letters!'));
  const large = await open('/large.html');
  await large.evaluate(() => { document.onclick = event => event.preventDefault(); });
  const middle = large.getByRole('link', { name: 'link 2500', exact: true });
  await middle.click();
  results['click large'] = await many(30, () => middle.click());
  await large.context().close();
  const framed = await open('/frames.html?sites=10');
  const press = framed.frameLocator('iframe[title="http://x9.test/frames.html"]').getByRole('button', { name: 'Press' });
  await press.click();
  results['click in frame'] = await many(30, () => press.click());
  const nest = await open('/frames.html?deep=5');
  let inner = nest;
  for (let i = 4; i >= 0; i--) inner = inner.frameLocator(`iframe[title="http://x${i}.test/frames.html?deep=${i}"]`);
  const deepest = inner.getByRole('button', { name: 'Press', exact: true });
  try {
    await deepest.click({ timeout: 5000 });
    results['click 5 sites deep'] = await many(30, () => deepest.click());
  } catch (error) {
    console.error('Playwright cannot click 5 sites deep: ' + error.message.split('\n')[0]);
  }
  results['context'] = await many(30, async () => {
    const context = await browser.newContext();
    await context.newPage();
    await context.close();
  });
}
