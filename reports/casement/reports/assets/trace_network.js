'use strict'
// The requests of a trace: a list that can be filtered, and a whole request with its headers and bodies.

function tableOf(rows) {
  const table = made('table')
  for (const [name, value] of rows) {
    if (!value) continue
    const row = table.insertRow()
    row.append(made('td', name), made('td', value))
  }
  return table
}

const statusOf = ({response, _pending}) => response._error || (_pending && response.status === 0 ? 'pending' : String(response.status))
const stepOf = ({_step}) => (_step === undefined ? 'before' : `step ${_step + 1}`)
const sizeOf = (bytes) => (bytes < 10000 ? `${bytes} B` : `${Math.round(bytes / 1000)} kB`)
const isBad = ({response}) => response._error !== undefined || response.status >= 400

// The chosen requests, for all steps. `type`: a resource type, "failed", or "" for all.
const requestFilter = {words: '', type: ''}

const isOfType = (one, type) => type === '' || (type === 'failed' ? isBad(one) : one._resourceType === type)

function isChosen(one) {
  return isOfType(one, requestFilter.type) && `${one.request.method} ${one.request.url}`.toLowerCase().includes(requestFilter.words.toLowerCase())
}

// A button for each type that the trace has.
function typesOf(requests, onChange) {
  const types = [...new Set(requests.map(({_resourceType}) => _resourceType))].filter(Boolean).sort()
  if (requests.some(isBad)) types.push('failed')
  const list = made('span', '', {className: 'types'})
  for (const type of ['', ...types]) {
    const button = made('button', `${type || 'all'} ${requests.filter((one) => isOfType(one, type)).length}`, {type: 'button'})
    button.setAttribute('aria-pressed', requestFilter.type === type)
    button.onclick = () => {
      requestFilter.type = type
      for (const one of list.children) one.setAttribute('aria-pressed', one === button)
      onChange()
    }
    list.append(button)
  }
  return list
}

function filterOf(requests, onChange) {
  const words = made('input', '', {type: 'search', placeholder: 'Filter by address', value: requestFilter.words})
  words.setAttribute('aria-label', 'Filter by address')
  words.oninput = () => {
    requestFilter.words = words.value
    onChange()
  }
  const bar = made('div', '', {className: 'filter'})
  bar.append(words, typesOf(requests, onChange))
  return bar
}

function requestsByStep(requests) {
  if (requests.length === 0) return made('p', 'The pages requested nothing.')
  const list = made('div')
  const fill = () => {
    const chosen = requests.filter(isChosen)
    const own = chosen.filter((one) => one._step === shown.step)
    const others = chosen.filter((one) => one._step !== shown.step)
    const nothing = requests.some((one) => one._step === shown.step) ? 'The filter hides all requests of this step.' : 'This step requested nothing.'
    list.replaceChildren(made('h2', 'In this step'), own.length > 0 ? tableOfRequests(own) : made('p', nothing))
    if (others.length > 0) list.append(made('h2', 'In other steps'), tableOfRequests(others))
    const dropped = trace.requests_dropped ?? 0
    if (dropped > 0) list.append(made('p', `The trace does not contain the ${dropped} requests before these.`))
  }
  const all = made('div')
  all.append(filterOf(requests, fill), list)
  fill()
  return all
}

function tableOfRequests(requests) {
  const table = made('table', '', {className: 'requests'})
  for (const one of requests) {
    const byTest = one._answered_by_test ? 'answered by the test' : one._passed_by_test ? 'passed by the test' : ''
    const row = marksStep(table.insertRow(), one._step)
    const open = made('button', `${one.request.method} ${one.request.url}`, {
      type: 'button', onclick: () => at('panel').replaceChildren(wholeRequest(one))
    })
    const name = made('td')
    name.append(open)
    row.append(made('td', stepOf(one)), made('td', statusOf(one), {className: isBad(one) ? 'failed' : ''}), name,
      made('td', `${Math.round(one.time)} ms`), made('td', sizeOf(one.response._transferSize ?? 0)))
    if (byTest !== '') name.append(' ', made('span', byTest, {className: 'note'}))
  }
  return table
}

