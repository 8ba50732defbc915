// Owns the begin of a reading. While one goes on the page stands still, so scripts remember what they found out about
// it; at the next begin all of that is forgotten.

const forgetters = [];

// `forget` is called at the begin of each reading: whoever remembers something for one reading says so here, once.
function onNewReading(forget) { forgetters.push(forget); }

// Begins a walk or a search.
function beginReading() {
  for (const forget of forgetters) forget();
}
