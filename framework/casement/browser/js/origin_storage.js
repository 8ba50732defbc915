// Reads and writes the storage of one origin: local and session storage, IndexedDB, and the origin's private files.
// Runs in Casement's own world of one document. Values of IndexedDB have the form of Playwright's storage state; a
// value that has no such form is named in `left` and is not saved.

const halfPair = /\p{Surrogate}/u;  // matches half a surrogate pair, which UTF-8 cannot hold
const deepestValue = 60;  // levels of objects

class Unsaved extends Error {}  // the message names the kind of the value

const viewKinds = Object.entries({
  i8: 'Int8Array',
  ui8: 'Uint8Array',
  ui8c: 'Uint8ClampedArray',
  i16: 'Int16Array',
  ui16: 'Uint16Array',
  i32: 'Int32Array',
  ui32: 'Uint32Array',
  f32: 'Float32Array',
  f64: 'Float64Array',
  bi64: 'BigInt64Array',
  bui64: 'BigUint64Array'
});

function bytesAsBase64(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += 0x6000) {
    parts.push(String.fromCharCode.apply(null, bytes.subarray(at, at + 0x6000)));
  }
  return btoa(parts.join(''));
}

// Chrome's own reader takes half the time for large files.
const fileAsBase64 = file => new Promise((resolve, reject) => {
  const reader = new FileReader();
  reader.onload = () => resolve(String(reader.result).split(',')[1] || '');
  reader.onerror = () => reject(reader.error);
  reader.readAsDataURL(file);
});

function base64AsBytes(text) {
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
}

const tagOf = value => Object.prototype.toString.call(value).slice(8, -1);

function checkedText(text) {
  if (halfPair.test(text)) throw new Unsaved('a text with half a surrogate pair');
  return text;
}

// Whether JSON holds the value exactly. C++ sorts the keys of objects, so that the keys must be sorted already.
function isPlainJson(value, seen) {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || seen.has(value)) return false;
  seen.add(value);
  const keys = Object.keys(value);
  if (Array.isArray(value)) return keys.length === value.length && value.every(part => isPlainJson(part, seen));
  return tagOf(value) === 'Object' && !keys.includes('__proto__') &&
      keys.every((key, i) => /^[\x20-\x7e]*$/.test(key) && (i === 0 || keys[i - 1] < key)) &&
      keys.every(key => isPlainJson(value[key], seen));
}

function encodeObject(value, seen, depth) {
  const tag = tagOf(value);
  if (tag === 'Date') {
    if (Number.isNaN(value.getTime())) throw new Unsaved('an invalid date');
    return {d: value.toJSON()};
  }
  if (tag === 'RegExp') return {r: {p: checkedText(value.source), f: value.flags}};
  if (tag === 'ArrayBuffer') return {ab: {b: bytesAsBase64(new Uint8Array(value))}};
  if (tag === 'Error') {
    return {e: {n: checkedText(value.name), m: checkedText(value.message), s: checkedText(String(value.stack))}};
  }
  const view = viewKinds.find(kind => kind[1] === tag);
  if (view) {
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    return {ta: {b: bytesAsBase64(bytes), k: view[0]}};
  }
  if (tag !== 'Object' && !Array.isArray(value)) throw new Unsaved(`a value of type ${tag}`);
  if (depth > deepestValue) throw new Unsaved(`an object of more than ${deepestValue} levels`);
  const id = seen.size + 1;
  seen.set(value, id);
  if (Array.isArray(value)) return {a: Array.from(value, part => encodeValue(part, seen, depth + 1)), id};
  const parts = Object.keys(value).map(k => ({k: checkedText(k), v: encodeValue(value[k], seen, depth + 1)}));
  return {o: parts, id};
}

function encodeValue(value, seen, depth) {
  if (value === undefined) return {v: 'undefined'};
  if (value === null) return {v: 'null'};
  if (typeof value === 'string') return checkedText(value);
  if (typeof value === 'bigint') return {bi: `${value}`};
  if (typeof value === 'number') {
    if (Object.is(value, -0)) return {v: '-0'};
    return Number.isFinite(value) ? value : {v: `${value}`};
  }
  if (typeof value !== 'object') return value;
  return seen.has(value) ? {ref: seen.get(value)} : encodeObject(value, seen, depth);
}

// Sets `name`, or `name` + "Encoded" if JSON does not hold the value exactly.
function putValue(record, name, value) {
  const encoded = encodeValue(value, new Map(), 1);  // also checks the texts
  if (value !== null && isPlainJson(value, new Set())) {
    record[name] = value;
  } else {
    record[`${name}Encoded`] = encoded;
  }
}

const specialValues = new Map([
  ['undefined', undefined],
  ['null', null],
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
  ['-0', -0],
]);

