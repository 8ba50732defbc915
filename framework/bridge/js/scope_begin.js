// Begins the one function scope that all scripts of the bridge share; see CMakeLists.txt for their order. Evaluated
// once in the isolated world of a document; a second time does nothing.
(() => {
'use strict';
if (globalThis.casement) return;
