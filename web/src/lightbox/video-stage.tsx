import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { viewAddress, type DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { trackQuery } from '../api/video-tracks.ts';
import { shownName } from '../files/entry-path.ts';
import { TrackMap } from './track-map.tsx';
import { trackOf } from './track-place.ts';

type VideoStageProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  /** Second at which it begins. */
  readonly startAt: number;
};

/** A video, and beside it where the camera is while it plays. */
export function VideoStage({ datasetRef, entry, startAt }: VideoStageProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [second, setSecond] = useState(startAt);
  const found = useQuery(trackQuery(datasetRef, entry.path));
  const track = found.data === undefined ? null : trackOf(found.data);
  const seek = (to: number): void => {
    if (video.current !== null) video.current.currentTime = to;
    setSecond(to);
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- uploaded films come without captions */}
      <video
        ref={video}
        className="al-lightbox-video"
        controls
        preload="metadata"
        src={viewAddress(datasetRef, entry.path)}
        aria-label={shownName(entry.path)}
        onLoadedMetadata={({ currentTarget }) => {
          if (startAt > 0) currentTarget.currentTime = startAt;
        }}
        onTimeUpdate={({ currentTarget: { currentTime } }) => setSecond(currentTime)}
      />
      {track !== null && <TrackMap track={track} second={second} onSeek={seek} />}
    </>
  );
}
