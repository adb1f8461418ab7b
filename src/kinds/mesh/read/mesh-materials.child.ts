export { materialLibraryFacts as default } from './material-library.ts';
