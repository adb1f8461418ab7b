import { useEffect, useEffectEvent, useState } from 'react';
import type { MapLibreMap } from '../../map/maplibre.ts';
import type { Position, Tool } from '../model/measurement.ts';
import { type Drawing, endsAt, isEnough, isFull, withoutLast, withPointer, withPosition } from './drawing.ts';
import { drawOnMap, isNear, type Pointed } from './draw-on-map.ts';

/** Tools that stay for the next measurement: people measure several things in a row. */
const STAYS: readonly Tool[] = ['distance', 'area', 'height', 'difference'];

/** Drawing with a tool: its points, the pointer, and what ends it. */
export function useDrawing(map: MapLibreMap, onDone: (drawing: Drawing) => void) {
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const finish = (done: Drawing): void => {
    if (!isEnough(done)) return;
    setDrawing(STAYS.includes(done.tool) ? { tool: done.tool, positions: [] } : null);
    onDone(done);
  };
  const press = (at: Position, isSecond = false): void => {
    if (drawing === null) return;
    const last = drawing.positions.at(-1);
    // The first press of two set the point, or ended the drawing.
    if (isSecond && (last === undefined || isNear(map, last, at))) return finish(drawing);
    const end = endsAt(drawing);
    if (end !== null && isNear(map, end, at)) return finish(drawing);
    const next = withPosition(drawing, at);
    if (isFull(next)) finish(next);
    else setDrawing(next);
  };
  const choose = (tool: Tool | null): void => {
    setDrawing(tool === null ? null : { tool, positions: [] });
    setPointed(null);
    // The keys draw at once.
    if (tool !== null) map.getCanvas().focus();
  };
  const enter = (at: Position): void => {
    const last = drawing?.positions.at(-1);
    const isThere = pointed?.by !== 'keys' || (last !== undefined && isNear(map, last, at));
    if (drawing !== null && isThere && isEnough(drawing)) finish(drawing);
    else press(at);
  };
  /** Takes back what is drawn point by point, and only then the tool: nothing is lost by a single key. */
  const escape = (): void => (drawing !== null && drawing.positions.length > 0 ? removeLast() : choose(null));
  const removeLast = (): void => setDrawing((old) => old && withoutLast(old));

  const onPress = useEffectEvent(press);
  const onEnter = useEffectEvent(enter);
  const onEscape = useEffectEvent(escape);
  const onRemove = useEffectEvent(removeLast);
  const cross = useEffectEvent((): Position | null => (pointed?.by === 'keys' ? pointed.at : null));
  const tool = drawing?.tool;
  useEffect(() => {
    if (tool === undefined) return undefined;
    return drawOnMap(map, {
      point: setPointed,
      press: (at, isSecond) => onPress(at, isSecond),
      enter: (at) => onEnter(at),
      removeLast: () => onRemove(),
      escape: () => onEscape(),
      cross: () => cross(),
    });
  }, [map, tool]);

  const shown = drawing === null ? [] : withPointer(drawing, snapped(map, drawing, pointed));
  return { drawing, pointed, shown, choose, removeLast, escape, finish: () => drawing !== null && finish(drawing) };
}

/** The place under the pointer. At the end of the drawing it adds no point. */
function snapped(map: MapLibreMap, drawing: Drawing, pointed: Pointed | null): Position | null {
  const end = endsAt(drawing);
  return pointed === null || (end !== null && isNear(map, end, pointed.at)) ? null : pointed.at;
}
