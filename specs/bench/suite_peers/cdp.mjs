// The protocol alone, with nothing that a harness adds: no waiting for elements, no roles.
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'casement-cdp-'));
const chrome = spawn(process.env.CHROME, [
  '--remote-debugging-pipe', '--no-sandbox', '--site-per-process', '--user-data-dir=' + profile,
  '--disable-background-networking', '--host-resolver-rules=' + process.env.RULES,
], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
let last = 0, buffer = '';
const pending = new Map(), waiting = [];
chrome.stdio[4].on('data', bytes => {
  buffer += bytes;
  for (let end; (end = buffer.indexOf('\0')) >= 0; buffer = buffer.slice(end + 1)) {
    const message = JSON.parse(buffer.slice(0, end));
    if (message.id) pending.get(message.id)(message);
    else for (const one of [...waiting]) if (one.wanted(message)) { waiting.splice(waiting.indexOf(one), 1); one.done(); }
  }
});
const send = (method, params = {}, sessionId) => new Promise((resolve, reject) => {
  const id = ++last;
  pending.set(id, ({ error, result }) => error ? reject(new Error(method + ': ' + error.message)) : resolve(result));
  chrome.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
});
const event = (method, sessionId) => new Promise(done =>
  waiting.push({ done, wanted: message => message.method === method && message.sessionId === sessionId }));
for (let i = 0; i < 20; i++) {
  const { browserContextId } = await send('Target.createBrowserContext');
  const { targetId } = await send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  await send('Page.enable', {}, sessionId);
  const loaded = event('Page.domContentEventFired', sessionId);
  await send('Page.navigate', { url: 'http://bench.test/small.html' }, sessionId);
  await loaded;
  const evaluate = async expression =>
    (await send('Runtime.evaluate', { expression, returnByValue: true }, sessionId)).result.value;
  await evaluate(`document.querySelector('input').focus()`);
  await send('Input.insertText', { text: 'Ada' }, sessionId);
  const { x, y } = await evaluate(
    `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(document.links[3].getBoundingClientRect())`);
  for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) {
    await send('Input.dispatchMouseEvent',
      { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: type === 'mouseMoved' ? 0 : 1 }, sessionId);
  }
  assert.equal(await evaluate('location.hash'), '#3');
  assert.equal(await evaluate(`document.querySelector('input').value`), 'Ada');
  await send('Target.disposeBrowserContext', { browserContextId });
}
chrome.once('exit', () => fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
chrome.stdio[3].end();
chrome.kill();
