// node build.mjs [NAME…]: makes sites/NAME of each folder beside this file that has a flow; every one where none is named.
// app.js, .jsx or .ts becomes app.js and app.css, NAME.worker.js a script of its own; what else is there is copied.
import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const here = import.meta.dirname;
const svelte = {
  name: 'svelte',
  setup(made) {
    made.onLoad({ filter: /\.svelte$/ }, async ({ path: file }) => {
      const { compile } = await import('svelte/compiler');
      const { js } = compile(readFileSync(file, 'utf8'), { filename: file, css: 'injected' });
      return { contents: js.code, loader: 'js' };
    });
  },
};
const asFile = ['.png', '.gif', '.jpg', '.svg', '.woff', '.woff2', '.ttf', '.eot', '.cur', '.wasm'];

const common = {
  bundle: true, minify: true, target: 'chrome120', logLevel: 'error', jsx: 'automatic', plugins: [svelte],
  conditions: ['browser', 'production'], mainFields: ['svelte', 'browser', 'module', 'main'],
  define: { 'process.env': '{}', 'process.env.NODE_ENV': '"production"', __VUE_OPTIONS_API__: 'true', __VUE_PROD_DEVTOOLS__: 'false', __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false' },
  loader: Object.fromEntries(asFile.map((ending) => [ending, 'file'])),
  tsconfigRaw: { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } },
};

// What a site was made of, so that it is made once.
function stampOf(folder) {
  const hash = createHash('sha256');
  for (const file of [...readdirSync(folder).filter((one) => !one.endsWith('.flow.yaml')).map((one) => path.join(folder, one)), import.meta.filename, path.join(here, 'package.json')]) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

async function make(name) {
  const folder = path.join(here, name);
  const site = path.join(here, 'sites', name);
  const built = path.join(here, 'built', name);
  const stamp = stampOf(folder);
  if (existsSync(built) && readFileSync(built, 'utf8') === stamp) return;
  rmSync(site, { recursive: true, force: true });
  mkdirSync(site, { recursive: true });
  const scripts = [];
  for (const file of readdirSync(folder)) {
    if (/^app\.(js|jsx|ts)$/.test(file)) scripts.push(['app', file, 'esm']);
    else if (file.endsWith('.worker.js')) scripts.push([file.slice(0, -3), file, 'iife']);
    else if (!/\.(flow\.yaml|jsx|ts|js|svelte|css)$/.test(file)) cpSync(path.join(folder, file), path.join(site, file));
  }
  if (!existsSync(path.join(site, 'site.yaml'))) writeFileSync(path.join(site, 'site.yaml'), `hosts: { ${name}.test: . }\n`);
  writeFileSync(path.join(site, 'app.css'), '');
  for (const [out, file, format] of scripts) {
    // A worker is there for what it does, whatever its package says of side effects.
    await build({ ...common, format, ignoreAnnotations: format === 'iife', entryPoints: [{ in: path.join(folder, file), out }], outdir: site });
  }
  mkdirSync(path.dirname(built), { recursive: true });
  writeFileSync(built, stamp);
}

const names = process.argv.length > 2 ? process.argv.slice(2)
  : readdirSync(here).filter((name) => existsSync(path.join(here, name, `${name}.flow.yaml`)));
let failed = 0;
for (const name of names) {
  try {
    await make(name);
  } catch (error) {
    failed += 1;
    console.error(`${name}: ${error.message}`);
  }
}
console.log(`${names.length - failed} of ${names.length} applications built`);
process.exitCode = failed ? 1 : 0;
