export { assembleSearch } from './routes.ts';