function decodeValue(form, known) {
  if (typeof form !== 'object' || form === null) return form;
  if ('ref' in form) return known.get(form.ref);
  if ('v' in form) return specialValues.get(form.v);
  if ('d' in form) return new Date(form.d);
  if ('u' in form) return form.u;  // a URL: IndexedDB cannot store one
  if ('bi' in form) return BigInt(form.bi);
  if ('r' in form) return new RegExp(form.r.p, form.r.f);
  if ('ab' in form) return base64AsBytes(form.ab.b).buffer;
  if ('ta' in form) {
    const view = viewKinds.find(kind => kind[0] === form.ta.k);
    if (!view) throw new Error(`unknown kind of array '${form.ta.k}'`);
    return new globalThis[view[1]](base64AsBytes(form.ta.b).buffer);
  }
  if ('e' in form) {
    const kinds = {EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError};
    const error = new (kinds[form.e.n] || Error)(form.e.m);
    error.stack = form.e.s;
    return error;
  }
  if ('a' in form) {
    const list = [];
    known.set(form.id, list);
    for (const part of form.a) list.push(decodeValue(part, known));
    return list;
  }
  if ('o' in form) {
    const object = {};
    known.set(form.id, object);
    for (const {k, v} of form.o) {
      Object.defineProperty(
          object, k, {value: decodeValue(v, known), configurable: true, enumerable: true, writable: true});
    }
    return object;
  }
  return form;
}

function valueIn(record, name) {
  const plain = record[name];
  return plain === undefined || plain === null ? decodeValue(record[`${name}Encoded`], new Map()) : plain;
}

const settled = request => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const inTime = (promise, patience) => Promise.race([
  promise,
  new Promise((resolve, reject) => { setTimeout(() => reject(new Error('it did not open in time')), patience); }),
]);

const pathOf = keyPath => (Array.isArray(keyPath) ? {keyPathArray: keyPath} : keyPath === null ? {} : {keyPath});
const asKeyPath = stored => stored.keyPathArray || (stored.keyPath === undefined ? null : stored.keyPath);
// At most 100 of the texts, and the number of the others.
const someOf = texts => (texts.length > 100 ? [...texts.slice(0, 100), `${texts.length - 100} more parts`] : texts);

// What a reading may still take, and the texts about everything that it could not take.
class Room {
  constructor(bytes) {
    this.most = this.bytes = bytes;
    this.left = [];
  }

  // Whether there is room for the text.
  takes(length, name) {
    if (length <= this.bytes) {
      this.bytes -= length;
      return true;
    }
    this.left.push(`${name}: the storage of the origin has more than ${this.most / 1048576} MiB`);
    return false;
  }
}

const shownKey = key => {
  const text = typeof key === 'string' ? `'${key}'` : String(key);
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
};

const batch = 100;  // records; a request for each one would take many times as long
async function readStore(store, name, room) {
  const records = [];
  const take = (key, value) => {
    const record = {}, place = `${name}, key ${shownKey(key)}`;
    try {
      if (store.keyPath === null) putValue(record, 'key', key);
      putValue(record, 'value', value);
      if (!room.takes(JSON.stringify(record).length, `${place} and all after it`)) return false;
      records.push(record);
    } catch (error) {
      if (!(error instanceof Unsaved)) throw error;
      room.left.push(`${place}: ${error.message}`);
    }
    return true;
  };
  for (let range = null;;) {
    const [keys, values] = await Promise.all([store.getAllKeys(range, batch), store.getAll(range, batch)].map(settled));
    if (!keys.every((key, i) => take(key, values[i])) || keys.length < batch) break;
    range = IDBKeyRange.lowerBound(keys.at(-1), true);
  }
  const indexes = Array.from(store.indexNames, index => {
    const {keyPath, multiEntry, unique} = store.index(index);
    return {name: index, multiEntry, unique, ...pathOf(keyPath)};
  });
  return {name: store.name, autoIncrement: store.autoIncrement, ...pathOf(store.keyPath), indexes, records};
}

async function readDatabase({name, version}, room, patience) {
  const opening = indexedDB.open(name), waited = settled(opening);
  opening.onupgradeneeded = () => opening.transaction.abort();  // the page has just deleted it
  waited.then(base => { base.onversionchange = () => base.close(); }, () => {});
  const base = await inTime(waited, patience).catch(error => {
    waited.then(late => late.close(), () => {});
    throw error;
  });
  try {
    const stores = [], names = Array.from(base.objectStoreNames);
    const work = names.length > 0 ? base.transaction(names, 'readonly') : null;
    for (const store of names) {
      stores.push(await readStore(work.objectStore(store), `the database '${name}', store '${store}'`, room));
    }
    return {name, version: base.version || version, stores};
  } finally { base.close(); }
}

async function readDatabases(room, patience) {
  const all = [];
  const known = globalThis.indexedDB && indexedDB.databases ? await indexedDB.databases().catch(() => []) : [];
  for (const one of known.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    try {
      checkedText(one.name);
      all.push(await readDatabase(one, room, patience));
    } catch (error) { room.left.push(`the database '${one.name}': ${error.message}`); }
  }
  return all;
}

