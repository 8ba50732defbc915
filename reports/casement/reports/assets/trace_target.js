'use strict'
// Targets in the drawn page: picks an element and writes its target, and tries a target that somebody wrote.

// `boxes`: of the matches of `words`, which are "" if no target is tried. `result`: for people.
let tried = {words: '', boxes: [], result: ''}

// A line of a snapshot, such as {indent: 2, key: 'button "Pay"', ref: 'e12', text: ''}; null if the line is no element.
// `ref` is "" for an element that a user does not act on.
function readLine(line) {
  const indent = line.search(/\S/)
  let whole = line.trim().replace(/^- /, '')
  const quoted = /^'((?:[^']|'')*)'/.exec(whole)  // YAML quotes what it would read as something else
  if (quoted !== null) whole = quoted[1].replaceAll("''", "'") + whole.slice(quoted[0].length)
  const parts = /^([a-z]+(?: "(?:[^"\\]|\\.)*")?)((?: \[[^\]]*\])*)(?:: (.*))?/.exec(whole)
  if (parts === null) return null
  return {indent, key: parts[1], ref: /\[ref=((?:f\d+_)?e\d+)\]/.exec(parts[2])?.[1] ?? '', text: unquoted(parts[3] ?? '')}
}

const ordinalOf = (ref) => Number(/^f(\d+)_/.exec(ref)?.[1] ?? 0)
const refIn = (ordinal, number) => `${ordinal === 0 ? '' : `f${ordinal}_`}e${number}`
const framesShown = () => (momentShown() < 0 ? [] : trace.moments[momentShown()].frames)

// The lines of a snapshot, each with the ordinal of its frame.
function linesOf(snapshot) {
  const around = [{indent: -1, ordinal: 0}]
  return (snapshot ?? '').split('\n').map(readLine).filter((line) => line !== null).map((line) => {
    while (around.at(-1).indent >= line.indent) around.pop()
    const {ordinal} = around.at(-1)
    const inside = framesShown().find(({parent, owner}) => parent === ordinal && refIn(parent, owner) === line.ref)
    if (inside !== undefined) around.push({indent: line.indent, ordinal: inside.ordinal})
    return {...line, ordinal}
  })
}

const snapshotShown = () => (shown.moment === 'before' ? stepShown().snapshot_before : stepShown().snapshot_after)

// The lines of the first snapshot with this ref, if possible of the snapshot that is shown; empty if no snapshot has it.
function linesWith(ref) {
  const texts = [snapshotShown(), ...[stepShown(), ...trace.steps].flatMap((one) => [one.snapshot_before, one.snapshot_after])]
  return linesOf(texts.find((one) => one?.includes(`[ref=${ref}]`)))
}

// The keys of the iframes around a frame, the innermost first, such as 'iframe "Card"'.
function framesAround(ordinal, lines) {
  const keys = []
  for (let frame = ordinal; frame !== 0;) {
    const {parent, owner} = framesShown().find((one) => one.ordinal === frame) ?? {parent: 0}
    const holder = lines.find(({ref}) => ref === refIn(parent, owner))
    if (holder !== undefined) keys.push(holder.key)
    frame = parent
  }
  return keys
}

// The target of the element with this ref; undefined if no snapshot has it.
function targetOf(ref) {
  const lines = linesWith(ref)
  const line = lines.find((one) => one.ref === ref)
  if (line === undefined) return undefined
  const ordinal = ordinalOf(ref)
  // A target without a frame also matches in frames, where its matches come last.
  const alike = lines.filter((one) => one.key === line.key && (ordinal === 0 || one.ordinal === ordinal))
  const own = alike.filter((one) => one.ordinal === ordinal)
  let target = line.key
  if (!line.key.includes(' ') && line.text !== '') target += ` that has text ${JSON.stringify(line.text)}`
  else if (alike.length > 1) target += ` #${own.indexOf(line) + 1}`
  return [target, ...framesAround(ordinal, lines)].join(' in ')
}

const words = String.raw`"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|/(?:[^/\\]|\\.)+/i?`
const targetParts = new RegExp(String.raw`^(?:(?<ref>(?:f\d+_)?e\d+)|css=(?<css>${words}|\S+)|testid=(?<testid>${words}|\S+)` +
  String.raw`|(?<role>[a-z]+)(?: (?<name>${words}))?)(?: that has text (?<has>${words}))?(?: #(?<number>\d+|last))?` +
  String.raw`(?<frames>(?: in iframe(?: (?:${words}))?)*)$`)

