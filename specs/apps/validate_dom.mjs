// Holds the JSON of trees against their schema with ajv: node validate_dom.mjs SCHEMA FILE…
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020.js';

const [schema, ...files] = process.argv.slice(2);
const read = file => JSON.parse(readFileSync(file, 'utf8'));
// What the time looks like is said for people.
const validate = new Ajv.default({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(read(schema));
let refused = 0;
for (const file of files) {
  if (validate(read(file))) continue;
  ++refused;
  console.log(`${file}: ${JSON.stringify(validate.errors[0])}`);
}
console.log(`${files.length} trees, ${refused} refused`);
process.exitCode = refused > 0 || files.length === 0 ? 1 : 0;
