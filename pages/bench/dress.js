// What pages wear: ?sheet=ADDRESS links a style sheet, ?rules=N makes one of N utility classes, ?layers puts that one into
// cascade layers. For the parser: the page goes on once its sheets are there.
const worn = new URLSearchParams(location.search);
for (const address of worn.getAll('sheet')) document.write(`<link rel=stylesheet href="${address}">`);
if (worn.has('rules')) {
  const declarations = ['padding: 1px', 'display: none', 'display: flex', 'cursor: pointer', 'color: red', 'margin: 2px', 'text-transform: uppercase',
    'visibility: hidden', 'width: 50%', 'gap: 3px'];
  let css = '';
  for (let i = 0; i < Number(worn.get('rules')); ++i) {
    const rule = i % 25 === 0 ? `.u${i}::before { content: "+" }` : `.u${i} { ${declarations[i % declarations.length]} }`;
    css += i % 10 === 9 ? `@media (min-width: 1px) { .md\\:${rule.slice(1)} }` : rule;
  }
  document.write(`<style>${worn.has('layers') ? `@layer base, utilities; @layer utilities { ${css} }` : css}</style>`);
}
