// Finds the elements that a target means. An answer contains the refs and the document's frames, so that one call per
// document serves a whole search. `describeRefs` returns just enough about each match for people to distinguish them.
// snapshot/target_match.cc finds the same targets in a snapshot, because a snapshot may be searched after its page has
// gone, and a page is searched without reading all of it. Specs compare the two on one page.

function textMatcher(pattern) {
  if (!pattern) return () => true;
  if (pattern.regex) {
    const expression = new RegExp(pattern.text, pattern.flags);
    return text => expression.test(withoutIcons(normalised(text)));
  }
  const wanted = normalised(pattern.text);
  return text => withoutIcons(normalised(text)) === wanted;
}

// A step may mean several kinds of element: its own, and those after each `or`.
function alternativesOf(step) { return step.others ? [{...step, others: undefined}, ...step.others] : [step]; }

// Returns a predicate on elements for one step of a target, without its `#n`.
function stepMatcher(step) {
  if (step.others) {
    const each = alternativesOf(step).map(one => stepMatcher(one));
    return element => each.some(isMatch => isMatch(element));
  }
  const isMatch = ownMatcher(step);
  const mayBeLayout = partsOfTables.has(step.role) && (step.name || step.has);
  if (!step.has && !mayBeLayout) return isMatch;
  const holds = (step.has ?? []).map(innerMatcher);
  return element =>
             isMatch(element) && holds.every(holdsIt => holdsIt(element)) && !(mayBeLayout && holdsOnlyTables(element));
}

const partsOfTables = new Set(words('row cell gridcell rowheader columnheader'));

// Whether the row or cell only lays out tables. Its text then belongs to a row or cell in these tables.
function holdsOnlyTables(element) {
  const tables = [];
  for (const table of allMatching(element, 'table,[role~="table" i],[role~="grid" i],[role~="treegrid" i]')) {
    if (tables.length === 0 || !composedContains(tables.at(-1), table)) tables.push(table);
  }
  return tables.length > 0 && textOf(element) === normalised(tables.map(textOf).join(' '));
}

function ownMatcher(step) {
  const matches = textMatcher(step.name);
  switch (step.kind) {
    case 'role':
      return element => {
        if (roleOf(element) !== step.role) return false;
        return !step.name || matches(wordsFor(element, step.role));
      };
    case 'text':
      return textShower(step.name);
    case 'css':
      return element => !isStandIn(element) && matchesSelector(element, step.css);
    case 'label':
      return element => isLabelable(element) && matches(nameOf(element));
    case 'testid':
    case 'placeholder':
    case 'alt':
    case 'title':
      return element => hasAttributeNamed(element, step.attribute) && matches(attributeOf(element, step.attribute));
  }
  return () => false;
}

function isLabelable(element) {
  return /^(input|textarea|select|button|meter|output|progress)$/.test(localNameOf(element)) ||
      hasAttributeNamed(element, 'aria-label') || hasAttributeNamed(element, 'aria-labelledby');
}

const textless = new Set(['head', 'title']);

// Returns a predicate: the element shows a text of this pattern, as a whole or in one run of text between other
// elements. A run is a line of its own in a snapshot.
function textShower(pattern) {
  const matches = textMatcher(pattern);
  const wanted = pattern.regex ? null : foldedLetters(normalised(pattern.text));
  return element => {
    const localName = localNameOf(element);
    if (textless.has(localName) || isUnread(localName)) return false;
    const shadow = shadowRootOf(element);
    if (shadow !== null) noteRoot(shadow);  // its sheets may style the element and its content
    if (wanted !== null && shadow === null && firstElementChildOf(element) === null) {
      const text = textContentOf(element);
      if (!matches(text) && !mayReadAs(element, localName, text, wanted)) return false;
    }
    return matches(textOf(element)) || showsRun(element, localName, matches);
  };
}

// Whether style sheets, or the element's kind, may make its text read as the wanted text. text-transform changes only
// case and width.
function mayReadAs(element, localName, text, wanted) {
  return localName === 'input' || kana.test(text) || foldedLetters(normalised(text)) === wanted ||
      mayGenerateIn(element);
}

