import type { MapMouseEvent } from 'maplibre-gl';
import type { MapLibreMap } from '../../map/maplibre.ts';
import type { Position } from '../model/measurement.ts';

/** A place under a pointer or the cross. */
export type Pointed = { readonly at: Position; readonly by: 'pointer' | 'keys' };

export type DrawingHandlers = {
  /** The pointer or the cross is somewhere; null: the pointer left the map. */
  readonly point: (pointed: Pointed | null) => void;
  /** @param isSecond of two quick presses at a place */
  readonly press: (at: Position, isSecond: boolean) => void;
  /** Enter was pressed. @param at where the cross is, else the middle of the map */
  readonly enter: (at: Position) => void;
  readonly removeLast: () => void;
  readonly escape: () => void;
  /** Where the cross is; null before its first key. */
  readonly cross: () => Position | null;
};

/** Pixels that an arrow key moves the cross; with Shift a tenth of it. */
const STEP = 20;
const EDGE = 40;
const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Lets pointers and keys draw on a map. @returns what ends it */
export function drawOnMap(map: MapLibreMap, handlers: DrawingHandlers): () => void {
  const canvas = map.getCanvas();
  const before = { cursor: canvas.style.cursor, zoomed: map.doubleClickZoom.isEnabled() };
  const press = (event: MapMouseEvent): void => {
    event.preventDefault();
    handlers.press(positionOf(event), event.originalEvent.detail > 1);
  };
  const hover = (event: MapMouseEvent): void => handlers.point({ at: positionOf(event), by: 'pointer' });
  const leave = (): void => handlers.point(null);
  const key = (event: KeyboardEvent): void => {
    if (!pressedKey(map, handlers, event)) return;
    event.preventDefault();
    // Else the arrow keys would move the map, too.
    event.stopPropagation();
  };
  // Two quick presses end the drawing.
  map.doubleClickZoom.disable();
  canvas.style.cursor = 'crosshair';
  map.on('click', press);
  map.on('mousemove', hover);
  map.on('mouseout', leave);
  canvas.addEventListener('keydown', key);
  return () => {
    if (before.zoomed) map.doubleClickZoom.enable();
    canvas.style.cursor = before.cursor;
    map.off('click', press);
    map.off('mousemove', hover);
    map.off('mouseout', leave);
    canvas.removeEventListener('keydown', key);
  };
}

/** False for a key that does not draw. */
function pressedKey(map: MapLibreMap, handlers: DrawingHandlers, event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const direction = DIRECTIONS[event.key];
  if (direction !== undefined)
    handlers.point({ at: moved(map, handlers.cross(), direction, event.shiftKey), by: 'keys' });
  else if (event.key === 'Enter') handlers.enter(handlers.cross() ?? middleOf(map));
  else if (event.key === 'Backspace' || event.key === 'Delete') handlers.removeLast();
  else if (event.key === 'Escape') handlers.escape();
  else return false;
  return true;
}

/** The cross a step further. The map follows when it would leave. */
function moved(map: MapLibreMap, from: Position | null, [x, y]: readonly [number, number], isFine: boolean): Position {
  const step = isFine ? STEP / 10 : STEP;
  const start = map.project(toLngLat(from ?? middleOf(map)));
  const { clientWidth, clientHeight } = map.getCanvas();
  const to: [number, number] = [start.x + x * step, start.y + y * step];
  const at = map.unproject(to);
  const over = ([place, size]: readonly [number, number]): number =>
    place < EDGE ? place - EDGE : Math.max(0, place - (size - EDGE));
  const shift: [number, number] = [over([to[0], clientWidth]), over([to[1], clientHeight])];
  if (shift[0] !== 0 || shift[1] !== 0) map.panBy(shift, { animate: false });
  return [at.lng, at.lat];
}

function middleOf(map: MapLibreMap): Position {
  const { lng, lat } = map.getCenter();
  return [lng, lat];
}

const toLngLat = ([lng, lat]: Position): [number, number] => [lng, lat];

function positionOf({ lngLat }: MapMouseEvent): Position {
  return [lngLat.lng, lngLat.lat];
}

/** Room around a point within which a press means it: a finger is no tip. */
const REACH = { fine: 12, coarse: 22 } as const;

/** Whether two places are the same for who presses. */
export function isNear(map: MapLibreMap, one: Position, other: Position): boolean {
  const [from, to] = [map.project(toLngLat(one)), map.project(toLngLat(other))];
  const reach = globalThis.matchMedia('(pointer: coarse)').matches ? REACH.coarse : REACH.fine;
  return Math.hypot(from.x - to.x, from.y - to.y) <= reach;
}