const normalised = (text) => text.replace(/\s+/g, ' ').trim()
const unquoted = (text) => (/^["']/.test(text) ? text.slice(1, -1).replace(/\\([nt])/g, ' ').replace(/\\(.)/g, '$1') : text)

// Whether a text of a target matches the text of an element; a target without a text matches any.
function matches(pattern, text) {
  if (pattern === undefined) return true
  if (!pattern.startsWith('/')) return normalised(unquoted(pattern)) === normalised(text)
  const end = pattern.lastIndexOf('/')
  return new RegExp(pattern.slice(1, end), `u${pattern.slice(end + 1)}`).test(normalised(text))
}

const showsText = ({element}, pattern) => matches(pattern, element.innerText ?? '') ||
  [...element.querySelectorAll('*')].some((inner) => matches(pattern, inner.innerText ?? ''))

const innermost = (found) => found.filter((one) => !found.some((other) => other !== one && one.element.contains(other.element)))

// The drawn element of a line without a ref, found by its text; empty without one.
function elementOfText(line, lines) {
  const text = unquoted(line.key.replace(/^[a-z]+ ?/, '')) || line.text
  const alike = lines.filter(({ref, key, text: shows, ordinal}) => ref === '' && key === line.key && shows === line.text && ordinal === line.ordinal)
  const drawn = stage.elements('*').filter(({element, ordinal}) => ordinal === line.ordinal && normalised(element.innerText ?? '') === text)
  return innermost(drawn)[alike.indexOf(line)] ?? {}
}

// The elements that match a part of a target before its number and its frames.
function matchesOf({ref, css, testid, role, name, has}, lines) {
  const drawn = (line) => ({...line, ...line.ref === '' ? elementOfText(line, lines) : stage.elementOf(line.ref)})
  let found
  if (ref !== undefined) found = [{...stage.elementOf(ref), ordinal: ordinalOf(ref)}].filter(({element}) => element !== undefined)
  else if (css !== undefined) found = stage.elements(unquoted(css))
  else if (testid !== undefined) found = stage.elements('[data-testid]').filter(({element}) => matches(testid, element.dataset.testid))
  else if (role === 'text') {
    found = innermost(stage.elements('*').filter(({element}) => matches(name, element.innerText ?? '')))
  } else {
    const wanted = ({key}) => key.split(' ', 1)[0] === role && matches(name, unquoted(key.slice(role.length + 1)))
    found = lines.filter(wanted).sort((a, b) => Math.sign(a.ordinal) - Math.sign(b.ordinal)).map(drawn)
  }
  if (has === undefined) return found
  return found.filter((one) => (one.element === undefined ? matches(has, one.text) : showsText(one, has)))
}

// Whether the frames of a target are around an element, from the innermost outwards.
function isIn(patterns, keys) {
  const left = [...keys]
  return patterns.every((pattern) => {
    while (left.length > 0) if (matches(pattern, unquoted(left.shift().slice('iframe '.length)))) return true
    return false
  })
}

const results = new Map()  // of this drawing

// The boxes of a target's matches at the moment that is drawn, and their number in words.
function resultOf(text) {
  const place = `${shown.step} ${shown.moment}`
  if (results.get('') !== place) results.clear()
  results.set('', place)
  if (!results.has(text)) results.set(text, findMatches(text))
  return results.get(text)
}

function findMatches(text) {
  const parts = targetParts.exec(text)?.groups
  if (momentShown() < 0) return {boxes: [], result: 'There is no copy of this moment.'}
  if (parts === undefined) return {boxes: [], result: 'The viewer tries: role "name", text "…", css=…, testid=…, refs; each with that has text, #2 and in iframe.'}
  const lines = linesOf(snapshotShown())
  if (parts.role !== undefined && parts.role !== 'text' && lines.length === 0)
    return {boxes: [], result: 'There is no snapshot of this moment, so the viewer cannot try roles.'}
  const patterns = [...parts.frames.matchAll(new RegExp(String.raw` in iframe(?: (${words}))?`, 'g'))].map(([, name]) => name)
  try {
    let found = matchesOf(parts, lines).filter(({ordinal}) => isIn(patterns, framesAround(ordinal, lines)))
    if (parts.number !== undefined) found = [found.at(parts.number === 'last' ? -1 : Number(parts.number) - 1)].filter(Boolean)
    return {boxes: found.map(({box}) => box ?? null), result: found.length === 1 ? '1 match' : `${found.length} matches`}
  } catch (error) {
    return {boxes: [], result: error.message}
  }
}

function tryTarget(text) {
  tried = {words: text, ...text === '' ? {boxes: [], result: ''} : resultOf(text)}
  outlineStep()
  const result = document.querySelector('#panel .target [role=status]')
  if (result !== null) result.textContent = tried.result
}

async function copyTarget(button, input) {
  try {
    await navigator.clipboard.writeText(input.value)
    button.textContent = 'Copied'
  } catch {  // the browser allows no access to the clipboard
    input.select()
  }
}

// The field above a snapshot.
function targetBar() {
  const input = made('input', '', {type: 'search', value: tried.words, placeholder: 'Try a target, or press an element of the page'})
  input.setAttribute('aria-label', 'Target')
  input.oninput = () => tryTarget(input.value.trim())
  const copy = made('button', 'Copy target', {type: 'button', onclick: () => copyTarget(copy, input)})
  const result = made('span', tried.result)
  result.setAttribute('role', 'status')
  const bar = made('div', '', {className: 'target'})
  bar.append(input, copy, result)
  return bar
}

// The target of an element that is not in a snapshot; undefined if the element shows no short text.
function targetOfText(element, ordinal) {
  const text = normalised(element.innerText ?? '')
  if (text === '' || text.length > 200) return undefined
  return [`text ${JSON.stringify(text)}`, ...framesAround(ordinal, linesOf(snapshotShown()))].join(' in ')
}

// Tries the target of the element that was pressed in the drawing, and shows its line.
function pick(ref, element, ordinal) {
  const target = (ref === '' ? undefined : targetOf(ref)) ?? targetOfText(element, ordinal) ?? ref
  if (target === '') return
  const {boxes, result} = resultOf(target)
  tried = {words: target, boxes: ref === '' ? boxes : [stage.boxOf(ref)], result: snapshotShown() ? result : ''}
  show({fact: 'snapshot'})
  const line = [...at('panel').querySelectorAll('pre span')].find(({textContent}) => ref !== '' && textContent.includes(`[ref=${ref}]`))
  line?.classList.add('picked')
  line?.scrollIntoView({block: 'nearest'})
}
