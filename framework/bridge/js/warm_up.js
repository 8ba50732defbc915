// Owns making the first reading fast. What a script does first is slow, because it is compiled then; so the bridge reads
// the begin of a document that is parsed in a moment in which the page has nothing to do, and forgets what it read.

const warmUpElements = 60;

function warmUp() {
  if (isInUse) return;
  walkDocument({ maxNodes: warmUpElements });
  forgetElementsToAsk();
  forgetRefs();
}

function warmUpWhenIdle() {
  requestIdleCallback(warmUp);
}

if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', warmUpWhenIdle, { once: true });
else warmUpWhenIdle();
