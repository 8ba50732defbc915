import assert from 'node:assert';
import puppeteer from 'puppeteer-core';

const browser = await puppeteer.launch({
  executablePath: process.env.CHROME, pipe: true, headless: 'shell',
  args: ['--no-sandbox', '--site-per-process', '--host-resolver-rules=' + process.env.RULES],
});
for (let i = 0; i < 20; i++) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto('http://bench.test/small.html', { waitUntil: 'domcontentloaded' });
  await page.locator('aria/Name[role="textbox"]').fill('Ada');
  await page.locator('aria/Link 3[role="link"]').click();
  await page.waitForFunction(() => location.hash === '#3');
  assert.equal(await page.$eval('input', input => input.value), 'Ada');
  await context.close();
}
await browser.close();
