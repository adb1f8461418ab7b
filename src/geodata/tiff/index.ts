export { checkTiff } from './header-check.ts';
