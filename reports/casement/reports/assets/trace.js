'use strict'
// Shows a trace: a list of steps, the page before and after the chosen one, drawn from its copy, and what else is
// known of that moment. All texts come from pages, so they enter the document only as text or attributes of elements
// that this script made.

const trace = JSON.parse(document.getElementById('trace').textContent)
const outcomes = ['passed', 'failed', 'skipped', 'flaky']  // as results.json numbers them
for (const step of trace.steps) step.outcome = outcomes[step.outcome ?? 0]

const documents = new Documents(trace.moments)
const stage = new Stage(documents)
let shown = {step: 0, moment: 'before', fact: 'snapshot', allSteps: false}

// The lines of both texts: [sign, text] with '+' for added and '-' for removed lines.
function difference(before, after) {
  const a = before.split('\n')
  const b = after.split('\n')
  let first = 0
  while (first < a.length && first < b.length && a[first] === b[first]) ++first
  let last = 0
  while (last < a.length - first && last < b.length - first && a[a.length - 1 - last] === b[b.length - 1 - last]) ++last
  const lines = a.slice(0, first).map((text) => [' ', text])
  lines.push(...middle(a.slice(first, a.length - last), b.slice(first, b.length - last)))
  lines.push(...a.slice(a.length - last).map((text) => [' ', text]))
  return lines
}

// The longest common subsequence, if that is not too much work.
function middle(a, b) {
  if (a.length * b.length > 4e6) return [...a.map((text) => ['-', text]), ...b.map((text) => ['+', text])]
  const rest = Array.from({length: a.length + 1}, () => new Uint32Array(b.length + 1))
  for (let i = a.length - 1; i >= 0; --i) {
    for (let j = b.length - 1; j >= 0; --j)
      rest[i][j] = a[i] === b[j] ? rest[i + 1][j + 1] + 1 : Math.max(rest[i + 1][j], rest[i][j + 1])
  }
  const lines = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push([' ', a[i]])
      ++i
      ++j
    } else if (j < b.length && (i === a.length || rest[i][j + 1] >= rest[i + 1][j])) lines.push(['+', b[j++]])
    else lines.push(['-', a[i++]])
  }
  return lines
}

function lineOf([sign, text]) {
  const line = made('span', text || ' ', {className: sign === '+' ? 'added' : sign === '-' ? 'removed' : ''})
  line.onmouseenter = () => stage.outline(stage.boxOf(text))
  line.onmouseleave = outlineStep
  return line
}

// Marks the line of the element under the pointer.
stage.onPoint = (ref) => {
  for (const line of at('panel').querySelectorAll('pre span')) {
    const isPointed = line.textContent.includes(`[ref=${ref}]`)
    line.classList.toggle('pointed', isPointed)
    if (isPointed) line.scrollIntoView({block: 'nearest'})
  }
}

const stepShown = () => trace.steps[shown.step]

// The element that the step used and the point of its click, on the page before the step; or a target that is tried.
function outlineStep() {
  if (tried.words !== '') {
    stage.outline(...tried.boxes)
    return stage.mark(undefined)
  }
  const {matched, target, point} = stepShown()
  const isBefore = shown.moment === 'before' && momentShown() >= 0
  const box = isBefore ? stage.boxOf(matched) : null
  // If the step used no element, its target may have had several matches.
  stage.outline(...!matched && target ? resultOf(target).boxes : [box])
  stage.mark(isBefore ? point : undefined, box)
}

stage.onDrawn = () => {
  results.clear()
  tryTarget(tried.words)
}
stage.onPick = pick

function sourceOf({where}) {
  const lines = trace.sources?.[where?.file] ?? []
  const pre = made('pre')
  lines.forEach((text, index) => {
    const isOfStep = index + 1 === where.line
    pre.append(made('span', `${String(index + 1).padStart(4)}  ${text}`, {className: isOfStep ? 'pointed' : ''}))
  })
  setTimeout(() => pre.querySelector('.pointed')?.scrollIntoView({block: 'center'}))
  return lines.length > 0 ? pre : made('p', 'The trace has no source of this step.')
}

