import '../../styles/lightbox.css';
import { Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { DatasetRef } from '../../api/addresses.ts';
import { formatNumber } from '../../format/count.ts';
import type { MapLayer } from '../../kinds/on-map.ts';
import { Filmstrip } from '../../lightbox/filmstrip.tsx';
import { placeAfterKey, placeIn } from '../../lightbox/lightbox-items.ts';
import type { LightboxProps } from '../../lightbox/lightbox.tsx';
import type { Bounds } from '../../map/footprint.ts';
import type { MapLibreMap } from '../../map/maplibre.ts';
import { soon } from '../../parts/soon.tsx';
import { inBox } from './in-box.ts';
import { useViewBox } from './use-view-box.ts';
import { i18n } from '../../languages/i18n.ts';

const Lightbox = soon<LightboxProps>(async () => (await import('../../lightbox/lightbox.tsx')).Lightbox);

type PhotoStripProps = {
  readonly datasetRef: DatasetRef;
  readonly map: MapLibreMap;
  /** Layers of photos and videos that are shown. */
  readonly layers: readonly MapLayer[];
  /** Path of the chosen one; '' is none. */
  readonly chosen: string;
  readonly onChoose: (layer: MapLayer, path: string) => void;
};

/** The photos and videos that the map shows, in the order of time. */
export function PhotoStrip({ datasetRef, map, layers, chosen, onChoose }: PhotoStripProps) {
  const box = useViewBox(map);
  const [opened, setOpened] = useState<string | null>(null);
  const strip = useRef<HTMLDivElement>(null);
  const byKeys = useRef(false);
  const count = layers.reduce((sum, { places }) => sum + (places?.points.features.length ?? 0), 0);
  const shown = useMemo(() => itemsInBox(layers, box), [layers, box]);
  const at = placeIn(shown, chosen);
  useEffect(() => {
    if (!byKeys.current) return;
    byKeys.current = false;
    strip.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus();
  }, [at]);
  const choose = (index: number): void => {
    const item = shown[index];
    if (item !== undefined) onChoose(item.layer, item.path);
  };
  const onKey = (event: KeyboardEvent): void => {
    const next = placeAfterKey(event.key, at, shown.length);
    if (next === null) return;
    event.preventDefault();
    byKeys.current = true;
    // The picture with the focus may leave; the strip stays, and takes the next key.
    strip.current?.querySelector<HTMLElement>('.al-filmstrip')?.focus();
    choose(next);
  };
  return (
    <>
      <Text size="sm" c="dimmed" role="status">
        {shown.length === 0
          ? i18n.t('None in view. Move the map, or zoom out.')
          : i18n.t('{count} of {count2} in view', { count: formatNumber(shown.length), count2: formatNumber(count) })}
      </Text>
      {shown.length > 0 && (
        <div ref={strip} role="presentation" onKeyDown={onKey}>
          <Filmstrip
            datasetRef={datasetRef}
            items={shown}
            at={at}
            onMove={(index) => {
              choose(index);
              setOpened(shown[index]?.path ?? null);
            }}
          />
        </div>
      )}
      <Lightbox
        opened={opened !== null}
        datasetRef={datasetRef}
        items={shown}
        start={opened ?? ''}
        onClose={() => setOpened(null)}
        onShow={(place) => {
          setOpened(null);
          map.jumpTo({ center: [...place], zoom: Math.max(map.getZoom(), 18) });
        }}
      />
    </>
  );
}

const itemsInBox = (layers: readonly MapLayer[], box: Bounds) =>
  layers
    .flatMap((layer) =>
      inBox(layer.places?.points.features ?? [], box).map(({ properties }) => ({ ...properties, layer })),
    )
    .toSorted((a, b) => (a.time ?? Infinity) - (b.time ?? Infinity) || 0);
