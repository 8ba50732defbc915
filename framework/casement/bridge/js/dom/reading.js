// Begins a reading. The page cannot change during a reading, so scripts cache facts about it, and clear these caches at
// the next beginning.

const forgetters = [];

// Registers `forget`, which is called at the beginning of each reading. Each script with a cache for one reading
// registers once.
function onNewReading(forget) { forgetters.push(forget); }

// Begins a walk or a search.
function beginReading() {
  for (const forget of forgetters) forget();
}
