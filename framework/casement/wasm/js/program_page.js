// Runs a program that Emscripten compiled, in the page that contains this script. C++ calls run() once in each page, or
// runTogether() for each of many programs in one page. The program's output goes to the server soon, by requests that
// block the page, so that a program that never returns loses none of it, and one whose process dies only the newest.
// What is left at the end of the program is a part of its result.
'use strict';

globalThis.casementProgram = (() => {
  /**
   * @typedef {{script: string, shape: string, factory: string, arguments: string[], exitsRuntime: boolean,
   *   hasThreads: boolean, token: string, run: number, mostOutput: number, files: string[],
   *   compiled?: Promise<WebAssembly.Module>, glue?: string}} ProgramSettings
   */
  /** @typedef {{kind: string, code: number, text: string, stack: string}} ProgramEnd */

  const FLUSH_AFTER = 10;  // milliseconds without a request, so that programs that print much are not slow
  const FLUSH_AT = 100000;  // characters; with JSON's escapes less than the server takes
  const MOST_FILE = 100000000;  // bytes
  const PIECE = 500000;  // bytes

  /** @param {ProgramSettings} settings */
  function address(settings, name) { return '/.casement/' + settings.token + '/' + name; }

  function post(url, body) {
    const request = new XMLHttpRequest();
    request.open('POST', url, false);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.send(body);
  }

  // The streams of one program. Each keeps its first `mostOutput` bytes, and counts the others.
  /** @param {ProgramSettings} settings */
  function makeOutput(settings) {
    /** @type {[number, string][]} */
    const lines = [];
    let characters = 0;
    let flushed = -Infinity;  // the first line goes at once, because the program may leave its page
    let timer = 0;
    const written = [0, 0, 0];

    function takeLines() {
      clearTimeout(timer);
      timer = 0;
      characters = 0;
      return lines.splice(0);
    }

    function flush() {
      if (lines.length === 0) return;
      post(address(settings, 'output?run=' + settings.run), JSON.stringify(takeLines()));
      flushed = performance.now();
    }

    function write(stream, text) {
      let line = String(text).replace(/[\ud800-\udfff]/gu, '\ufffd') + '\n';
      const before = written[stream];
      written[stream] += line.length;
      if (before >= settings.mostOutput) return;
      line = line.slice(0, settings.mostOutput - before);
      while (line.length > 0) {
        const part = line.slice(0, FLUSH_AT);
        line = line.slice(FLUSH_AT);
        lines.push([stream, part]);
        characters += part.length;
        if (characters >= FLUSH_AT) flush();
      }
      if (performance.now() - flushed > FLUSH_AFTER) flush();
      else if (timer === 0) timer = setTimeout(flush, FLUSH_AFTER);
    }

    return {flush, takeLines, write, written};
  }

  // The files that the command line names, such as --gtest_output=xml:FILE, are brought out of the program's memory.
  /** @param {ProgramSettings} settings */
  function makeFiles(settings) {
    const before = new Map();

    function fileSystem() {
      const found = /** @type {any} */ (globalThis).casementFileSystem;
      return typeof found === 'function' ? found() : null;
    }

    function namesNow() {
      const fs = fileSystem();
      /** @type {string[]} */
      const names = [];
      if (!fs) return names;
      for (const name of settings.files) {
        const found = fs.analyzePath(name);
        if (!found.exists) continue;
        if (fs.isFile(fs.stat(name).mode)) names.push(name);
        else if (name.endsWith('/')) {
          for (const entry of fs.readdir(name)) {
            if (entry !== '.' && entry !== '..' && fs.isFile(fs.stat(name + entry).mode)) names.push(name + entry);
          }
        }
      }
      return names;
    }

    function state(name) {
      const facts = fileSystem().stat(name);
      return facts.size + ' ' + Number(facts.mtime);
    }

    // Makes the folders of the named files, which a native program finds on the machine.
    function begin() {
      const fs = fileSystem();
      if (!fs) return;
      for (const name of settings.files) {
        const folder = name.slice(0, name.lastIndexOf('/'));
        if (folder !== '' && !fs.analyzePath(folder).exists) fs.mkdirTree(folder);
      }
      for (const name of namesNow()) before.set(name, state(name));
    }

    function bringOut() {
      for (const name of namesNow()) {
        if (before.get(name) === state(name)) continue;
        const bytes = fileSystem().readFile(name);
        const size = Math.min(bytes.length, MOST_FILE);
        let at = 0;
        do {
          const query = '?run=' + settings.run + '&at=' + at + '&name=' + encodeURIComponent(name);
          post(address(settings, 'file' + query), bytes.slice(at, Math.min(at + PIECE, size)));
          at += PIECE;
        } while (at < size);
      }
    }

    return {begin, bringOut};
  }

  function textOf(thrown) {
    if (typeof thrown === 'number') {
      return 'uncaught C++ exception; link with -sEXPORTED_RUNTIME_METHODS=getExceptionMessage to see its message';
    }
    if (thrown && thrown.message !== undefined) return (thrown.name ? thrown.name + ': ' : '') + thrown.message;
    return String(thrown);
  }

  function stackOf(thrown) { return thrown && typeof thrown.stack === 'string' ? thrown.stack : ''; }

  /** @param {ProgramSettings} settings @returns {Promise<ProgramEnd>} */
  function run(settings) {
    Error.stackTraceLimit = 100;
    const output = makeOutput(settings);
    const files = makeFiles(settings);
    current = output;
    return new Promise(resolve => {
      let ended = false;
      /** @type {string | null} */
      let aborted = null;
      let abortStack = '';
      const listening = new AbortController();

      function finish(kind, code, text, stack) {
        if (ended) return;
        ended = true;
        try {
          files.bringOut();
        } catch (error) { output.write(2, 'casement: the files of the program cannot be read: ' + textOf(error)); }
        listening.abort();
        resolve(/** @type {any} */ ({kind, code, text, stack, written: output.written, lines: output.takeLines()}));
      }

      function crash(thrown) {
        if (thrown && thrown.name === 'ExitStatus') return;  // of a program that has exited
        if (aborted !== null) finish('aborted', 0, aborted, stackOf(thrown) || abortStack);
        else finish('threw', 0, textOf(thrown), stackOf(thrown));
      }

      const options = {
        arguments: settings.arguments,
        thisProgram: settings.script.replace(/^\//, './').replace(/\.m?js$/, ''),  // argv[0], as of a native program
        canvas: document.getElementById('canvas'),
        mainScriptUrlOrBlob: settings.script,
        stdin: () => null,
        print: (...texts) => output.write(1, texts.join(' ')),
        printErr: (...texts) => output.write(2, texts.join(' ')),
        onRuntimeInitialized: () => files.begin(),
        onExit: code => finish('exited', code, '', ''),
        // The glue prints a line and throws after this call; a thread or a callback may catch what it throws.
        onAbort: what => {
          if (aborted === null) {
            aborted = String(what === undefined ? 'abort() was called' : what);
            abortStack = stackOf(new Error());
          }
          setTimeout(() => crash(null), 0);
        },
        quit: (status, thrown) => {
          if (!thrown || thrown.name !== 'ExitStatus') crash(thrown);
          else if (!settings.exitsRuntime) finish('returned', status, '', '');
          throw thrown;
        },
      };

      if (settings.compiled) {
        /** @type {any} */ (options).instantiateWasm = (imports, receive) => {
          /** @type {any} */ (settings.compiled)
              .then(module => WebAssembly.instantiate(module, imports).then(instance => receive(instance, module)))
              .catch(crash);
          return {};
        };
      }

      // Chrome ignores close() in most pages, and the program would wait for its deadline.
      window.close = () => finish('closed', 0, '', '');
      addEventListener('error', event => {
        const inner = event.error instanceof ErrorEvent ? event.error : event;
        if (!ended && (inner.error || event.error || event.message)) {
          crash(inner.error || {message: inner.message + ' (' + inner.filename + ':' + inner.lineno + ')'});
        }
      }, {signal: listening.signal});
      addEventListener('unhandledrejection', event => crash(event.reason), {signal: listening.signal});

      if (settings.hasThreads && !globalThis.crossOriginIsolated) {
        finish('refused', 0, 'the program has threads (-pthread), and this page is not cross-origin isolated', '');
        return;
      }
      if (settings.shape === 'module') {
        import(settings.script).then(module => module.default(options)).catch(crash);
        return;
      }
      if (settings.glue !== undefined) {
        try {
          const source = location.origin + settings.script;
          (0, eval)('(function(Module){' + settings.glue + '\n})\n//# sourceURL=' + source)(options);
        } catch (thrown) { crash(thrown); }
        return;
      }
      if (settings.shape === 'script') /** @type {any} */
        (globalThis).Module = options;
      const element = document.createElement('script');
      element.src = settings.script;
      element.onerror = () => finish('refused', 0, 'the page cannot load ' + settings.script, '');
      if (settings.shape === 'factory') {
        element.onload = () => {
          const factory = /** @type {any} */ (globalThis)[settings.factory];
          if (typeof factory === 'function') Promise.resolve(factory(options)).catch(crash);
          else finish('refused', 0, 'the script defines no function ' + settings.factory, '');
        };
      }
      document.body.append(element);
    });
  }

  /** @type {{flush: () => void} | null} */
  let current = null;
  /** @type {HTMLIFrameElement | null} */
  let frame = null;

  // The program and its script, which all runs share.
  /** @type {Promise<WebAssembly.Module> | undefined} */
  let compiled;

  // Begins before the program's script is there, which asks for the file later.
  /** @param {string} binary */
  function compile(binary) {
    if (parent !== window) return;  // a frame gets its page's
    compiled = WebAssembly.compileStreaming(fetch(binary));
    compiled.catch(() => {});  // the program reports it
  }
  /** @type {Promise<string> | undefined} */
  let glue;

  /** @param {ProgramSettings} settings @returns {Promise<ProgramEnd>} */
  function runOnce(settings) { return run({...settings, compiled}); }

  // Runs one of many programs in this page, each from its start. Threads may outlive their program, so programs with
  // threads get frames.
  /** @param {ProgramSettings} settings @returns {Promise<ProgramEnd>} */
  async function runTogether(settings) {
    if (settings.hasThreads) return runInFrame({...settings, compiled});
    if (settings.shape !== 'script') return run({...settings, compiled});
    glue ??= fetch(settings.script).then(answer => answer.text());
    const canvas = document.createElement('canvas');
    canvas.id = 'canvas';
    document.body.replaceChildren(canvas);
    return run({...settings, compiled, glue: await glue});
  }

  // Runs a program in a frame of its own, which is removed when the program has ended.
  /** @param {ProgramSettings} settings @returns {Promise<ProgramEnd>} */
  function runInFrame(settings) {
    return new Promise(resolve => {
      const made = document.createElement('iframe');
      made.src = location.href;
      made.style.cssText = 'width: 1200px; height: 700px; border: 0';
      let begun = false;
      const finish = end => {
        made.remove();
        frame = null;
        resolve(end);
      };
      made.onload = () => {
        const inner = /** @type {any} */ (made.contentWindow).casementProgram;
        if (begun || !inner) finish({kind: 'left', code: 0, text: '', stack: ''});
        else inner.run({...settings, compiled}).then(finish);
        begun = true;
      };
      frame = made;
      document.body.append(made);
    });
  }

  // After Casement has ended a script that never returned: sends the output that is left.
  function flush() {
    if (current !== null) current.flush();
    const inner = frame === null ? null : /** @type {any} */ (frame.contentWindow).casementProgram;
    if (inner) inner.flush();
  }

  return {compile, run, runOnce, runTogether, flush};
})();
