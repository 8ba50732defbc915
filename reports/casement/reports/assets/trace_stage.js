'use strict'
// The page of a trace at a moment, drawn in the middle, and the small pictures of the time line.

const at = (id) => document.getElementById(id)

function made(name, text = '', more = {}) {
  return Object.assign(document.createElement(name), {textContent: text}, more)
}

function emptyFrame(id, title) {
  const frame = made('iframe', '', {id, title})
  frame.setAttribute('sandbox', 'allow-same-origin')
  return frame
}

function standardsMode(frame) {
  const doc = frame.contentDocument
  doc.open()
  doc.write('<!DOCTYPE html>')
  doc.close()
}

// Draws a frame of the page, with the frames inside, into `element`. `drawings`: ordinal of a frame → its drawing.
function drawFrame(documents, frames, one, element, drawings) {
  if (one.whole === null || one.whole === undefined) {
    element.contentDocument.documentElement.append(made('p', `This frame could not be read: ${one.failure ?? ''}`))
    return
  }
  if (one.whole.facts.quirks === false) standardsMode(element)
  const drawing = new Drawing(element, one.whole, documents.resources, documents.sheets, (ref, inner) => {
    const child = frames.find(({parent, owner}) => parent === one.ordinal && owner === ref)
    if (child !== undefined) drawFrame(documents, frames, child, inner, drawings)
  })
  drawings.set(one.ordinal, {drawing, frame: element, document: one.document})
  drawing.draw()
}

// Pages with more nodes are drawn later than the rest of the trace, and have no small picture.
const manyNodes = 20_000

const isLarge = (frames) => frames.reduce((sum, {whole}) => sum + (whole?.nodes.size ?? 0), 0) > manyNodes

// The place in the viewport of the page where the viewport of a frame begins.
function placeInPage(drawings, page, frame) {
  let x = 0
  let y = 0
  while (frame !== page) {
    const around = frame.getBoundingClientRect()
    x += around.x + frame.clientLeft
    y += around.y + frame.clientTop
    frame = [...drawings.values()].find(({drawing}) => drawing.document_ === frame.ownerDocument)?.frame ?? page
  }
  return [x, y]
}

// Shows canvases by their parts of a picture of the viewport.
function showPainted(drawings, page, picture, [width, height]) {
  for (const {drawing, frame} of drawings.values()) {
    const [x, y] = placeInPage(drawings, page, frame)
    for (const [canvas, [left, top]] of drawing.painted) {
      canvas.style.background =
        `url("${picture}") border-box content-box ${-x - left}px ${-y - top}px / ${width}px ${height}px no-repeat`
    }
  }
}

// Draws the page of a moment; returns why that is impossible, or nothing.
function drawPage(documents, moment, element, drawings) {
  const frames = documents.at(moment)
  const main = frames.find(({ordinal}) => ordinal === 0)
  if (main === undefined || main.whole === null) return main?.failure ?? 'The page could not be read.'
  const [width, height] = main.whole.facts.view
  element.style.width = `${width}px`
  element.style.height = `${height}px`
  const focused = document.activeElement
  drawFrame(documents, frames, main, element, drawings)
  const {picture} = documents.moments[moment]
  if (picture !== undefined) showPainted(drawings, element, picture, main.whole.facts.view)
  // A modal dialog takes the focus when it opens.
  if (document.activeElement !== focused) {
    document.activeElement.blur()
    focused?.focus({preventScroll: true})
  }
}

class Stage {
  #documents
  #drawings = new Map()
  #scale = 1
  #later = 0
  onDrawn = () => {}  // called after a large page was drawn
  // Called with the ref of the element under the pointer, such as "f1_e5", and of the element that was pressed: "" if it
  // has none. `onPick` also gets the pressed element and the ordinal of its frame.
  onPoint = () => {}
  onPick = () => {}

