import type { Settings } from '../settings/index.ts';

export type PlatformSettings = Settings['processingPlatform'];

/** What the settings say of one tool, whose id may be written in any letter case there. */
export function toolSettings(
  { tools }: Pick<PlatformSettings, 'tools'>,
  id: string,
): PlatformSettings['tools'][string] {
  return Object.entries(tools).find(([name]) => name.toLowerCase() === id)?.[1] ?? {};
}