const facts = {
  snapshot: {
    title: 'Snapshot',
    show(step) {
      const text = shown.moment === 'before' ? step.snapshot_before : step.snapshot_after
      const pre = text ? made('pre') : made('p', 'There is no snapshot of this moment.')
      const panel = made('div')
      panel.append(targetBar(), pre)
      if (!text) return panel
      const lines = shown.moment === 'before' || !step.snapshot_before ? text.split('\n').map((line) => [' ', line]) :
        difference(step.snapshot_before, text)
      pre.append(...lines.map(lineOf))
      return panel
    }
  },
  step: {
    title: 'Step',
    show(step) {
      return tableOf([
        ['step', step.title], ['result', step.outcome], ['message', step.message],
        ['at', step.where ? `${step.where.file}:${step.where.line}` : ''], ['source', step.source],
        ['matched', step.matched], ['frame', step.frame_path],
        ['point', step.point ? `${Math.round(step.point.x ?? 0)}, ${Math.round(step.point.y ?? 0)}` : ''],
        ['time', `${Math.round(step.milliseconds)} ms`],
        ...(step.values ?? []).map((one) => ['set', one]),
        ...(step.attempts ?? []).map((one) => ['attempt', `${one.strategy} ${one.frame} ${one.success ? 'worked' : one.error}`])
      ])
    }
  },
  source: {title: 'Source', show: sourceOf},
  frames: {
    title: 'Frames',
    show() {
      const moment = momentShown()
      if (moment < 0) return made('p', 'There is no copy of this moment.')
      const {frames, left_out} = trace.moments[moment]
      const unread = ({copy}) => [copy?.unread > 0 ? `copied in part: ${copy.unread} elements are left out` : '',
        ...(copy?.cutSheets ?? []).map((sheet) => `rules are left out: ${sheet}`)].filter(Boolean).join(' · ')
      return tableOf([
        ...frames.map((one) => [one.ordinal === 0 ? 'main' : `f${one.ordinal}`,
          [one.name, one.url, one.failure, unread(one)].filter(Boolean).join(' · ')]),
        ...[...left_out, ...trace.left_out ?? []].map((one) => ['left out', one])
      ])
    }
  },
  server: {title: 'Server', show: () => linesBySteps('server', serverOutput, 'The programs printed nothing.')},
  network: {title: 'Network', show: () => requestsByStep(trace.requests)},
  console: {title: 'Console', show: () => linesBySteps('console', consoleOutput, 'The pages wrote nothing.')},
  case: {title: 'Case', show: () => tableOf(trace.facts ?? [])}
}

// The lines of this step, with a button for the lines of all steps.
function linesBySteps(fact, linesOf, nothing) {
  const whole = made('button', shown.allSteps ? 'Only this step' : 'All steps',
    {type: 'button', onclick: () => show({fact, allSteps: !shown.allSteps})})
  const pre = made('pre')
  for (const number of shown.allSteps ? [-1, ...trace.steps.keys()] : [shown.step]) {
    const lines = linesOf(number)
    if (shown.allSteps && lines.length > 0) lines.unshift(note(trace.steps[number]?.title ?? 'Before the first step'))
    pre.append(...lines)
  }
  const panel = made('div')
  panel.append(whole, pre.hasChildNodes() ? pre : made('p', nothing))
  return panel
}

function note(text) { return made('span', text, {className: 'note'}) }

// Lines of programs beside the test, during the step with this number; -1: before the first step.
const ofStep = (lines, number) => lines.filter(({step}) => step === number)

// The time of a line since its step began.
function sinceStep({step, at: time}) {
  const began = trace.steps[step]?.began
  return began === undefined ? '' : `+${Math.round(time - began)} ms `
}

function serverOutput(number) {
  return [
    ...ofStep(trace.server_left_out, number).map(({program, lines}) => note(`${lines} earlier lines of ${program} were left out`)),
    ...ofStep(trace.server, number).map((one) => {
      const line = marksStep(made('span'), number)
      line.append(made('b', one.program), ` ${sinceStep(one)}`)
      if (one.late) line.append(made('i', 'or earlier ', {title: 'The program buffers its output and may have printed this line earlier.'}))
      line.append(one.text)
      return line
    })
  ]
}

const consoleOutput = (number) => ofStep(trace.console, number).map((one) =>
  marksStep(made('span', sinceStep(one) + one.text, {className: isErrorLine(one) ? 'failed' : ''}), number))

