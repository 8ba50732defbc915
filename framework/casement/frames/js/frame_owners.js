// Registers the elements that own frames. C++ finds the owner of a frame and passes the element to noteFrameOwner.

// Notes that the element owns a frame. `news`: whether earlier readings lack the element or its frame.
function noteFrameOwner(element) {
  let news = localNameOf(element) === 'embed' && roleOf(element) !== 'iframe';
  knownFrameOwners.add(element);
  noteUse();
  // Content of closed shadow trees can be read as soon as their roots are known.
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
