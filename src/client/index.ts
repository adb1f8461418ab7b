export { main } from './main.ts';
export { runClient } from './run.ts';
