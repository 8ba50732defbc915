'use strict'
// The list of steps: the blocks in it, the errors of each step, and the search.

const depthOf = (number) => trace.steps[number].depth ?? 0

// `around`: for each step the innermost block around it; undefined outside of blocks. `folded`: blocks whose steps are
// hidden. `alone`: the only block that is listed; null: the whole case. `found`: the steps with the words of the search;
// null without words.
const list = {around: [], folded: new Set(), alone: null, found: null}

function blocksAround(number) {
  const blocks = []
  for (let block = list.around[number]; block !== undefined; block = list.around[block]) blocks.push(block)
  return blocks
}

function findBlocks() {
  const open = []
  list.around = trace.steps.map((step, number) => {
    while (open.length > 0 && depthOf(open.at(-1)) >= depthOf(number)) open.pop()
    open.push(number)
    return open.at(-2)
  })
}

function isListed(number) {
  if (list.found !== null) return list.found.has(number)
  const blocks = blocksAround(number)
  if (list.alone !== null && number !== list.alone && !blocks.includes(list.alone)) return false
  return !blocks.some((block) => list.folded.has(block))
}

// A line is `error: text`, or `guest: error: text` if the test has several users.
const isErrorLine = ({text}) => /^(?!(?:log|info|warning|debug|trace): )(?:[^:]*: )?error: /.test(text)

const counted = (count, word) => (count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`])

// The number of errors during these steps, with their kinds as its title; "" without errors.
function errorsOf(numbers) {
  const lines = trace.console.filter((one) => numbers.includes(one.step) && isErrorLine(one)).length
  const requests = trace.requests.filter((one) => numbers.includes(one._step) && isBad(one)).length
  if (lines + requests === 0) return ''
  const words = [...counted(lines, 'console error'), ...counted(requests, 'failed request')].join(', ')
  const badge = made('span', String(lines + requests), {className: 'errors', title: words})
  badge.setAttribute('role', 'img')
  badge.setAttribute('aria-label', words)
  badge.dataset.fact = lines > 0 ? 'console' : 'network'
  return badge
}

// Marks a step in the list, and the page as it began in the time line; -1: none.
function markStep(number) {
  for (const [place, item] of [...at('steps').children].entries()) item.classList.toggle('marked', place === number)
  timeLine.mark(trace.steps[number]?.moment_before ?? -1)
}

// While the pointer is on the element, the step is marked.
function marksStep(element, number = -1) {
  element.onmouseenter = () => markStep(number)
  element.onmouseleave = () => markStep(-1)
  return element
}

function foldOf(number) {
  const fold = made('button', '', {type: 'button', className: 'fold', title: 'Fold the block'})
  fold.setAttribute('aria-label', `Steps of ${trace.steps[number].title}`)
  fold.onclick = () => {
    if (!list.folded.delete(number)) list.folded.add(number)
    if (blocksAround(shown.step).includes(number)) show({step: number})
    else updateList()
  }
  return fold
}

function listSteps() {
  findBlocks()
  at('steps').classList.toggle('tree', list.around.some((block) => block !== undefined))
  const signs = {passed: '✓', failed: '✗', skipped: '–'}
  at('steps').replaceChildren(...trace.steps.map((step, number) => {
    const button = made('button', '', {type: 'button', className: step.outcome, onclick: ({target: {dataset}}) => show({step: number, ...dataset.fact && {fact: dataset.fact, allSteps: false}})})
    button.dataset.step = number
    const time = made('span', '', {className: 'time'})
    time.append(errorsOf([number]), step.outcome === 'skipped' ? '' : ` ${Math.round(step.milliseconds)} ms`)
    button.append(made('span', String(number + 1), {className: 'number'}),
      made('span', signs[step.outcome] ?? '', {className: 'sign'}), made('span', step.title, {className: 'title'}), time)
    const item = made('li')
    item.style.setProperty('--depth', depthOf(number))
    item.append(button)
    if (list.around[number + 1] === number) {
      item.append(foldOf(number))
      button.title = 'Press twice to list this block alone'
      button.ondblclick = () => listAlone(number)
    }
    return item
  }))
  at('whole').onclick = () => listAlone(null)
  updateList()
}

function listAlone(block) {
  list.alone = block
  list.folded.delete(block)
  updateList()
  scrollToStep()
}

function updateList() {
  for (const [number, item] of [...at('steps').children].entries()) {
    item.hidden = !isListed(number)
    item.querySelector('.title').classList.toggle('found', list.found?.has(number) === true)
    item.querySelector('.fold')?.setAttribute('aria-expanded', !list.folded.has(number))
  }
  at('whole').hidden = list.alone === null || list.found !== null
}

// Lists the chosen step, also if its block was folded or another block was alone.
function showInList() {
  const blocks = blocksAround(shown.step)
  for (const block of blocks) list.folded.delete(block)
  if (list.alone !== null && shown.step !== list.alone && !blocks.includes(list.alone)) list.alone = null
  updateList()
  for (const [number, item] of [...at('steps').children].entries())
    item.querySelector('[data-step]').toggleAttribute('aria-current', number === shown.step)
  scrollToStep()
}

function scrollToStep() { at('steps').children[shown.step]?.scrollIntoView({block: 'nearest'}) }

// Tabs with texts of the whole case, for the search.
const textsOfCase = () => ({network: trace.requests, console: trace.console, server: trace.server})

function find(words) {
  const wanted = words.toLowerCase()
  const has = (text) => wanted !== '' && text.toLowerCase().includes(wanted)
  const lines = [...trace.server, ...trace.console]
  list.found = wanted === '' ? null : new Set([...trace.steps.keys()].filter((number) =>
    [JSON.stringify(trace.steps[number]), ...ofStep(lines, number).map(({text}) => text)].some(has)))
  updateList()
  if (wanted === '') scrollToStep()
  at('elsewhere').replaceChildren(...Object.entries(textsOfCase()).flatMap(([fact, texts = []]) => {
    const count = texts.filter((one) => has(JSON.stringify(one))).length
    if (count === 0 || facts[fact] === undefined) return []
    return [made('button', `${facts[fact].title}: ${count}`, {type: 'button', onclick: () => show({fact})})]
  }))
}

// The next listed step in a direction; the chosen one if there is none.
function stepBeside(by) {
  for (let step = shown.step + by; step >= 0 && step < trace.steps.length; step += by)
    if (isListed(step)) return step
  return shown.step
}
