import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { viewAddress, type DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { shownName } from '../files/entry-path.ts';
import { PictureStage } from './picture-stage.tsx';

/** Comes with three, only when a panorama is really shown. */
const SphereStage = lazy(async () => ({ default: (await import('./sphere-stage.tsx')).SphereStage }));

/** Entry types. */
const VIDEOS = [9, 10];
const PANORAMAS = [12, 13];

type MediaStageProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  /** Leads to the next file, or the one before. */
  readonly onSwipe: (by: -1 | 1) => void;
};

/** A photo, a panorama or a video, as large as there is room. */
export function MediaStage({ datasetRef, entry, onSwipe }: MediaStageProps) {
  if (VIDEOS.includes(entry.type)) {
    return (
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- uploaded films come without captions
      <video
        className="al-lightbox-video"
        controls
        preload="metadata"
        src={viewAddress(datasetRef, entry.path)}
        aria-label={shownName(entry.path)}
      />
    );
  }
  if (PANORAMAS.includes(entry.type) && isWholeSphere(entry)) {
    return (
      <Suspense fallback={<Skeleton height="100%" />}>
        <SphereStage datasetRef={datasetRef} entry={entry} />
      </Suspense>
    );
  }
  return <PictureStage datasetRef={datasetRef} entry={entry} onSwipe={onSwipe} />;
}

/** Equirectangular pictures of all around are twice as wide as high. Others are shown as they are. */
function isWholeSphere({ properties }: Entry): boolean {
  const [width, height] = [Number(properties?.['width']), Number(properties?.['height'])];
  return Math.abs(width / height - 2) < 0.02;
}