function momentShown() {
  const step = stepShown()
  return (shown.moment === 'before' ? step?.moment_before : step?.moment_after) ?? -1
}

function tabs(list, entries, chosen, choose) {
  list.replaceChildren(...entries.map(([id, title]) => {
    const tab = made('button', title, {type: 'button', onclick: () => choose(id)})
    tab.setAttribute('role', 'tab')
    tab.setAttribute('aria-selected', id === chosen)
    return tab
  }))
}

function show(changes) {
  const earlier = shown
  shown = {...shown, ...changes}
  const step = stepShown()
  if (step === undefined) return
  showInList()
  markStep(-1)
  tabs(at('moments'), [['before', 'Before'], ['after', 'After']], shown.moment, (moment) => show({moment}))
  tabs(at('facts'), Object.entries(facts).map(([id, {title}]) => [id, title]), shown.fact, (fact) => show({fact}))
  if (changes.fact === undefined || earlier.step !== shown.step) {
    stage.show(momentShown(), ['The trace has no copy of the page here.', ...trace.left_out ?? []].join(' '))
    timeLine.show(momentShown())
    tryTarget(earlier.step === shown.step ? tried.words : '')
  }
  outlineStep()
  at('panel').replaceChildren(facts[shown.fact].show(step))
  history.replaceState(null, '', `#step=${shown.step + 1}&show=${shown.moment}`)
}

// One picture a moment: the page before a step, and after the last one. A picture counts the errors of the steps that
// began with it.
function moments() {
  const all = new Map()
  trace.steps.forEach((step, number) => {
    const add = (moment, which) => {
      if (moment < 0 || all.has(moment)) return
      const begun = [...trace.steps.keys()].filter((one) => trace.steps[one].moment_before === moment)
      all.set(moment, {
        moment, title: `${number + 1} ${step.title}`, errors: errorsOf(begun), choose: () => show({step: number, moment: which})
      })
    }
    add(step.moment_before ?? -1, 'before')
    if (number === trace.steps.length - 1 || step.outcome === 'failed') add(step.moment_after ?? -1, 'after')
  })
  return [...all.values()].sort((a, b) => a.moment - b.moment)
}

function moveTab(tab, key) {
  const list = tab.parentElement
  const all = [...list.children]
  all[Math.min(Math.max(all.indexOf(tab) + (key === 'ArrowRight' ? 1 : -1), 0), all.length - 1)].click()
  list.querySelector('[aria-selected=true]').focus()
}

function start() {
  const name = at('name')
  name.append(made('span', trace.outcome === 'passed' ? '✓ ' : '✗ ', {className: trace.outcome}), `${trace.suite} › ${trace.case}`)
  document.title = `${trace.case} – trace`
  at('failure').textContent = trace.failures.join('\n')
  listSteps()
  at('find').oninput = (event) => find(event.target.value)
  addEventListener('keydown', (event) => {
    if (event.target === at('find')) {
      if (event.key !== 'Escape') return
      at('find').value = ''
      at('find').blur()
      find('')
      show({})
      return
    }
    if (event.target.matches('input') || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'j' || event.key === 'ArrowDown') show({step: stepBeside(1)})
    else if (event.key === 'k' || event.key === 'ArrowUp') show({step: stepBeside(-1)})
    else if (event.target.matches('[role=tab]') && /^Arrow/.test(event.key)) moveTab(event.target, event.key)
    else if (event.key === 'ArrowLeft') show({moment: 'before'})
    else if (event.key === 'ArrowRight') show({moment: 'after'})
    else if (event.key === 'f') show({step: Math.max(trace.steps.findLastIndex((step) => step.outcome === 'failed'), 0)})
    else if (event.key === '/') at('find').focus()
    else return
    event.preventDefault()
  })
  const link = new URLSearchParams(location.hash.slice(1))
  const failed = trace.steps.findLastIndex((step) => step.outcome === 'failed' && Math.max(step.moment_before ?? -1, step.moment_after ?? -1) >= 0)
  const step = link.has('step') ? Number(link.get('step')) - 1 : failed
  show({
    step: Math.min(Math.max(step, 0), trace.steps.length - 1),
    moment: link.get('show') === 'after' || !link.has('show') && failed >= 0 ? 'after' : 'before'
  })
}

const timeLine = new TimeLine(new Documents(trace.moments), moments())
start()
