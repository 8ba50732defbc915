// clang-format off: this begins a scope that another file ends, and clang-format would indent its content.
// Begins the one function scope that all page scripts share, whatever room contains them (cmake/CasementRooms.cmake
// defines their order). bridge.cc ends the scope, before or after the scripts that are sent later. Evaluated once in
// the isolated world of a document; a second evaluation has no effect.
(() => {
'use strict';

// Returns a global of this world. An element or frame whose id or name is the same is a global here as well, but never
// an own property (HTML §7.2.2.3, named access on the Window object).
const ownGlobal = (name) => (Object.prototype.hasOwnProperty.call(globalThis, name) ? globalThis[name] : undefined);

if (ownGlobal('casement') !== undefined) return;
// The functions that C++ may call. The page cannot see the name, because it belongs to this isolated world.
globalThis.casement = {};

// Each script exposes its own functions for C++.
const expose = (functions) => Object.assign(globalThis.casement, functions);

const words = (text) => text.trim().split(/\s+/);