function showsRun(element, localName, matches) {
  const isRun = text => normalised(text) !== '' && matches(text);
  const isRendered = !isNotRendered(element);  // else its text still counts: it is there, but hidden
  if (isRendered && controlText(element) !== null) return false;
  const generates = isRendered && mayGenerateIn(element);
  let run = generates ? generatedText(element, '::before') : '';
  for (const node of isRendered ? seenNodesOf(element, localName) : childNodesOf(element)) {
    const type = nodeTypeOf(node);
    if (type === 3 || type === 4) {
      const text = shownText(node.data, element, run);
      if (isRun(text)) return true;
      run += text;
    } else if (type === 1) {
      if (isRun(run)) return true;
      run = '';
    }
  }
  return isRun(generates ? run + generatedText(element, '::after') : run);
}

// Returns a predicate for `that has`.
function innerMatcher(step) {
  if (step.kind === 'text') return innerTextMatcher(step.name);
  let inner;
  return element => {
    inner ??= matchesOf(step, []).filter(isVisibleToPeople);
    return inner.some(one => one !== element && composedContains(element, one));
  };
}

// Whether a person reads such a text in the element, or as its whole text.
function innerTextMatcher(pattern) {
  const shows = textShower(pattern);
  return element => {
    const roots = shadowRootOf(element) === null ? [element] : [element, shadowRootOf(element)];
    const inside = [...new Set([element, ...roots.flatMap(root => elementsBelow(root))])];
    return innermost(inside.filter(shows)).some(isVisibleToPeople);
  };
}

// An ancestor that takes no name from its content, such as a list item, is found by a text in it.
function ancestorMatcher(step) {
  const isMatch = stepMatcher(step);
  if (step.kind !== 'role' || !step.name) return isMatch;
  const isRole = stepMatcher({...step, name: null});
  const showsName = innerTextMatcher(step.name);
  return element => isMatch(element) || (isRole(element) && nameOf(element) === '' && showsName(element));
}

// Returns a predicate for each step of the surroundings, nearest first. A step with a number counts the elements that
// people see and that are inside of the elements of the later steps.
function ancestorMatchers(steps) {
  const around = steps.length > 1 ? ancestorMatchers(steps.slice(1)) : [];
  if (steps.length === 0) return around;
  const isMatch = ancestorMatcher(steps[0]);
  if (!steps[0].nth) return [isMatch, ...around];
  let chosen;
  const isChosen = element => {
    if (chosen === undefined) chosen = numbered(shownOf(matchesOf(steps[0], around, isMatch)), steps[0].nth)[0] ?? null;
    return element === chosen;
  };
  return [isChosen, ...around];
}

const last = -1;

// Returns the element with this number, counted from 1, or the last; all elements if there is no number.
function numbered(elements, nth) {
  if (!nth) return elements;
  return nth === last ? elements.slice(-1) : elements.slice(nth - 1, nth);
}

function isBelow(element, ancestors) {
  let at = parentOf(element);
  for (const isAncestor of ancestors) {
    while (at !== null && !isAncestor(at)) at = parentOf(at);
    if (at === null) return false;
    at = parentOf(at);
  }
  return true;
}

// Up to this many elements with short content are named without reading the style sheets of the whole document.
const fewNames = 16;
const shortRoles = new Set([...leafRoles, ...typedRoles, 'heading', 'link', 'menuitem']);

// Returns the matches of one step in this document. For a text, only the innermost element that shows it matches.
function matchesOf(step, ancestors, isMatch = stepMatcher(step)) {
  const steps = alternativesOf(step);
  // A selector that does not parse throws, also on an empty page.
  for (const {kind, css} of steps)
    if (kind === 'css') document.querySelector(css);
  const found = [];
  const isOne = steps.length === 1;
  const candidates =
      candidatesBelow(document, selectorsOf(steps), isOne && step.kind === 'role' ? dismissalOf(step.name) : null);
  const areShort = steps.every(({kind, role}) => kind === 'role' && shortRoles.has(role));
  if (carousels.size > 0 && steps.some(({kind, role}) => kind === 'role' && rolesOfControls.has(role)))
    addControls(candidates);
  if (paintedCanvases.size > 0 && steps.some(({kind}) => kindsOfPainted.has(kind))) addPaintedItems(candidates);
  if (candidates.length <= fewNames && ancestors.length === 0 && areShort) distrustSheets();
  for (const element of candidates) {
    if (isMatch(element) && isBelow(element, ancestors)) found.push(element);
  }
  if (steps.every(({kind}) => kind !== 'text')) return found;
  if (isOne) return innermost(found);
  const kept = new Set(steps.flatMap(one => {
    const its = found.filter(stepMatcher(one));
    return one.kind === 'text' ? innermost(its) : its;
  }));
  return found.filter(element => kept.has(element));
}

