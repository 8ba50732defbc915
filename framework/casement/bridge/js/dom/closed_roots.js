// Owns the closed shadow roots that are known here (DOM §4.8): no script can read them, so C++ hands them in.

const closedRoots = new WeakMap();
let knowsClosedRoots = false;

// → whether that is news
function learnClosedRoot(host, root) {
  if (closedRoots.get(host) === root) return false;
  closedRoots.set(host, root);
  return knowsClosedRoots = true;
}
