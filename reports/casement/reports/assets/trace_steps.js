'use strict'
// The list of steps, and its search.

function listSteps() {
  const signs = {passed: '✓', failed: '✗', skipped: '–'}
  at('steps').replaceChildren(...trace.steps.map((step, number) => {
    const button = made('button', '', {type: 'button', className: step.outcome, onclick: () => show({step: number})})
    button.dataset.step = number
    const title = made('span', step.title, {className: 'title'})
    title.style.paddingLeft = `${(step.depth ?? 0) * 12}px`
    button.append(made('span', signs[step.outcome] ?? '', {className: 'sign'}), title,
      made('span', step.outcome === 'skipped' ? '' : `${Math.round(step.milliseconds)} ms`, {className: 'time'}))
    const item = made('li')
    item.append(button)
    return item
  }))
}

// Tabs with texts of the whole case, for the search.
const textsOfCase = () => ({network: trace.requests, console: trace.console, server: trace.server})

function find(words) {
  const wanted = words.toLowerCase()
  for (const button of at('steps').querySelectorAll('button')) {
    const step = trace.steps[button.dataset.step]
    const lines = [...trace.server, ...trace.console]
    const texts = [JSON.stringify(step), ...ofStep(lines, Number(button.dataset.step)).map(({text}) => text)]
    const isFound = wanted !== '' && texts.some((text) => text.toLowerCase().includes(wanted))
    button.querySelector('.title').classList.toggle('found', isFound)
    button.parentElement.hidden = wanted !== '' && !isFound
  }
  at('elsewhere').replaceChildren(...Object.entries(textsOfCase()).flatMap(([fact, texts = []]) => {
    const count = wanted === '' ? 0 : texts.filter((one) => JSON.stringify(one).toLowerCase().includes(wanted)).length
    if (count === 0 || facts[fact] === undefined) return []
    return [made('button', `${facts[fact].title}: ${count}`, {type: 'button', onclick: () => show({fact})})]
  }))
}

// The next listed step in a direction; the chosen one if there is none.
function stepBeside(by) {
  const buttons = [...at('steps').querySelectorAll('li:not([hidden]) button')].map(({dataset}) => Number(dataset.step))
  const beside = by > 0 ? buttons.find((step) => step > shown.step) : buttons.findLast((step) => step < shown.step)
  return beside ?? shown.step
}

