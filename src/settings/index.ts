export type { Settings } from './definition.ts';
export { loadSettings, SettingsError } from './load.ts';
export { documentSettings } from './document.ts';
