import { CloseButton, Text } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import type { DrawerTab } from './drawer-tabs.ts';
import { heightAfterKey, heightsOf, LEAST, limitedHeight, mostOf } from './drawer-size.ts';
import { i18n } from '../../languages/i18n.ts';

/** What a drawer holds; the address does not open a profile, which is of a measurement. */
type Held = DrawerTab | 'profile';

type DrawerProps = {
  readonly tab: Held;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

const TITLES: Readonly<Record<Held, string>> = {
  photos: i18n.t('Filmstrip'),
  table: i18n.t('Table'),
  profile: i18n.t('Profile'),
};

/** Heights at first: a strip of pictures is low, a table is not. */
const USUAL: Readonly<Record<Held, number>> = { photos: 168, table: 320, profile: 240 };

/** What stands below the map. Its upper edge is moved by a mouse, a finger or keys. */
export function Drawer({ tab, onClose, children }: DrawerProps) {
  const [heights, setHeights] = useLocalStorage<Partial<Record<Held, number>>>({
    key: 'alidade.drawer',
    defaultValue: {},
    deserialize: heightsOf,
    getInitialValueInEffect: false,
  });
  const from = useRef<{ readonly y: number; readonly height: number } | null>(null);
  const height = limitedHeight(heights[tab] ?? USUAL[tab], window.innerHeight);
  const setHeight = (next: number): void =>
    setHeights((old) => ({ ...old, [tab]: limitedHeight(next, window.innerHeight) }));
  const title = TITLES[tab];
  return (
    <section className="al-drawer" aria-label={title} style={{ height }}>
      <div
        className="al-drawer-edge"
        role="separator"
        tabIndex={0}
        aria-label={i18n.t('Height of the drawer')}
        aria-orientation="horizontal"
        aria-valuemin={LEAST}
        aria-valuemax={mostOf(window.innerHeight)}
        aria-valuenow={height}
        aria-valuetext={i18n.t('{height} pixels', { height })}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { y: event.clientY, height };
        }}
        onPointerMove={({ clientY }) => {
          const start = from.current;
          if (start !== null) setHeight(start.height + start.y - clientY);
        }}
        onPointerUp={() => (from.current = null)}
        onPointerCancel={() => (from.current = null)}
        onKeyDown={(event) => {
          const next = heightAfterKey(event.key, height, window.innerHeight);
          if (next === null) return;
          event.preventDefault();
          setHeight(next);
        }}
      />
      <div className="al-drawer-head">
        <Text component="h2" size="sm" fw={600}>
          {title}
        </Text>
        <CloseButton aria-label={i18n.t('Close')} onClick={onClose} />
      </div>
      <div className="al-drawer-content">{children}</div>
    </section>
  );
}
