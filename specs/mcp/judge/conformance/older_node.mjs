// The tests name a function of Node 22's file system, in a command that is not run here; older Nodes refuse the whole
// program for that. There they get one that says so when it is called.
import fs from "node:fs";
import { register } from "node:module";

const hook = `
const source = 'export * from "node:fs"; export { default } from "node:fs";' +
  'export function globSync() { throw new Error("this needs Node 22"); }';
export async function resolve(specifier, context, next) {
  if (specifier !== "fs") return next(specifier, context);
  return { url: "data:text/javascript," + encodeURIComponent(source), shortCircuit: true };
}`;
if (!("globSync" in fs)) register("data:text/javascript," + encodeURIComponent(hook));