// A body of an archive: the sections "postData" and "content".
function bodyOf({mimeType = '', text = '', comment}) {
  let shownText = text
  if (/json/.test(mimeType)) {
    try {
      shownText = JSON.stringify(JSON.parse(text), null, 2)
    } catch {  // it was cut
    }
  }
  const all = made('div')
  if (text !== '') all.append(made('pre', shownText))
  if (comment !== undefined) all.append(made('p', comment))
  if (text === '' && comment === undefined) all.append(made('p', 'none'))
  return all
}

// What the trace has of a response that is a picture, a font or a style sheet; null without it.
function resourceOf({request, response, _resourceType}) {
  if (response.redirectURL || response._error !== undefined) return null
  const address = documents.resources.get(request.url)
  if (_resourceType === 'image' && address !== undefined) return pictureOf(address)
  if (_resourceType === 'font' && address !== undefined) return fontSample(address)
  const text = _resourceType === 'stylesheet' ? documents.sheets.get(request.url) : undefined
  return text === undefined ? null : made('pre', text)
}

function pictureOf(address) {
  const all = made('figure', '', {className: 'resource'})
  const size = made('figcaption')
  const picture = made('img', '', {alt: 'The picture of the response'})
  picture.onload = () => { size.textContent = `${picture.naturalWidth} × ${picture.naturalHeight}` }
  picture.onerror = () => { size.textContent = 'The browser cannot show the picture.' }
  picture.src = address
  all.append(picture, size)
  return all
}

// A text in the font, which stays loaded because the request may be opened again.
function fontSample(address) {
  const family = `trace-${address.replace(/\W/g, '')}`
  const font = new FontFace(family, `url("${address}")`)
  const all = made('figure', '', {className: 'resource'})
  const sample = made('p', 'ABCDEFGHIJKLM abcdefghijklm 0123456789 äöü ÉÑ €', {className: 'font'})
  sample.style.fontFamily = family
  const problem = made('figcaption')
  document.fonts.add(font)
  font.load().catch(() => { problem.textContent = 'The browser cannot read the font.' })
  all.append(sample, problem)
  return all
}

// The messages of a WebSocket or an EventSource.
function messagesOf({_webSocketMessages, _eventSourceMessages, _messagesLeftOut = 0}) {
  const messages = _webSocketMessages ?? _eventSourceMessages
  if (messages === undefined) return []
  const rows = messages.map((one) => [`${new Date(one.time * 1000).toISOString().slice(11, 23)} ${one.type ?? one.eventName}`,
    (one.opcode === 2 ? 'base64: ' : '') + (one.data || '(empty)') + (one._cut ? ` … of ${one._bytes} bytes` : '')])
  if (_messagesLeftOut > 0) rows.unshift(['before', `${_messagesLeftOut} messages were left out`])
  return [made('h2', 'Messages'), rows.length > 0 ? tableOf(rows) : made('p', 'none')]
}

function wholeRequest(one) {
  const all = made('div')
  const {request, response} = one
  const headers = ({headers}) => (headers.length > 0 ? tableOf(headers.map(({name, value}) => [name, value])) : made('p', 'none'))
  all.append(made('button', '‹ All requests', {type: 'button', className: 'back', onclick: () => show({fact: 'network'})}),
    tableOf([
      ['request', `${request.method} ${request.url}`], ['result', `${statusOf(one)} ${response.statusText}`],
      ['by', one._answered_by_test ? 'the test' : one._passed_by_test ? 'a server; a route of the test let the request pass' : ''], ['type', `${one._resourceType} ${response.content.mimeType}`],
      ['began', `${one.startedDateTime}, ${stepOf(one)} ${sinceStep({step: one._step, at: one._began})}`], ['time', `${Math.round(one.time)} ms`],
      ['size', sizeOf(response._transferSize ?? 0)]
    ]),
    ...messagesOf(one),
    made('h2', 'Request headers'), headers(request))
  if (request.postData !== undefined) all.append(made('h2', 'Request body'), bodyOf(request.postData))
  all.append(made('h2', 'Response headers'), headers(response), made('h2', 'Response body'), resourceOf(one) ?? bodyOf(response.content))
  return all
}