// Returns the elements that contain no other, in document order.
function innermost(found) {
  return found.filter((element, index) => !(index + 1 < found.length && composedContains(element, found[index + 1])));
}

const contextRoles = new Set(words(`
  listitem row dialog alertdialog region group form article navigation tabpanel menu cell gridcell treeitem
  radiogroup`));

// Returns the ancestor that best shows a person which of several equal matches this is.
function contextOf(element) {
  for (let at = parentOf(element); at !== null; at = parentOf(at)) {
    const role = roleOf(at);
    if (!contextRoles.has(role)) continue;
    const name =
        nameOf(at) || (/^(listitem|row|cell)$/.test(role) ? withoutIcons(normalised(textOf(at))).slice(0, 60) : '');
    if (name) return {role, name};
  }
  return null;
}

function isFrameOwner(element) { return /^(iframe|frame|object|embed)$/.test(localNameOf(element)); }

// Whether a frame shows content to people; trackers do not. `all`: frames that assistive technology does not reach
// count as well, because a person sees them.
function showsItsFrame(element, all = false) {
  if (isNotRendered(element) || !isVisible(element) || (!all && (isInert(element) || isAriaHidden(element))))
    return false;
  const box = boxOf(element);
  return box.width > 1 && box.height > 1;
}

function framesOf(frameSteps, all = false) {
  const owners = candidatesBelow(document, ['iframe', 'frame', 'object', 'embed']).filter(isFrameOwner);
  const shown = owners.filter(owner => showsItsFrame(owner, all));
  const matched = frameSteps.map(step => {
    const isMatch = stepMatcher(step);
    return new Set(numbered(shown.filter(isMatch), step.nth));
  });
  return shown.map(element => ({
                     ref: refOf(element),
                     name: nameOf(element),
                     steps: matched.map(set => set.has(element)),
                   }));
}

// Returns the elements that a person sees. Leaves out elements that nobody can use if there are others: an inert page
// behind a dialog, and controls that show nothing. `all`: inert elements count as well.
function shownOf(elements, all = false) {
  const seen = elements.filter(isVisibleToPeople);
  const forSomebody = seen.filter(element => !isForNobody(element, localNameOf(element)) && (all || !isInert(element)));
  return forSomebody.length > 0 ? forSomebody : seen;
}

// query: {step, inside: [step…], frames: [step…], hidden, counted, firstCall: {function, arguments, acts, rechecked}}.
// Leaves out elements that nobody sees, unless nothing else matches and `hidden` asks for them, css or testid matches
// them, or `unseen` accepts them.
function chosenMatches(query, unseen = () => false) {
  const chosen = chosenBy(query, unseen);
  return chosen.length > 0 || !hasLeftOutIcons ? chosen : withIcons(() => chosenBy(query, unseen));
}

function chosenBy(query, unseen) {
  const all = query.step ? matchesOf(query.step, ancestorMatchers(query.inside)) : [];
  const shown = shownOf(all, query.counted);
  const bySelector = query.step && alternativesOf(query.step).every(({kind}) => kind === 'css' || kind === 'testid');
  if (shown.length > 0) return shown;
  return bySelector || query.hidden ? all : all.filter(unseen);
}

const mostListed = 1000;

// Returns the matches to report: the first ones, at least up to a number, or the last.
function listedOf(elements, step) {
  return step?.nth === last ? numbered(elements, last) : elements.slice(0, Math.max(mostListed, step?.nth ?? 0));
}

// Makes the action's first call at once. A call that acts is made only if this document is the only one to search,
// because only then the search is over.
function answerFirstCall({function: name, arguments: more, acts}, found) {
  const {casement} = globalThis;
  if (!acts)
    for (const frame of found.frames) frame.transform = casement.ownerTransform(frame.ref);
  if (found.count !== 1 || (acts && (found.frames.length > 0 || window !== top))) return;
  found.firstCall = casement[name](found.matches[0].ref, ...more);
}

