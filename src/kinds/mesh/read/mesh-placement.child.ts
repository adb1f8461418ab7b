export { meshPlacement as default } from './georeference.ts';
