export { labelFont } from './label-font.ts';
