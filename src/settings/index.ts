export { mapBackgrounds, sitesOfBackgrounds } from './map-backgrounds.ts';
export type { Settings } from './definition.ts';
export { settingLeaves, type SettingLeaf } from './leaves.ts';
export { loadSettings, SettingsError } from './load.ts';
export { documentSettings } from './document.ts';
export { readVersion } from './version.ts';
