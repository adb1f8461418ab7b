import { Text } from '@mantine/core';
import { useMemo, type KeyboardEvent, type MouseEvent } from 'react';
import { clockText } from './clock-text.ts';
import { nearestSecond, placeAt, type Track, trackPicture } from './track-place.ts';
import { i18n } from '../languages/i18n.ts';

const [WIDTH, HEIGHT, ROOM] = [200, 150, 12];
/** Seconds that an arrow key leads on. */
const STEP = 5;

type TrackMapProps = {
  readonly track: Track;
  /** Second of the video that is shown. */
  readonly second: number;
  readonly onSeek: (second: number) => void;
};

/** The track of a video with where the camera is at the moment. A click, or an arrow key, leads to another moment. */
export function TrackMap({ track, second, onSeek }: TrackMapProps) {
  const picture = useMemo(() => trackPicture(track, WIDTH, HEIGHT, ROOM), [track]);
  const place = placeAt(track, second);
  const [x, y] = picture.toBox(place);
  const last = track.seconds.at(-1) ?? 0;
  const onClick = (event: MouseEvent): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const [left, top] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    onSeek(nearestSecond(track, picture.toPlace(left * WIDTH, top * HEIGHT)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = secondAfterKey(event.key, second, last);
    if (next === null) return;
    event.preventDefault();
    // Else the arrow keys would lead to the next file.
    event.stopPropagation();
    onSeek(next);
  };
  const [longitude = 0, latitude = 0, altitude] = place;
  return (
    <div className="al-track">
      <div
        role="slider"
        tabIndex={0}
        aria-label={i18n.t('Place on the track')}
        aria-valuemin={0}
        aria-valuemax={Math.round(last)}
        aria-valuenow={Math.round(Math.min(second, last))}
        aria-valuetext={clockText(second)}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
          <polyline points={picture.points} />
          <circle cx={x} cy={y} r="6" />
        </svg>
      </div>
      <Text size="sm" className="al-figures">
        {`${latitude.toFixed(6)}, ${longitude.toFixed(6)}`}
      </Text>
      {altitude !== undefined && <Text size="sm" className="al-figures">{`${Math.round(altitude)} m`}</Text>}
    </div>
  );
}

function secondAfterKey(key: string, second: number, last: number): number | null {
  const next: Readonly<Record<string, number>> = {
    ArrowLeft: second - STEP,
    ArrowRight: second + STEP,
    Home: 0,
    End: last,
  };
  const wanted = Object.hasOwn(next, key) ? next[key] : undefined;
  return wanted === undefined ? null : Math.max(0, Math.min(last, wanted));
}