  constructor(documents) {
    this.#documents = documents
    addEventListener('resize', () => this.#fit())
  }

  // Shows a moment; `why` is the text if there is none.
  show(moment, why) {
    clearTimeout(this.#later)
    this.outline()
    at('point').hidden = true
    if (moment < 0 || !isLarge(this.#documents.at(moment))) return this.#draw(moment, why)
    at('nothing').textContent = 'The page is large and is being drawn.'
    at('nothing').hidden = false
    at('page').hidden = true
    this.#later = setTimeout(() => {
      this.#draw(moment, why)
      this.onDrawn()
    }, 50)
  }

  #draw(moment, why) {
    this.#drawings = new Map()
    // The frame is made anew, so that nothing of another moment stays.
    const frame = emptyFrame('page', 'The page')
    at('page').replaceWith(frame)
    const nothing = moment < 0 ? why : drawPage(this.#documents, moment, frame, this.#drawings)
    at('nothing').hidden = nothing === undefined
    at('nothing').textContent = nothing ?? ''
    frame.hidden = nothing !== undefined
    at('address').textContent = nothing === undefined ? this.#drawings.get(0).drawing.facts_.url : ''
    for (const [ordinal, {drawing, frame: inner}] of this.#drawings) this.#listen(ordinal, drawing, inner)
    if (nothing === undefined) this.#fit()
  }

  #listen(ordinal, drawing, frame) {
    const refs = new Map([...drawing.elements].map(([ref, element]) => [element, ref]))
    for (const type of ['click', 'auxclick', 'submit', 'dragstart'])
      frame.contentDocument.addEventListener(type, (event) => event.preventDefault(), true)
    const refAt = (event) => {
      const element = event.composedPath().find((node) => refs.has(node))
      return element === undefined ? '' : `${ordinal === 0 ? '' : `f${ordinal}_`}e${refs.get(element)}`
    }
    frame.contentDocument.addEventListener('mousemove', (event) => {
      const ref = refAt(event)
      if (ref !== '') this.onPoint(ref)
    })
    // A disabled control gets no click. A press that selects text picks nothing.
    frame.contentDocument.addEventListener('pointerup', (event) => {
      if (event.button === 0 && frame.contentDocument.getSelection().isCollapsed)
        this.onPick(refAt(event), event.composedPath()[0], ordinal)
    })
  }

  #fit() {
    const frame = at('page')
    const stage = at('stage')
    this.#scale = Math.min(stage.clientWidth / parseFloat(frame.style.width), stage.clientHeight / parseFloat(frame.style.height), 1) || 1
    frame.style.transform = `scale(${this.#scale})`
  }

  // Outlines boxes of boxOf or of `elements`; nulls have no outline.
  outline(...boxes) {
    for (const other of at('stage').querySelectorAll('.outline:not(#outline)')) other.remove()
    const by = this.#scale
    const drawn = boxes.filter((box) => box !== null)
    at('outline').hidden = drawn.length === 0
    for (const [number, box] of drawn.entries()) {
      const mark = number === 0 ? at('outline') : at('stage').appendChild(made('div', '', {className: 'outline'}))
      Object.assign(mark.style, {
        left: `${box.x * by}px`, top: `${box.y * by}px`, width: `${box.width * by}px`, height: `${box.height * by}px`
      })
    }
  }

  // Marks where the pointer was sent. A step scrolls to its element first, so the page before the step may have the
  // element at another place: then the mark is in the middle of `box`.
  mark(point, box) {
    const mark = at('point')
    mark.hidden = point === undefined
    if (point === undefined) return
    const isThere = box === null ||
      (point.x >= box.x && point.x <= box.x + box.width && point.y >= box.y && point.y <= box.y + box.height)
    const {x = 0, y = 0} = isThere ? point : {x: box.x + box.width / 2, y: box.y + box.height / 2}
    Object.assign(mark.style, {left: `${x * this.#scale}px`, top: `${y * this.#scale}px`})
  }

  // The box in the viewport of the page of the element with the ref in `text`; null without one.
  boxOf(text) { return this.elementOf(text).box ?? null }

  // The drawn element with the ref in `text`, and its box; empty without one.
  elementOf(text) {
    const found = /(?:^|\[(?:ref=)?)(?:f(\d+)_)?e(\d+)(?:\]|$)/.exec(text ?? '')
    const known = found === null ? undefined : this.#drawings.get(Number(found[1] ?? 0))
    if (known === undefined) return {}
    const ref = Number(found[2])
    const element = known.drawing.elements.get(ref) ??
      known.drawing.nodeOf(this.#documents.numberOf(known.document, ref))
    return element?.getBoundingClientRect === undefined ? {} : {element, box: this.#boxIn(known.frame, element)}
  }

  // The drawn elements that the selector matches, also in shadow roots, the main frame first: {element, ordinal, box}.
  elements(selector) {
    const found = []
    const search = (root, ordinal, frame) => {
      for (const element of root.querySelectorAll(selector)) found.push({element, ordinal, box: this.#boxIn(frame, element)})
      for (const host of root.querySelectorAll('*'))
        if (host.shadowRoot !== null) search(host.shadowRoot, ordinal, frame)
    }
    for (const [ordinal, {drawing, frame}] of [...this.#drawings].sort(([a], [b]) => a - b)) search(drawing.document_, ordinal, frame)
    return found.filter(({box}) => box.width > 0 && box.height > 0)
  }

  #boxIn(frame, element) {
    const [left, top] = placeInPage(this.#drawings, at('page'), frame)
    const {x, y, width, height} = element.getBoundingClientRect()
    return {x: x + left, y: y + top, width, height}
  }
}

// A small picture of each moment, drawn while it is in view.
class TimeLine {
  #documents
  #list = at('pictures')
  #waiting = new Set()
  #seen = new IntersectionObserver((entries) => {
    for (const {target, isIntersecting} of entries) {
      if (isIntersecting) this.#waiting.add(target)
      else {
        this.#waiting.delete(target)
        target.querySelector('.picture').replaceChildren()
      }
    }
    this.#drawNext()
  }, {root: this.#list, rootMargin: '200px'})

  // `moments`: {moment, title, errors, choose}; `errors` is an element or ""
  constructor(documents, moments) {
    this.#documents = documents
    this.#list.hidden = moments.length === 0
    for (const {moment, title, errors, choose} of moments) {
      const button = made('button', '', {type: 'button', title, onclick: choose})
      button.dataset.moment = moment
      button.append(made('span', '', {className: 'picture'}), made('span', title, {className: 'title'}), errors)
      const item = made('li')
      item.append(button)
      this.#list.append(item)
      this.#seen.observe(button)
    }
  }

  show(moment) {
    for (const button of this.#list.querySelectorAll('button')) {
      const isShown = Number(button.dataset.moment) === moment
      button.toggleAttribute('aria-current', isShown)
      if (isShown) button.scrollIntoView({block: 'nearest', inline: 'nearest'})
    }
  }

  // Marks the picture of a moment; -1: of none.
  mark(moment) {
    for (const button of this.#list.querySelectorAll('button'))
      button.classList.toggle('marked', Number(button.dataset.moment) === moment)
  }

  #drawNext() {
    setTimeout(() => {
      const [button] = this.#waiting
      if (button === undefined) return
      this.#waiting.delete(button)
      const frame = emptyFrame('', '')
      frame.tabIndex = -1
      frame.inert = true
      const picture = button.querySelector('.picture')
      picture.replaceChildren(frame)
      const moment = Number(button.dataset.moment)
      if (!isLarge(this.#documents.at(moment)) && drawPage(this.#documents, moment, frame, new Map()) === undefined)
        frame.style.transform = `scale(${picture.clientWidth / parseFloat(frame.style.width)})`
      else frame.remove()
      this.#drawNext()
    })
  }
}
