// A page made from a seed, which `mutate` changes in all the ways that a snapshot could tell of: what leaves a record
// in the tree, what makes the browser compute styles or boxes, and what leaves no trace at all.
#pragma once

#include <chrono>
#include <string>

#include "casement/testing.h"

namespace casement::specs {

// Answers at http://top.test/ and http://other.test/; `?child` is a document without frames, `?plain` one in which
// nothing hangs on the whole document, so that parts of it can be kept (js/subtree_cache.js).
inline constexpr const char* kChangingPage = R"html(<!doctype html><title>Changing</title>
<style>
  .hide { display: none } .unseen { visibility: hidden } .point { cursor: pointer } .loud { text-transform: uppercase }
  .made::before { content: "made " attr(data-made) } .counted { counter-increment: n } .counted::after { content: counter(n) }
  input:checked + span { display: none } input:invalid + span { text-transform: uppercase } input:indeterminate + span::after { content: "!" }
  #hovered:hover { cursor: pointer } #hovered:hover b { display: none } a:focus::after { content: "focused" }
  @media (max-width: 600px) { .wide { display: none } } @media print { .screen { display: none } }
  @media (prefers-color-scheme: dark) { .light { visibility: hidden } }
  .box { container-type: inline-size; width: 300px } @container (max-width: 200px) { .roomy { display: none } }
  .moved { transition: visibility 1000000s, opacity 1000000s } @keyframes gone { from, to { visibility: hidden } }
  section:has(> .mark) p { display: none } iframe { width: 120px; height: 40px } .squeezed iframe { width: 0; height: 0 }
</style>
<body>
<main>
  <h1 id=h class=wide>Heading</h1><p id=p class="screen made" data-made=x>Some <b>bold</b> text</p><p class=light>light</p>
  <section id=s><p id=q>in section</p><ul id=list><li class=counted>one<li class=counted>two</ul></section>
  <div class=box id=box><p class=roomy>roomy</p></div>
  <div id=hovered><b>bold</b> hover</div><a id=link href=#x>link</a><div id=plain></div><div id=plain2></div><div id=full>full</div>
  <form><label for=text>Text</label><input id=text><input id=box1 type=checkbox aria-label=box1><span>after</span>
    <input type=radio name=r id=r1 aria-label=r1><input type=radio name=r id=r2 aria-label=r2><input type=range id=range aria-label=range>
    <textarea id=area aria-label=area></textarea><select id=one aria-label=one><option>a<option>b<option>c</select>
    <select id=many multiple aria-label=many><option>x<option>y<option>z</select><progress id=bar max=10 value=2></progress>
    <input id=file type=file aria-label=file><input id=need required aria-label=need><span>checked</span><output id=out>0</output></form>
  <details id=d><summary>Summary</summary>inside</details><dialog id=dlg>dialog <button>ok</button></dialog>
  <div id=pop popover>popover</div><button id=opener popovertarget=pop>opens</button><button id=opener2>also</button>
  <div id=hiddens class=hide><span id=n1>hidden <i id=n2>name</i></span><input id=hc type=checkbox required><span id=n3>third</span>
    <div popover id=hpop>deep</div></div>
  <button id=named aria-labelledby="n1 n3"></button><button id=named2 aria-labelledby=n2></button><button popovertarget=hpop>hp</button>
  <div role=list aria-owns="owned" id=owner></div><p id=owned role=listitem>owned</p>
  <div id=edit contenteditable>editable</div><div id=ec class=x>ec</div><table id=t><caption>Cap</caption><tr><th id=hh>H<td>1</table>
  <div id=host></div><div id=manual></div><div id=shade></div><div id=frames></div><div id=moving class=moved>moving</div>
  <svg width=10 height=10 role=img><title>pic</title></svg><img alt=image id=img>
  <table id=grid><tbody><tr class=row><td>a1<td><a href=#1>open</a><tr class=row><td><b>a2</b> of<td><button>edit</button>
    <tr class=row><th scope=row>a3<td><input type=checkbox aria-label=pick><td class=made>made</table>
  <div id=nest><div><div><p>deep</p>loose <i>text</i></div><span>side</span></div><nav><ul><li><a href=#2>two</a><li>three <ul><li>four</ul></ul></nav></div>
  <figure id=fig><img id=pic><figcaption>caption</figcaption></figure><fieldset id=set><legend id=leg>legend</legend><input aria-label=fielded></fieldset>
  <div role=list><section aria-labelledby=leg><div role=listitem>turned</div></section></div>
  <aside id=aside aria-labelledby=q><article><aside>inner</aside><header>head</header><footer>foot</footer></article></aside>
</main>
<script>
const byId = (id) => document.getElementById(id);
const plain = location.search === '?plain';
let state = 1;
const random = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor(state / 4294967296 * n); };
const pick = (list) => list[random(list.length)];
const word = () => pick(['apple', 'pear', 'plum', 'fig', 'kiwi']) + random(9);
const open = byId('host').attachShadow({ mode: 'open' });
open.innerHTML = '<style>:host(.loud) b { display: none }</style><b>shadow</b><slot></slot><slot name=n></slot><input aria-label=inner>';
byId('host').innerHTML = '<i>light</i><u slot=n>named</u>';
const manual = byId('manual').attachShadow({ mode: 'open', slotAssignment: 'manual' });
manual.innerHTML = '<em>manual</em><slot id=m1></slot><h2><slot id=m2></slot></h2>';
byId('manual').innerHTML = '<i>first</i><i>second</i>';
const sheet = new CSSStyleSheet();
const styleSheet = document.styleSheets[0];
let closed = null;
// Not all that is put into a page is loaded: one that is not shown may never be.
const loadOf = (element) => new Promise((resolve) => { element.addEventListener('load', resolve, { once: true }); setTimeout(resolve, 1500); });
const anywhere = () => pick([...document.querySelectorAll('main *'), ...open.querySelectorAll('b,slot,input')].filter((e) => !/^(iframe|style)$/.test(e.localName)));
const parked = ['position:absolute;left:-999em', 'position:fixed;top:-200px', 'position:absolute;transform:translate(-3000px)'];
const declaration = () => pick(plain ? [...parked, 'display:none', 'visibility:hidden', 'cursor:pointer', 'text-transform:uppercase', 'display:contents', 'display:inline'] : ['display:none', 'visibility:hidden', 'cursor:pointer', 'text-transform:uppercase', ...parked, 'display:block', 'color:red', 'display:contents',
  'content-visibility:hidden', 'interactivity:inert']);
