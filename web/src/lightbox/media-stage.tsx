import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import type { DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { PictureStage } from './picture-stage.tsx';
import { VideoStage } from './video-stage.tsx';

/** Comes with three, only when a panorama is really shown. */
const SphereStage = lazy(async () => ({ default: (await import('./sphere-stage.tsx')).SphereStage }));

/** Entry types. */
const VIDEOS = [9, 10];
const PANORAMAS = [12, 13];

type MediaStageProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  /** Second at which a video begins. */
  readonly startAt: number;
  /** Leads to the next file, or the one before. */
  readonly onSwipe: (by: -1 | 1) => void;
};

/** A photo, a panorama or a video, as large as there is room. */
export function MediaStage({ datasetRef, entry, startAt, onSwipe }: MediaStageProps) {
  if (VIDEOS.includes(entry.type)) return <VideoStage datasetRef={datasetRef} entry={entry} startAt={startAt} />;
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
