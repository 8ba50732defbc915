// Stores the known closed shadow roots (DOM §4.8). Scripts cannot read these roots, so C++ passes them in.

const closedRoots = new WeakMap();
let knowsClosedRoots = false;

// Returns whether the root is new.
function learnClosedRoot(host, root) {
  if (closedRoots.get(host) === root) return false;
  closedRoots.set(host, root);
  return knowsClosedRoots = true;
}