const selector = () => pick(['p', 'b', '#n2', '#n1', 'li', '.wide', 'label', 'i', '#hiddens', 'span', ':host', 'caption', 'button::before', '#n2::after', 'output']);
const rule = () => { const s = selector(); return s.includes('::') ? `${s} { content: "${word()}" }` : `${s} { ${declaration()} }`; };
const control = () => pick(['text', 'area', 'range']);

// An animation is there once a frame was made.
const started = () => Promise.race([new Promise((resolve) => setTimeout(resolve, 500)), Promise.all([
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))), ...document.getAnimations().map((one) => one.ready.catch(() => {}))])]);

// Each leaves the page in peace: what takes its time is awaited.
const quiet = {
  setAttribute() { const e = anywhere(); const name = pick(['title', 'aria-label', 'hidden', 'role', 'class', 'style', 'tabindex', 'aria-hidden', 'data-made', 'lang', 'slot', 'inert', 'aria-expanded', 'contenteditable', 'disabled']);
    const value = { role: pick(['button', 'list', 'none', 'img', 'zzz']), class: pick(['hide', 'unseen', 'point', 'loud', 'made', 'counted', 'mark', '']), style: declaration(), slot: pick(['n', '']), 'aria-hidden': pick(['true', 'false']), 'aria-expanded': 'true', lang: 'tr' }[name] ?? pick([word(), '0', '-1']);
    random(3) ? e.setAttribute(name, value) : e.removeAttribute(name); },
  text() { const e = pick([byId('q'), byId('n2'), byId('n3'), byId('out'), byId('d').firstChild]); if (e) e.textContent = word(); },
  characterData() { const t = byId('p')?.lastChild; if (t) t.data = word(); },
  append() { const e = document.createElement(pick(['p', 'button', 'li', 'span', 'label'])); e.textContent = word(); anywhere().append(e); },
  remove() { const all = document.querySelectorAll('main p, main li, main span:not(#n1)'); if (all.length > 6) pick([...all]).remove(); },
  insertRule() { styleSheet.insertRule(rule(), styleSheet.cssRules.length); },
  deleteRule() { if (styleSheet.cssRules.length > 22) styleSheet.deleteRule(styleSheet.cssRules.length - 1); },
  editRule() { const r = pick([...styleSheet.cssRules].filter((one) => one.style)); r.style.setProperty(...pick([['display', 'none'], ['display', 'block'], ['visibility', 'hidden'], ['cursor', 'pointer'], ['text-transform', 'lowercase'], ['color', 'red']])); },
  selectorText() { const r = pick([...styleSheet.cssRules].filter((one) => one.selectorText)); r.selectorText = pick(['p', '.mark', '#n2', 'zz']); },
  disableSheet() { styleSheet.disabled = !styleSheet.disabled; },
  adopt() { document.adoptedStyleSheets = random(2) ? [sheet] : []; },
  adoptInShadow() { open.adoptedStyleSheets = random(2) ? [sheet] : []; },
  replaceSheet() { sheet.replaceSync(rule() + rule()); },
  constructedRule() { sheet.insertRule(rule()); },
  details() { byId('d').open = !byId('d').open; },
  dialog() { const d = byId('dlg'); if (d.open) d.close(); else random(2) ? d.showModal() : d.show(); },
  popover() { byId('pop').togglePopover(); },
  hiddenPopover() { byId('hpop').togglePopover(); },
  popoverTarget() { byId('opener2').popoverTargetElement = random(2) ? byId('pop') : null; },
  labelledByElements() { byId('named2').ariaLabelledByElements = pick([[byId('q')].filter((e) => e), [byId('n3')].filter((e) => e), null]); },
  namedSlot() { const u = byId('host').lastElementChild; if (u) u.slot = u.slot === 'n' ? '' : 'n'; },
  assign() { const [a, b] = byId('manual').children; pick([() => manual.getElementById('m1').assign(a), () => manual.getElementById('m2').assign(a, b), () => manual.getElementById('m1').assign(), () => manual.getElementById('m2').assign(b)])(); },
  value() { byId(control()).value = pick([word(), String(random(100)), '']); },
  innerValue() { open.querySelector('input').value = word(); },
  checked() { const e = pick([byId('box1'), byId('r1'), byId('r2'), byId('hc')]); e.checked = !e.checked; },
  indeterminate() { byId('box1').indeterminate = !byId('box1').indeterminate; },
  selected() { byId('one').selectedIndex = random(4) - 1; },
  manySelected() { const o = pick([...byId('many').options]); o.selected = !o.selected; },
  optionText() { pick([...byId('one').options]).textContent = word(); },
  files() { const data = new DataTransfer(); data.items.add(new File([''], word())); byId('file').files = random(2) ? data.files : new DataTransfer().files; },
  validity() { pick([byId('need'), byId('hc')]).setCustomValidity(random(2) ? 'bad' : ''); },
  reset() { document.querySelector('form').reset(); },
  progress() { byId('bar').value = random(10); },
  focus() { pick([byId('text'), byId('link'), byId('need'), open.querySelector('input'), byId('edit'), byId('opener')]).focus(); },
  blur() { document.activeElement?.blur(); },
  designMode() { document.designMode = document.designMode === 'on' ? 'off' : 'on'; },
  title() { document.title = word(); },
  pushState() { history.pushState(null, '', '#' + word()); },
  container() { byId('box').style.width = pick(['100px', '300px']); },
  shadow() { const e = pick([byId('plain'), byId('plain2')]); if (!e.shadowRoot) e.attachShadow({ mode: 'open' }); else e.shadowRoot.innerHTML = pick(['<button>in</button>', '', '<p>text</p><slot></slot>']); },
  shadowAttribute() { byId('plain').shadowRoot?.firstElementChild?.setAttribute('aria-label', word()); },
  shadowOverText() { if (!byId('full').shadowRoot) byId('full').attachShadow({ mode: 'open' }); else byId('full').shadowRoot.innerHTML = '<slot></slot>' + word(); },
  hiddenShadow() { const e = byId('n3'); if (e && !e.shadowRoot) e.attachShadow({ mode: 'open' }).textContent = word(); else if (e) e.shadowRoot.textContent = word(); },
  hiddenStyle() { const e = byId('n2'); if (e) e.style.cssText = declaration(); },
  editContext() { byId('ec').editContext = byId('ec').editContext ? null : new EditContext(); },
  animation() { byId('moving').getAnimations().forEach((a) => a.cancel()); const a = byId('moving').animate([{ visibility: 'hidden' }, { visibility: 'visible' }], { duration: 1e9, fill: 'both' }); a.pause(); a.currentTime = pick([0, 1e9]); },
  seek() { for (const a of document.getAnimations()) a.currentTime = pick([0, 1e9]); },
  runs() { byId('moving').animate([{ visibility: 'hidden' }, { visibility: 'hidden' }], { duration: 1e9 }); },
  ends() { for (const a of document.getAnimations()) random(2) ? a.finish() : a.cancel(); },
  transition() { byId('moving').style.visibility = pick(['hidden', 'visible']); byId('moving').style.opacity = pick(['0', '1']); },
  async cssAnimation() { byId('moving').style.animation = pick(['gone 1000000s paused', 'gone 1000000s', 'none']); await started(); },
  font() { document.fonts.add(new FontFace(word(), 'local(Arial)')); },
  squeeze() { document.body.classList.toggle('squeezed'); },
  nothing() {},
  adoptElsewhere() { const f = document.querySelector('iframe[src*=top]'); const e = byId('q'); if (f?.contentDocument?.body && e) f.contentDocument.body.append(e); },
  define() { const name = 'x-' + pick(['plain', 'late', 'more']); if (!customElements.get(name)) customElements.define(name, class extends HTMLElement { connectedCallback() { this.title = 'up'; } }); },
  customElement() { const name = 'x-' + pick(['plain', 'late', 'more']); if (customElements.get(name) || !random(4)) byId('h').after(document.createElement(name)); },
  addRow() { const row = document.createElement('tr'); row.className = 'row'; row.innerHTML = `<td>${word()}<td><a href=#${word()}>${word()}</a>`; pick([...document.querySelectorAll('#grid tr')]).before(row); },
  moveRow() { const all = [...document.querySelectorAll('#grid tr')]; pick(all).after(pick(all)); },
  moveItem() { const e = pick([...document.querySelectorAll('#nest *')]), to = pick([...document.querySelectorAll('#nest *, #grid td, #set, #aside article')]); if (!e.contains(to)) to.append(e); },
  rowText() { pick([...document.querySelectorAll('#grid td, #nest li, #nest p, #nest span')]).append(word()); },
  wrap() { const e = pick([...document.querySelectorAll('#nest *')]); const w = document.createElement(pick(['div', 'section', 'ul', 'label', 'fieldset', 'span'])); e.before(w); w.append(e); },
  rootClass() { document.documentElement.className = pick(['', 'loud', 'point', 'unseen']); document.body.className = pick(['', 'loud', 'squeezed']); },
  withinRule() { styleSheet.insertRule(`${pick(['.loud', '.point', '#nest', 'tr:nth-child(2)', ':has(> i)', 'li:first-child', 'td:empty', ':checked'])} ${pick(['', '+ *', '~ *', '*', '> p'])} { ${declaration()} }`, styleSheet.cssRules.length); },
  figure() { const e = byId('fig'); if (e) e.firstChild.nodeType === 3 ? e.firstChild.remove() : e.prepend(word()); },
  legend() { const e = document.querySelector('#set legend'); if (e) e.textContent = random(2) ? word() : ''; },
  setDisabled() { const e = byId('set'); if (e) e.disabled = !e.disabled; },
  labelFor() { const all = document.querySelectorAll('main > label[for]'); if (random(3) === 0 && all.length > 0) return all[0].remove();
    const l = document.createElement('label'); l.htmlFor = pick(['box1', 'r1', 'range', 'opener', 'aside', 'zz']); l.textContent = word(); document.querySelector('main').append(l); },
  headerCell() { const h = document.querySelector('#t th, #grid th'); if (!h) return; if (h.nextElementSibling) h.nextElementSibling.remove(); else h.after(document.createElement('td')); },
  firstSummary() { const d = byId('d'); if (!d) return; const first = d.querySelector(':scope > summary'); random(2) && first ? first.remove() : d.prepend(Object.assign(document.createElement('summary'), { textContent: word() })); },
  emptyBox() { const e = document.createElement('div'); pick([...document.querySelectorAll('#nest div, #nest span')]).append(e); },
  media() {}, scheme() {}, width() {}, hover() {},  // what the specs do from outside
};
const wild = {
  async frame() { const f = document.createElement('iframe'); f.title = word(); f.src = `http://${pick(['top.test', 'other.test'])}/?child${random(99)}`;
    const loaded = loadOf(f); byId('frames').append(f); await loaded; },
  removeFrame() { byId('frames').lastElementChild?.remove(); },
  async navigateFrame() { const f = document.querySelector('#frames iframe'); if (!f) return; const loaded = loadOf(f); f.src = `http://${pick(['top.test', 'other.test'])}/?child${random(99)}`; await loaded; },
  inFrame() { const f = document.querySelector('iframe[src*=top]'); const d = f?.contentDocument; if (!d?.body) return;
    pick([() => { d.title = word(); }, () => { const i = d.querySelector('input'); if (i) i.value = word(); }, () => d.styleSheets[0]?.insertRule(rule()), () => d.body.append(word()),
      () => { d.designMode = 'on'; }, () => { f.contentWindow.focus(); }, () => { const b = d.querySelector('#plain'); if (b && !b.shadowRoot) b.attachShadow({ mode: 'open' }).innerHTML = '<p>z</p>'; }])(); },
  write() { const f = document.querySelector('iframe[src*=top]'); const d = f?.contentDocument; if (d) { d.open(); d.write(`<p>written ${word()}<input>`); d.close(); } },
  closedRoot() { if (closed === null) { closed = byId('shade').attachShadow({ mode: 'closed' }); closed.innerHTML = '<button>safe</button>'; } else closed.innerHTML = `<p>${word()}</p><input>`; },
  closedValue() { const i = closed?.querySelector('input'); if (i) i.value = word(); },
  internals() { if (!customElements.get('x-in')) customElements.define('x-in', class extends HTMLElement { constructor() { super(); this.inner = this.attachInternals(); } });
    let e = document.querySelector('x-in'); if (!e) { e = document.createElement('x-in'); e.textContent = 'in'; byId('plain2').after(e); } e.inner.role = pick(['button', 'note', 'switch']); e.inner.ariaChecked = pick(['true', 'false']); },
  async object() { const e = document.createElement('object'); e.data = `http://top.test/?child${random(99)}`; e.textContent = 'fallback';
    const loaded = loadOf(e); byId('h').after(e); await loaded; },
};
if (plain) {
  for (const id of ['host', 'manual', 'shade', 'owner', 'owned']) byId(id).remove();
  for (let i = styleSheet.cssRules.length; i-- > 0;) if (/counter|keyframes/.test(styleSheet.cssRules[i].cssText)) styleSheet.deleteRule(i);
  for (const name of ['shadow', 'shadowAttribute', 'shadowOverText', 'hiddenShadow', 'assign', 'namedSlot', 'adoptInShadow', 'innerValue', 'cssAnimation', 'define', 'customElement', 'designMode',
    'runs', 'ends', 'seek', 'animation', 'transition']) delete quiet[name];
  for (const own of ['.loud > * > p { display: none }', '.point * { cursor: pointer }', '.made + * { visibility: hidden }', 'tr:nth-child(2) > * { display: none }',
    '* + .mark { display: none }', ':has(> input:checked) > b { text-transform: uppercase }', 'td:empty::after { content: "none" }']) styleSheet.insertRule(own);
  for (const name of ['closedRoot', 'closedValue', 'internals', 'object']) delete wild[name];
}
async function mutate(seed, step) {
  state = (seed * 7919 + step * 104729) >>> 0; random(2); random(2);
  const isWild = seed % 3 === 0 && random(3) === 0;
  const names = Object.keys(isWild ? wild : quiet);
  const name = pick(names);
  try { await (isWild ? wild : quiet)[name](); } catch (error) { return name + '!'; }
  return name;
}
</script>
)html";

class ChangingPageTest : public SiteTest<"actions"> {
 protected:
  void open_page(const std::string& query = "") {
    set_frame_policy({FramePolicy::OnFailure::Ignore});
    page().set_default_timeout(std::chrono::seconds(60));
    const auto page_or_child = [](const RouteRequest& request) {
      const bool is_child = request.url.find("child") != std::string::npos;
      const std::string body =
          is_child ? "<!doctype html><title>Child</title><style>.z{color:red}</style><p>child</p><input><div "
                     "id=plain></div><button>in child</button>"
                   : kChangingPage;
      return RouteAnswer::fulfil({.body = body, .content_type = "text/html"});
    };
    page().network().route("http://top.test/*", page_or_child);
    page().network().route("http://other.test/*", page_or_child);
    page().open("http://top.test/" + query, {LoadState::Loaded});
  }
};

}  // namespace casement::specs
