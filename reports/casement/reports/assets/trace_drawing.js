'use strict'
// Draws copies of documents (trace/js/dom_copy.js) into frames without scripts. All texts come from pages, so they enter
// a document only as text, attributes and style sheets.

const bytesOf = ({body}) => Uint8Array.from(atob(body), (c) => c.charCodeAt(0))

// Pictures and fonts. Each is decoded when it is drawn first.
class Resources {
  static #addresses = new Map()  // resource → blob: address
  #known = new Map()

  add(resource) { this.#known.set(resource.url, resource) }

  // The blob: address of what was received from an address; undefined if nothing was.
  get(url) {
    const resource = this.#known.get(url)
    if (resource === undefined) return undefined
    let address = Resources.#addresses.get(resource)
    if (address === undefined) {
      address = URL.createObjectURL(new Blob([bytesOf(resource)], {type: resource.type}))
      Resources.#addresses.set(resource, address)
    }
    return address
  }
}

// Copies of documents at any moment. A moment names only what has changed since the moment before that has the document.
class Documents {
  resources = new Resources()
  sheets = new Map()  // address → text of a style sheet
  #moment = -1
  #known = new Map()  // document → {nodes, sheets, facts}

  constructor(moments) {
    this.moments = moments
    for (const {resources} of moments) for (const one of resources) this.#add(one)
  }

  #add(resource) {
    if (/css/.test(resource.type)) this.sheets.set(resource.url, new TextDecoder().decode(bytesOf(resource)))
    else this.resources.add(resource)
  }

  // The number of the element that has this ref in some copy of the document; undefined without one.
  numberOf(id, ref) {
    for (const {frames} of this.moments) {
      const copy = frames.find((frame) => frame.document === id)?.copy
      const line = copy?.nodes.find(([, , , , facts]) => facts?.ref === ref)
      if (line !== undefined) return line[0]
    }
  }

