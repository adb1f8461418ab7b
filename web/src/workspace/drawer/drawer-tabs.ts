import type { MapLayer } from '../../kinds/on-map.ts';

/** What stands below the map. */
export const DRAWER_TABS = ['photos', 'table'] as const;
export type DrawerTab = (typeof DRAWER_TABS)[number];

/** What is not understood is a closed drawer. */
export const parseDrawerTab = (text: unknown): DrawerTab | undefined => DRAWER_TABS.find((tab) => tab === text);

/** What the drawer has of a layer; null where it has nothing. */
export function drawerTabOf({ group }: Pick<MapLayer, 'group'>): DrawerTab | null {
  if (group === 'photos' || group === 'videos') return 'photos';
  return group === 'vectors' ? 'table' : null;
}
