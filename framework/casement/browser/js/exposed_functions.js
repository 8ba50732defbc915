// Offers functions of the test to the page's own scripts, in documents and workers. A call goes to C++ through a
// binding of Chrome; C++ answers with `settle`.

const bindingName = 'casementCall';
const functionsName = 'casementFunctions';  // the page can see it

// The browser's own functions, because the page may replace them.
function beginFunctions() {
  const {Error: NativeError, Promise: NativePromise, TypeError: NativeTypeError} = globalThis;
  const {parse, stringify} = JSON;
  const {isFinite} = Number;
  const waiting = Object.create(null);
  let last = 0;
  let send = null;

  const asJson = (value, name) => {
    const text = stringify(value, (key, part) => {
      const type = typeof part;
      if (type === 'function' || type === 'symbol' || type === 'bigint' || (type === 'number' && !isFinite(part))) {
        throw new NativeTypeError(`${name}: JSON has no ${type === 'number' ? `${part}` : type}`);
      }
      return part;
    });
    return text === undefined ? 'null' : text;
  };

  // While the page's console is off, because it writes too much, there is no binding.
  const takeBinding = () => {
    send = globalThis[bindingName] ?? send;
    delete globalThis[bindingName];
  };

  const offer = (name) => {
    takeBinding();
    const call = (...given) => new NativePromise((resolve, reject) => {
      let texts = '';
      for (let i = 0; i < given.length; ++i) texts += (i > 0 ? ',' : '') + asJson(given[i], name);
      if (send === null) takeBinding();
      if (send === null) throw new NativeError(`${name}: the test does not listen now`);
      waiting[++last] = {resolve, reject};
      send(`${last} ${name} [${texts}]`);
    });
    Object.defineProperty(call, 'name', {value: name});
    Object.defineProperty(globalThis, name, {value: call, configurable: true, enumerable: true, writable: true});
  };

  const settle = (number, failed, text) => {
    const call = waiting[number];
    if (call === undefined) return;
    delete waiting[number];
    if (failed) {
      call.reject(new NativeError(text));
    } else {
      call.resolve(parse(text));
    }
  };
  return {offer, settle};
}

function offerFunction(name) {
  if (globalThis[functionsName] === undefined) {
    Object.defineProperty(globalThis, functionsName, {value: beginFunctions()});
  }
  globalThis[functionsName].offer(name);
}