  // The frames of the page at a moment, each with its whole document; null for a frame that could not be read.
  at(moment) {
    if (moment < this.#moment) {
      this.#moment = -1
      this.#known = new Map()
    }
    while (this.#moment < moment) this.#apply(this.moments[++this.#moment])
    return this.moments[moment].frames.map((frame) =>
      ({...frame, whole: frame.copy === undefined ? null : this.#known.get(frame.document)}))
  }

  #apply({frames}) {
    for (const {document: id, copy} of frames) {
      if (copy === undefined) continue
      let known = this.#known.get(id)
      if (known === undefined || copy.isWhole) this.#known.set(id, known = {nodes: new Map(), sheets: new Map(), facts: null})
      known.facts = copy
      for (const number of copy.gone) known.nodes.delete(number)
      for (const line of copy.nodes) known.nodes.set(line[0], line)
      for (const [number, text, address] of copy.sheets) known.sheets.set(number, {text, address})
    }
  }
}

// CSS Syntax 3 §4.3.6.
const addressInCss = /\burl\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)'"\s]*))\s*\)/g
const unescapedCss = (text) => text.replace(/\\([0-9a-f]{1,6}) ?|\\(.)/gi,
  (whole, code, character) => (code === undefined ? character : String.fromCodePoint(parseInt(code, 16))))
// CSSOM 1 §2.1, serialize a string.
const quotedAddress = (address) =>
  `url("${address.replace(/[\\"\n\r\f]/g, (one) => `\\${one.codePointAt(0).toString(16)} `)}")`

// Pseudo-classes that no drawing has: its elements are not defined, and nobody touches them. In a style sheet that was
// not parsed, `hover:hover` can be a media feature.
const statesInCss =
  /(?<!\\|:|\((?:any-)?hover):(defined|hover|active|focus-visible|focus-within|focus|target|autofill|user-valid|user-invalid)(?![\w-])/g
const stateAttribute = (name) => `data-casement-${name}`

// Attributes that name what an element draws.
const drawnBy = {img: 'src', video: 'poster', input: 'src', image: 'href', feImage: 'href', use: 'href'}
// Attributes by which an element would load something else.
const unwanted = new Set(['src', 'poster', 'data', 'background', 'manifest', 'ping', 'action', 'formaction', 'target', 'download'])

const nothing = 'data:,'  // the address of what is not known

// Draws one document into a frame without scripts.
class Drawing {
  elements = new Map()  // ref → element
  painted = []  // canvases that a picture of the page shows, each with its place in the frame

  constructor(frame, whole, resources, sheets, inside) {
    this.document_ = frame.contentDocument
    this.nodes_ = whole.nodes
    this.sheets_ = whole.sheets
    this.facts_ = whole.facts
    this.resources_ = resources
    this.sheetTexts_ = sheets
    this.inside_ = inside
    this.late_ = []
    this.made_ = new Map()
  }

  nodeOf(number) { return this.made_.get(number) }

  draw() {
    const {document_: doc, facts_: facts} = this
    doc.documentElement?.remove()
    if (!this.nodes_.has(facts.root)) return
    doc.append(this.node_(facts.root))
    for (const number of facts.adopted) doc.documentElement.append(this.style_(number))
    // The moment stands still.
    doc.documentElement.append(Object.assign(doc.createElement('style'), {
      textContent: `*, ::before, ::after { transition: none !important; caret-color: transparent !important }
        video:not([controls])::-webkit-media-controls { display: none !important }
        ::highlight(casement-selection) { background: Highlight; color: HighlightText }`
    }))
    for (const act of this.late_) act()
    for (const [number, pseudo, values] of facts.lost ?? []) this.lost_(number, pseudo, values)
    this.input_(facts)
    for (const animation of doc.getAnimations()) {
      try {
        animation.finish()
      } catch {  // it has no end
        animation.pause()
      }
    }
  }

  // The focus stays in the page of the trace, which has keys of its own.
  input_({states = {}, focused, ring, selection}) {
    for (const [name, numbers] of Object.entries(states))
      for (const number of numbers) this.made_.get(number)?.setAttribute(stateAttribute(name), '')
    if (ring !== undefined) {
      const [outline, outlineOffset] = ring
      Object.assign(this.made_.get(focused)?.style ?? {}, {outline, outlineOffset})
    }
    if (selection !== undefined) this.select_(selection)
  }

  // Values that an element has and that no style sheet here gives.
  lost_(number, pseudo, values) {
    const element = this.made_.get(number)
    if (element === undefined) return
    if (pseudo === '') {
      for (const [name, value] of Object.entries(values)) element.style?.setProperty(name, this.css_(value), 'important')
      return
    }
    element.setAttribute('data-casement-node', number)
    const declarations = Object.entries(values).map(([name, value]) => `${name}: ${this.css_(value)} !important`)
    const sheet = this.document_.createElement('style')
    sheet.textContent = `[data-casement-node="${number}"]${pseudo} { ${declarations.join('; ')} }`
    const place = element.getRootNode()
    if (place === this.document_) place.documentElement.append(sheet)
    else place.append(sheet)
  }

  select_([start, startOffset, end, endOffset]) {
    const {Highlight, CSS} = this.document_.defaultView
    try {
      const range = this.document_.createRange()
      range.setStart(this.made_.get(start), startOffset)
      range.setEnd(this.made_.get(end), endOffset)
      CSS.highlights.set('casement-selection', new Highlight(range))
    } catch {  // a node that is not drawn, or a browser without highlights
    }
  }

  address_(address, base = this.facts_.base) {
    if (address.startsWith('data:') || address.startsWith('#')) return address
    let whole
    try {
      whole = new URL(address, base).href
    } catch {
      return nothing
    }
    const hash = whole.includes('#') ? whole.slice(whole.indexOf('#')) : ''
    const known = this.resources_.get(whole.slice(0, whole.length - hash.length))
    return known === undefined ? nothing : known + hash
  }

  // `base`: of the addresses in the text
  css_(text, base) {
    return text.replace(addressInCss, (whole, double, single, bare) =>
      quotedAddress(this.address_(unescapedCss(double ?? single ?? bare), base)))
      .replace(statesInCss, (whole, name) => `[${stateAttribute(name)}]`)
  }

  style_(number) {
    const {text, address} = this.sheets_.get(number) ?? {text: ''}
    return Object.assign(this.document_.createElement('style'),
      {textContent: this.css_(text ?? this.sheetTexts_.get(address) ?? '', address)})
  }

  node_(number) {
    const line = this.nodes_.get(number)
    if (line === undefined) return this.document_.createTextNode('')
    const node = line.length === 2 ? this.document_.createTextNode(line[1]) : this.element_(line)
    this.made_.set(number, node)
    return node
  }

  element_([, name, attributes, children, facts = {}]) {
    const element = facts.sheet !== undefined ? this.style_(facts.sheet) :
      facts.ns !== undefined ? this.document_.createElementNS(facts.ns, name) :
      this.document_.createElement(facts.frame !== undefined ? 'iframe' : name)
    if (facts.frame !== undefined && name !== 'iframe') element.style.border = 'none'
    for (let i = 0; i < attributes.length; i += 2) this.attribute_(element, name, attributes[i], attributes[i + 1], facts)
    if (facts.source !== undefined) this.picture_(element, facts)
    if (facts.shown !== undefined) this.object_(element, facts.shown, children)
    if (facts.ref !== undefined) this.elements.set(facts.ref, element)
    if (facts.defined || !name.includes('-') && facts.ns === undefined) element.setAttribute(stateAttribute('defined'), '')
    if (facts.root !== undefined) this.root_(element, facts.root)
    const parent = name === 'template' && facts.ns === undefined ? element.content : element
    for (const child of children) parent.append(this.node_(child))
    this.state_(element, name, facts)
    return element
  }

  picture_(element, {source, drawn}) {
    const address = this.address_(source)
    element.setAttribute('src', address === nothing && drawn !== undefined ? drawn : address)
  }

  // An object of an unknown type shows its children. Without children it would have the size of a picture.
  object_(element, shown, children) {
    element.setAttribute('type', 'application/x-unknown')
    if (shown !== '') element.style.content = this.css_(quotedAddress(shown))
    else if (children.length === 0) element.style.display = 'none'
  }

  root_(host, number) {
    const [, , , children, {adopted = []} = {}] = this.nodes_.get(number) ?? [0, '', [], []]
    const root = host.attachShadow({mode: 'open'})
    for (const child of children) root.append(this.node_(child))
    for (const sheet of adopted) root.append(this.style_(sheet))
  }

  attribute_(element, name, key, value, facts) {
    const [prefix, local = ''] = key.split(':')
    const plain = prefix === 'xlink' ? local : key
    if (facts.sheet !== undefined && (key === 'media' || key === 'type' || key === 'rel' || key === 'href')) return
    if (name === 'link' || key.startsWith('on')) return
    if (drawnBy[name] === plain) value = this.address_(value)
    else if (unwanted.has(plain)) return
    else if (key === 'style') value = this.css_(value)
    else if (/^\s*javascript:/i.test(value)) return
    try {
      if (prefix === 'xlink') element.setAttributeNS('http://www.w3.org/1999/xlink', key, value)
      else element.setAttribute(key, value)
    } catch {  // a name that only the parser accepts
    }
  }

  state_(element, name, facts) {
    if (facts.value !== undefined) {
      if (name === 'textarea') element.defaultValue = facts.value
      else element.value = facts.value
    }
    if (name === 'input') element.checked = facts.checked === true
    if (facts.indeterminate) element.indeterminate = true
    if (name === 'option') this.late_.push(() => { element.selected = facts.selected === true })
    if (facts.picture) {
      if (name === 'video') element.poster = facts.picture
      else element.style.background = `url("${facts.picture}") content-box 0 0 / 100% 100% no-repeat`
    }
    if (facts.painted !== undefined) this.painted.push([element, facts.painted])
    // Without scripts a canvas has no size of its own (HTML §4.12.5).
    if (facts.box !== undefined) {
      const [display, width, height] = facts.box
      Object.assign(element.style, {boxSizing: 'content-box', display: display === 'inline' ? 'inline-block' : display, width, height})
    }
    if (facts.top === 'modal') {
      element.removeAttribute('open')
      this.late_.push(() => element.showModal?.())
    } else if (facts.top === 'popover') {
      this.late_.push(() => element.showPopover?.())
    }
    if (facts.scroll !== undefined) {
      this.late_.push(() => {
        element.scrollLeft = facts.scroll[0]
        element.scrollTop = facts.scroll[1]
      })
    }
    if (facts.frame !== undefined) {
      element.setAttribute('sandbox', 'allow-same-origin')
      this.late_.push(() => this.inside_(facts.frame, element))
    }
  }
}
