// A misspelt function of Chrome, one argument too many, and a name that nobody declares.
function breach() {
  document.body.checkVisability();
  breach(1);
  return wordz('a b');
}