async function readFolder(folder, path, room, files) {
  const entries = [];
  for await (const entry of folder.entries()) entries.push(entry);
  entries.sort((a, b) => (a[0] < b[0] ? -1 : 1));
  for (const [name, handle] of entries) {
    const its = path + name;
    if (handle.kind === 'directory') {
      if (!room.takes(its.length + 20, `the folder '${its}'`)) continue;
      files.push({path: `${its}/`});
      await readFolder(handle, `${its}/`, room, files);
      continue;
    }
    try {
      const file = await handle.getFile();
      if (!room.takes(Math.ceil(file.size / 3) * 4 + its.length + 30, `the file '${its}'`)) continue;
      files.push({path: its, base64: await fileAsBase64(file)});
    } catch (error) { room.left.push(`the file '${its}': ${error.message}`); }
  }
}

async function readFiles(room) {
  const files = [];
  let root = null;
  try {
    root = await navigator.storage.getDirectory();
  } catch {
    return files;  // the document may have none
  }
  await readFolder(root, '', room, files);
  return files;
}

function readEntries(storage, kind, room) {
  const entries = [];
  let all = null;
  try {
    all = Object.entries(globalThis[storage]);
  } catch {
    return entries;  // in a sandboxed document
  }
  for (const [name, value] of all) {
    if (halfPair.test(name) || halfPair.test(value)) {
      room.left.push(`${kind}, key ${shownKey(name)}: a text with half a surrogate pair`);
    } else if (room.takes(name.length + value.length + 24, `${kind}, key ${shownKey(name)}`)) {
      entries.push({name, value});
    }
  }
  return entries;
}

// The storage of this document's origin as JSON.
async function readStorage({bytes, patience, local, session, databases, files}) {
  const room = new Room(bytes);
  return JSON.stringify({
    localStorage: local ? readEntries('localStorage', 'local storage', room) : [],
    sessionStorage: session ? readEntries('sessionStorage', 'session storage', room) : [],
    indexedDB: databases ? await readDatabases(room, patience) : [],
    files: files ? await readFiles(room) : [],
    left: someOf(room.left).map(text => text.replace(/\p{Surrogate}/gu, '\ufffd')),
  });
}

async function writeDatabase(stored) {
  let problem = null;
  const opening = indexedDB.open(stored.name, stored.version);
  opening.onupgradeneeded = () => {
    try {
      for (const one of stored.stores) {
        const store = opening.result.createObjectStore(
            one.name, {keyPath: asKeyPath(one), autoIncrement: one.autoIncrement === true});
        for (const index of one.indexes || []) {
          store.createIndex(index.name, asKeyPath(index), {unique: index.unique, multiEntry: index.multiEntry});
        }
      }
    } catch (error) {
      problem = error;
      opening.transaction.abort();
    }
  };
  const base = await settled(opening).catch(error => { throw problem || error; });
  try {
    if (base.objectStoreNames.length === 0) return;
    const work = base.transaction(base.objectStoreNames, 'readwrite');
    const done = new Promise((resolve, reject) => {
      work.oncomplete = resolve;
      work.onabort = () => reject(problem || work.error);
    });
    try {
      for (const one of stored.stores) {
        const store = work.objectStore(one.name);
        (one.records || []).forEach((record, i) => {
          const fail =
              error => { problem = problem || new Error(`store '${one.name}', record ${i}: ${error.message}`); };
          try {
            const key = store.keyPath === null ? valueIn(record, 'key') : undefined;
            store.put(valueIn(record, 'value'), key).onerror = event => fail(event.target.error);
          } catch (error) {
            fail(error);
            throw error;
          }
        });
      }
    } catch { work.abort(); }
    await done;
  } finally { base.close(); }
}

async function writeFile(root, {path, base64}) {
  const names = path.split('/');
  const name = names.pop();
  let folder = root;
  for (const one of names) folder = await folder.getDirectoryHandle(one, {create: true});
  if (name === '') return;  // a folder
  const handle = await folder.getFileHandle(name, {create: true});
  const stream = await handle.createWritable();
  await stream.write(base64AsBytes(base64));
  await stream.close();
}

// Writes what readStorage has returned. → what could not be written.
async function writeStorage({localStorage: local, sessionStorage: session, indexedDB: databases, files}) {
  const problems = [];
  const attempt = async (name, write) => {
    try {
      await write();
    } catch (error) { problems.push(`${name}: ${error.message}`); }
  };
  await attempt('local storage', () => local.forEach(({name, value}) => localStorage.setItem(name, value)));
  await attempt('session storage', () => session.forEach(({name, value}) => sessionStorage.setItem(name, value)));
  for (const one of databases) await attempt(`the database '${one.name}'`, () => writeDatabase(one));
  for (const one of files) {
    await attempt(`the file '${one.path}'`, async () => {
      if (!navigator.storage) throw new Error('an origin needs https to have files');
      await writeFile(await navigator.storage.getDirectory(), one);
    });
  }
  return problems;
}
