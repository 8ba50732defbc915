// Owns making the first reading fast. What a script does first is slow, because it is compiled then; so the bridge reads
// the begin of a document that is parsed while the page has nothing to do, and forgets what it read.

// Enough for all that a reading does; a warm-up takes some 3 ms of the page's idle time.
const warmUpElements = 300;

function warmUp() {
  if (isInUse) return;
  walkDocument({ maxNodes: warmUpElements });
  forgetRefs();
  // Making the tree that tells of custom elements takes Chrome longest.
  if (forgetHostsToAsk() > 0) globalThis.casementIsHere?.('asks');
}

// An idle callback would wait for the next frame as well, and a first question often comes before that.
function warmUpWhenIdle() {
  scheduler.postTask(warmUp, { priority: 'background' });
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', warmUpWhenIdle, { once: true });
else warmUpWhenIdle();