function find(query) {
  const first = firstPaintedFrames();
  if (first !== null) return first.then(() => find(query));
  beginReading();
  takeHostCheck();  // of a search without a press
  const hostCheck = query.firstCall?.rechecked ? goByHostsLastSeen() : null;
  const found = searched(query);
  if (hostCheck === null) return found;
  // An element that is ready is pressed next (hit_target.js), unless another document has a match too. In that case,
  // the target is ambiguous anyway.
  if (found.firstCall?.state === 'ready') putOffHostCheck(hostCheck);
  else if (!hostCheck.isPassed()) return find(query);
  return found;
}

function searched(query) {
  const chosen = chosenMatches(query, element => isTypedUnseen(element) && !isInert(element));
  const listed = listedOf(chosen, query.step);
  const found = {
    count: chosen.length,
    matches: listed.map(element => ({ref: refOf(element)})),
    frames: framesOf(query.frames ?? []),
  };
  const unknown = countUnknown(chosen.length);
  if (unknown > 0) return {...found, unknown};
  const {stale} = stalenessOf(listed, query);
  if (stale !== undefined) return {...found, stale};
  if (query.firstCall) answerFirstCall(query.firstCall, found);
  return found;
}

// Describes matches to people: the line and context of each ref.
function describeRefs(refs) {
  beginReading();
  return refs.map(ref => {
    const element = elementOf(ref);
    if (element === null) return null;
    const role = roleOf(element);
    return {
      role,
      name: wordsFor(element, role),
      text: withoutIcons(normalised(textOf(element))).slice(0, 80),
      context: contextOf(element),
      hidden: !isVisible(element)
    };
  });
}

// Describes an element by its markup, for messages: `<div id=x class="veil dark">`.
function markupOf(element) {
  const shown = ['id', 'class', 'data-testid', 'role', 'name', 'type', 'title']
                    .filter(name => hasAttributeNamed(element, name))
                    .map(name => `${name}="${attributeOf(element, name).slice(0, 60)}"`);
  return `<${[localNameOf(element), ...shown].join(' ')}>`;
}

const coverRoles = new Set([...contextRoles, ...words('alert banner grid list listbox status toolbar tooltip tree')]);

// Describes what is in front of another element: its markup, and the dialog, the list or the other part of the page
// that it belongs to, as a target names that.
function coverOf(element, covered = null) {
  for (let at = element; at !== null && (covered === null || !composedContains(at, covered)); at = parentOf(at)) {
    const role = roleOf(at);
    if (!coverRoles.has(role)) continue;
    const name = nameOf(at);
    const place = name ? `${role} ${JSON.stringify(name)}` : role;
    return at === element ? `${markupOf(element)} (${place})` : `${markupOf(element)} inside ${place}`;
  }
  return markupOf(element);
}

// Returns sentences about the closed lists that contain an option of this name, as people would write the lists. Nobody
// sees such an option, so no target finds it, and nothing can press it. If there are none, the sentences name lists
// that a press opens, because such a list often makes its options then.
function closedListsOffering(name) {
  beginReading();
  const isNamed = textMatcher(name);
  const describe = list => [roleOf(list), ...(nameOf(list) ? [JSON.stringify(nameOf(list))] : [])].join(' ');
  const lists =
      arrayOf(allMatching(document, 'select'))
          .filter(
              select => !isNotRendered(select) &&
                  arrayOf(select.options).some(option => isNamed(option.label) && closedListOf(option) === select));
  if (lists.length > 0)
    return lists.map(list => `${describe(list)} has it in its closed list; use \`select\` to choose it`);
  const collapsed = candidatesBelow(document, [
                      '[role~=combobox]', '[aria-haspopup=listbox]'
                    ]).filter(one => attributeOf(one, 'aria-expanded') === 'false' && isVisible(one));
  const controls = one => words(attributeOf(one, 'aria-controls') ?? attributeOf(one, 'aria-owns') ?? '');
  const hasOption = one => controls(one).some(id => {
    const list = rootOf(one).getElementById?.(id) ?? null;
    return list !== null &&
        arrayOf(allMatching(list, '[role~=option]')).some(option => isNamed(normalised(textContentOf(option))));
  });
  const offering = collapsed.filter(hasOption);
  if (offering.length > 0)
    return offering.map(one => `${describe(one)} has it in its closed list; click ${describe(one)} first`);
  return collapsed.slice(0, 3).map(
      one => `${describe(one)} is collapsed; if the option is in its list, click ${describe(one)} first`);
}

expose({find, describeRefs, closedListsOffering});
