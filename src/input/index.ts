export { displayNameOf, readDisplayName } from './display-name.ts';
export { parseExactly } from './exact-json.ts';
export { createJsonGuard } from './json-guard.ts';
export { namedNumbers, type NamedNumbers } from './number-or-name.ts';
export { isStorable, refuseUnstorable } from './storable-text.ts';
