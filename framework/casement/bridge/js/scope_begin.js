// clang-format off: this begins a scope that another file ends, and clang-format would indent what is in it.
// Begins the one function scope that all page scripts share, whatever room they are in (cmake/CasementRooms.cmake has
// their order); bridge.cc ends it, before or behind those that come later. Evaluated once in the isolated world of a
// document; a second time does nothing.
(() => {
'use strict';

// A global of this world. An element or frame of the page whose id or name is the same is a global here as well, but
// never an own property (HTML §7.2.2.3, named access on the Window object).
const ownGlobal = (name) => (Object.prototype.hasOwnProperty.call(globalThis, name) ? globalThis[name] : undefined);

if (ownGlobal('casement') !== undefined) return;
// What C++ may call. The name is this isolated world's own: the page cannot see it.
globalThis.casement = {};

// Each script says itself which of its functions C++ may call.
const expose = (functions) => Object.assign(globalThis.casement, functions);

const words = (text) => text.trim().split(/\s+/);
