import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { thumbAddress, type DatasetRef } from '../api/addresses.ts';
import { shownName } from '../files/entry-path.ts';
import type { LightboxItem } from './lightbox-items.ts';
import { i18n } from '../languages/i18n.ts';

type FilmstripProps = {
  readonly datasetRef: DatasetRef;
  readonly items: readonly LightboxItem[];
  readonly at: number;
  readonly onMove: (at: number) => void;
};

/** Pixels of one picture and the gap behind it. */
const STEP = 100;
const PICTURE = 128;

/** All files as small pictures in a row; only those in sight are there. */
export function Filmstrip({ datasetRef, items, at, onMove }: FilmstripProps) {
  const strip = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler is not in use
  const row = useVirtualizer({
    horizontal: true,
    count: items.length,
    getScrollElement: () => strip.current,
    estimateSize: () => STEP,
    overscan: 3,
  });
  const { scrollToIndex } = row;
  useEffect(() => scrollToIndex(at, { align: 'center' }), [scrollToIndex, at]);
  return (
    <div ref={strip} className="al-filmstrip" role="group" aria-label={i18n.t('All files')} tabIndex={-1}>
      <div style={{ width: row.getTotalSize(), height: '100%', position: 'relative' }}>
        {row.getVirtualItems().map(({ index, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          return (
            <button
              key={item.path}
              type="button"
              tabIndex={index === at ? 0 : -1}
              aria-label={shownName(item.path)}
              aria-current={index === at}
              style={{ left: start }}
              onClick={() => onMove(index)}
            >
              <img
                src={thumbAddress(datasetRef, item.path, item.version, PICTURE)}
                alt=""
                loading="lazy"
                decoding="async"
                draggable={false}
              />
            </button>
          );
        })}
      </div>
    </div>
  );
}
