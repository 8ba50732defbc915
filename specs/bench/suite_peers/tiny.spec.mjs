import { test, expect } from '@playwright/test';

for (let i = 0; i < 20; i++) {
  test(`tiny ${i}`, async ({ page }) => {
    await page.goto('http://bench.test/small.html', { waitUntil: 'domcontentloaded' });
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada');
    await page.getByRole('link', { name: 'Link 3', exact: true }).click();
    await expect(page).toHaveURL(/#3$/);
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Ada');
  });
}
