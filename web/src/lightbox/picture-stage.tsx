import { ActionIcon, Text } from '@mantine/core';
import { IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { thumbAddress, viewAddress, type DatasetRef } from '../api/addresses.ts';
import type { Entry } from '../api/answers.ts';
import { shownName } from '../files/entry-path.ts';
import { panned, WHOLE, type Zoom, zoomed } from './zoom-state.ts';
import { i18n } from '../languages/i18n.ts';

type PictureStageProps = {
  readonly datasetRef: DatasetRef;
  readonly entry: Entry;
  readonly onSwipe: (by: -1 | 1) => void;
};

/** Longest side of the picture that is asked for: the most that the service draws. */
const LARGE = 2048;
/** From here on the file itself is loaded, if browsers show such files. */
const ORIGINAL_FROM = 1.5;
const IS_SHOWN = /\.(jpe?g|png|webp)$/i;
const STEP = 1.5;
const PAN_PIXELS = 80;
/** A finger that moves this far to the side leads to the next picture. */
const SWIPE_PIXELS = 60;

type Finger = { x: number; y: number; readonly startX: number; readonly startY: number };

/** A picture that is enlarged by wheel, keys, double click and two fingers, and moved while it is enlarged. */
export function PictureStage({ datasetRef, entry, onSwipe }: PictureStageProps) {
  const [zoom, setZoom] = useState<Zoom>(WHOLE);
  const [isBroken, setBroken] = useState(false);
  const stage = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Finger>());
  const size = () => ({ width: stage.current?.clientWidth ?? 1, height: stage.current?.clientHeight ?? 1 });
  const fromMiddle = (clientX: number, clientY: number) => {
    const { left = 0, top = 0, width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  };
  const zoomBy = (by: number, at = { x: 0, y: 0 }): void => setZoom((old) => zoomed(old, by, at, size()));
  const panBy = (dx: number, dy: number): void => setZoom((old) => panned(old, dx, dy, size()));

  const onKey = (event: KeyboardEvent): void => {
    const pans: Readonly<Record<string, readonly [number, number]>> = {
      ArrowLeft: [PAN_PIXELS, 0],
      ArrowRight: [-PAN_PIXELS, 0],
      ArrowUp: [0, PAN_PIXELS],
      ArrowDown: [0, -PAN_PIXELS],
    };
    const pan = zoom.scale > 1 ? pans[event.key] : undefined;
    if (pan !== undefined) panBy(...pan);
    else if (event.key === '+' || event.key === '=') zoomBy(STEP);
    else if (event.key === '-') zoomBy(1 / STEP);
    else if (event.key === '0') setZoom(WHOLE);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onMove = (event: PointerEvent): void => {
    const finger = fingers.current.get(event.pointerId);
    if (finger === undefined) return;
    const [dx, dy] = [event.clientX - finger.x, event.clientY - finger.y];
    const other = [...fingers.current.values()].find((each) => each !== finger);
    if (other === undefined) panBy(dx, dy);
    else {
      const before = Math.hypot(finger.x - other.x, finger.y - other.y);
      const after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      zoomBy(after / Math.max(1, before), fromMiddle((event.clientX + other.x) / 2, (event.clientY + other.y) / 2));
    }
    [finger.x, finger.y] = [event.clientX, event.clientY];
  };
  const onEnd = (event: PointerEvent): void => {
    const finger = fingers.current.get(event.pointerId);
    fingers.current.delete(event.pointerId);
    if (finger === undefined || fingers.current.size > 0 || zoom.scale > 1 || event.type === 'pointercancel') return;
    const [dx, dy] = [event.clientX - finger.startX, event.clientY - finger.startY];
    if (Math.abs(dx) > SWIPE_PIXELS && Math.abs(dx) > 2 * Math.abs(dy)) onSwipe(dx > 0 ? -1 : 1);
  };
  const style = { transform: `translate(${zoom.x}px, ${zoom.y}px) scale(${zoom.scale})` };
  const name = shownName(entry.path);
  if (isBroken) return <Text>{i18n.t('There is no picture of this file. Download it to see it.')}</Text>;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- buttons below do the same */}
      <div
        ref={stage}
        className="al-lightbox-picture"
        role="group"
        aria-label={i18n.t('Picture. Plus and minus zoom, arrows move an enlarged picture.')}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys move an enlarged picture
        tabIndex={0}
        data-zoomed={zoom.scale > 1}
        onKeyDown={onKey}
        onWheel={({ deltaY, clientX, clientY }) => zoomBy(Math.exp(-deltaY / 400), fromMiddle(clientX, clientY))}
        onDoubleClick={({ clientX, clientY }) =>
          zoom.scale > 1 ? setZoom(WHOLE) : zoomBy(3, fromMiddle(clientX, clientY))
        }
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const { clientX: x, clientY: y } = event;
          fingers.current.set(event.pointerId, { x, y, startX: x, startY: y });
        }}
        onPointerMove={onMove}
        onPointerUp={onEnd}
        onPointerCancel={onEnd}
      >
        <img
          src={thumbAddress(datasetRef, entry.path, entry.hash, LARGE)}
          alt={name}
          draggable={false}
          style={style}
          onError={() => setBroken(true)}
        />
        {zoom.scale > ORIGINAL_FROM && IS_SHOWN.test(entry.path) && (
          <img src={viewAddress(datasetRef, entry.path)} alt="" draggable={false} style={style} />
        )}
      </div>
      <div className="al-lightbox-zoom">
        <ActionIcon variant="default" aria-label={i18n.t('Zoom in')} onClick={() => zoomBy(STEP)}>
          <IconZoomIn size={18} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={i18n.t('Zoom out')} onClick={() => zoomBy(1 / STEP)}>
          <IconZoomOut size={18} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label={i18n.t('Whole picture')} onClick={() => setZoom(WHOLE)}>
          <IconZoomReset size={18} />
        </ActionIcon>
      </div>
    </>
  );
}
