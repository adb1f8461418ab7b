import { useNavigate } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { useFilterSearch } from '../filter/use-filter-search.ts';
import { kindOf, viewerFor } from '../kinds/index.ts';
import type { LightboxProps } from '../lightbox/lightbox.tsx';
import { viewOn } from '../map/view-on.ts';
import { soon } from '../parts/soon.tsx';

const Lightbox = soon<LightboxProps>(async () => (await import('../lightbox/lightbox.tsx')).Lightbox);

/** Layers of the map that all files of a kind are. */
const LAYERS: Readonly<Record<string, string>> = { photo: '/photos', video: '/videos' };

/** True of photos, panoramas and videos that can be shown: of a TIFF or DNG, which no browser shows, by the picture that the service makes. */
export function isMedia(entry: Entry): boolean {
  const { name } = kindOf(entry);
  return name === 'photo' || (Object.hasOwn(LAYERS, name) && viewerFor(entry).opens === 'tab');
}

type MediaBoxProps = {
  readonly datasetRef: DatasetRef;
  /** The list, in its order. */
  readonly entries: readonly Entry[];
  /** Path of what is shown; null is nothing. */
  readonly shown: string | null;
  readonly onClose: () => void;
};

/** The photos and videos of a list, large and one after the other. It looks at all of them: scrolling does not draw it anew. */
export const MediaBox = memo(function MediaBox({ datasetRef, entries, shown, onClose }: MediaBoxProps) {
  const navigate = useNavigate();
  const kept = useFilterSearch();
  const media = useMemo(() => entries.filter(isMedia), [entries]);
  const items = useMemo(() => media.map(({ path, hash }) => ({ path, version: hash })), [media]);
  if (items.length === 0) return null;
  const layer = LAYERS[kindOf(media.find(({ path }) => path === shown) ?? media[0]!).name];
  return (
    <Lightbox
      opened={shown !== null}
      datasetRef={datasetRef}
      items={items}
      start={shown ?? ''}
      onClose={onClose}
      onShow={([longitude, latitude]) => {
        onClose();
        void navigate({
          to: '/r/$org/$ds',
          params: datasetRef,
          search: { ...kept, view: 'map', sel: layer },
          hash: viewOn([longitude, latitude, longitude, latitude]),
        });
      }}
    />
  );
});
