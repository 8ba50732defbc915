// Owns taking in that an element holds a frame: C++ finds that out, and has the element called by it.

// Takes in that the element holds a frame; `news` says that what was read until now does not have it as one.
function noteFrameOwner(element) {
  let news = localNameOf(element) === 'embed' && roleOf(element) !== 'iframe';
  knownFrameOwners.add(element);
  noteUse();
  // What stands in closed shadow trees is read once their roots are known.
  for (let root = rootOf(element); root instanceof ShadowRoot; root = rootOf(root.host)) {
    if (root.mode === 'closed' && learnClosedRoot(root.host, root)) news = true;
  }
  if (news) announceLearnt();
  return {
    ref: refOf(element),
    news,
    lazy: element.loading === 'lazy',
    src: attributeOf(element, 'src') ?? attributeOf(element, 'data') ?? '',
  };
}

expose({noteFrameOwner});
