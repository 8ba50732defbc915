// A program in the shape of Emscripten's output, so that specs need no Emscripten: program.js WAY [ARGUMENT]. It also
// answers --gtest_list_tests and --gtest_filter as a GoogleTest program does. specs/wasm/run uses real programs.
var Module = typeof Module != 'undefined' ? Module : {};
var noExitRuntime = Module['noExitRuntime'] || false;
var thisProgram = './this.program';
var files = {'/data.txt': {bytes: [100], mtime: new Date(1)}};
var FS = {
  analyzePath: name => ({exists: name in files || name === '/'}),
  isFile: mode => mode === 1,
  mkdirTree: () => {},
  readdir: () => Object.keys(files).map(name => name.slice(1)),
  readFile: name => new Uint8Array(files[name].bytes),
  stat: name => ({mode: name in files ? 1 : 0, size: name in files ? files[name].bytes.length : 0,
                  mtime: name in files ? files[name].mtime : new Date(0)}),
};
function ExitStatus(status) {
  this.name = 'ExitStatus';
  this.status = status;
}
function exit(status) {
  if (!noExitRuntime && Module['onExit']) Module['onExit'](status);
  Module['quit'](status, new ExitStatus(status));
}
function abort(what) {
  Module['onAbort'](what);
  Module['printErr']('Aborted(' + what + ')');
  throw new WebAssembly.RuntimeError('Aborted(' + what + ')');
}
// (module (func $"shop::die()" (export "die") unreachable))
function dies() {
  const words = text => [...text].map(letter => letter.charCodeAt(0));
  const bytes = [0, ...words('asm'), 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 7, 7, 1, 3, ...words('die'), 0, 0,
    10, 5, 1, 3, 0, 0, 11, 0, 21, 4, ...words('name'), 1, 14, 1, 0, 11, ...words('shop::die()')];
  new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(bytes))).exports.die();
}
var tests = {
  'Cart.Adds': () => 0,
  'Cart.Loses': () => {
    Module['printErr']('expected 2, got 1');
    return 1;
  },
  'Cart.Dies': () => dies(),
  'Cart.Loops': () => {
    for (;;);
  },
  'Cart.DISABLED_Later': () => 1,
  'Cart.Skips': () => {
    Module['print']('[  SKIPPED ] Cart.Skips');
    return 0;
  },
};
function gtest(args) {
  if (args.includes('--gtest_list_tests')) {
    Module['print']('Running main() from gtest_main.cc');
    Module['print']('Cart.');
    for (const name of Object.keys(tests)) Module['print']('  ' + name.slice(5) + (name === 'Cart.Adds' ? '  # GetParam() = 1' : ''));
    return 0;
  }
  const name = args.find(text => text.startsWith('--gtest_filter=')).slice(15);
  const found = Object.keys(tests).filter(one => name === one || name === '*');
  Module['print']('[==========] Running ' + found.length + ' tests from ' + Math.min(1, found.length) + ' test suites.');
  for (const one of found) {
    Module['print']('[ RUN      ] ' + one);
    if (tests[one]() !== 0) return 1;
  }
  return 0;
}
// Answers as Catch2 3.7 does, for a spec that calls it in place of main. Its test specifications are names with escaped
// characters ("\\,"), or the end of a name after "*". "exclude:" and "~" at the start mean all other tests.
function catch3(args) {
  const tests = {
    'adds': 0, 'adds, and [removes] "tea" \\ ~*': 0, '#first': 0, '~tilde': 0, 'exclude: this': 0, 'loses': 42, 'skips': 4,
  };
  if (args.join(' ') === '--list-tests --verbosity quiet') {
    for (const name of Object.keys(tests)) Module['print'](name.startsWith('#') ? '"' + name + '"' : name);
    return 0;
  }
  const meant = args[0].replace(/\\(.)/g, '$1').replace(/^exclude:/, '~').replace(/^\*/, '');
  const found = Object.keys(tests).filter(name => args[0].startsWith('*') ? name.endsWith(meant) : name === meant);
  if (found.length !== 1 || /[^\\][,[]|^["~]/.test(args[0])) {
    Module['print']("No test cases matched '" + args[0] + "'");
    return 2;
  }
  if (found[0] === 'loses') Module['print']('with expansion: 2 == 3');
  Module['print'](found[0] === 'skips' ? 'test cases: 1 | 1 skipped' : 'test cases: 1 | 1 passed');
  return tests[found[0]];
}
function main(args) {
  const [way, argument] = args;
  Module['print']('way: ' + args.join(' '));
  switch (way) {
    case 'exit': return exit(Number(argument));
    case 'abort': return abort(argument);
    case 'trap': return dies();
    case 'throw': throw new TypeError(argument);
    case 'number': throw 5246024;
    case 'reject':
      Promise.reject(new TypeError(argument));
      return undefined;
    case 'loop': for (;;);
    case 'events': return undefined;
    case 'close':
      window.close();
      return undefined;
    case 'leave':
      location.href = '/elsewhere.html';
      return undefined;
    case 'missing':
      fetch('program.data').then(answer => {
        if (!answer.ok) throw new Error(answer.statusText + ' : ' + answer.url);
      });
      return undefined;
    case 'name':
      Module['print'](Module['thisProgram']);
      return 0;
    case 'stdin': return Module['stdin']() === null ? 4 : 5;
    case 'print':
      for (let i = 0; i < Number(argument); ++i) Module['print']('x'.repeat(1000));
      Module['printErr']('done');
      return 0;
    case 'later':
      setTimeout(() => {
        Module['print']('\ud800 later');
        try {
          exit(6);
        } catch (status) {
          // Emscripten's event loop ignores this exception too.
        }
      }, 20);
      return undefined;
    case 'isolated': return self.crossOriginIsolated ? 0 : 1;
  }
  for (const text of args) {
    const output = /^--gtest_output=xml:(.+)$/.exec(text);
    if (output) files[('/' + output[1]).replace(/\/+/g, '/')] = {bytes: [60, 97, 47, 62], mtime: new Date()};
  }
  if (args.some(text => text.startsWith('--gtest_filter') || text === '--gtest_list_tests')) return gtest(args);
  return 0;
}
function run(args) {
  if (Module['onRuntimeInitialized']) Module['onRuntimeInitialized']();
  try {
    const status = main(args);
    if (status !== undefined) exit(status);
  } catch (error) {
    if (error instanceof ExitStatus) return;
    Module['quit'](1, error);
  }
}
run(Module['arguments']);
