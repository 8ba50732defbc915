import assert from 'node:assert';
import { chromium } from '@playwright/test';

const browser = await chromium.launch({
  executablePath: process.env.CHROME,
  args: ['--no-sandbox', '--site-per-process', '--host-resolver-rules=' + process.env.RULES],
});
for (let i = 0; i < 20; i++) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('http://bench.test/small.html', { waitUntil: 'domcontentloaded' });
  const field = page.getByRole('textbox', { name: 'Name', exact: true });
  await field.fill('Ada');
  await page.getByRole('link', { name: 'Link 3', exact: true }).click();
  await page.waitForURL(/#3$/);
  assert.equal(await field.inputValue(), 'Ada');
  await context.close();
}
await browser.close();
