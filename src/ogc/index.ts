export { assembleOgc } from './assemble.ts';
