export { placeOfModel as default } from './place-of-model.ts';
