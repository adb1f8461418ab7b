export { placeOfSplats as default } from './place-of-splats.ts';
