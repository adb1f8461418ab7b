import type { MapLibreMap, Popup } from '../../map/maplibre.ts';

/** Pixels between a pop-up and the sides of its map. */
const ROOM = 8;

/**
 * Keeps a pop-up whole in sight: what is in it comes late, and a panel that opens takes room from the map.
 *
 * @returns what ends it
 */
export function keepInView(map: MapLibreMap, popup: Popup, content: HTMLElement): () => void {
  const look = (): void => {
    // A new place lets it choose its side anew.
    popup.setLngLat(popup.getLngLat());
    const by = overlap(popup.getElement().getBoundingClientRect(), seenOf(map));
    if (by.x !== 0 || by.y !== 0) map.panBy([by.x, by.y], { animate: false });
  };
  const size = new ResizeObserver(look);
  size.observe(content);
  const resize = map.on('resize', look);
  return () => {
    size.disconnect();
    resize.unsubscribe();
  };
}

/** The box of the map that is seen: in a narrow window the inspector lies over its right, on a phone the measuring tools over its top. */
function seenOf(map: MapLibreMap): Box {
  const { left, top, right, bottom } = map.getContainer().getBoundingClientRect();
  const inspector = document.querySelector('.al-workspace > .al-inspector')?.getBoundingClientRect();
  const tools = document.querySelector('.al-measuring-rail')?.getBoundingClientRect();
  const isRow = tools !== undefined && tools.width > tools.height;
  return { left, top: isRow ? tools.bottom : top, right: Math.min(right, inspector?.left ?? right), bottom };
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** How far a box lies outside of another one, in pixels. The upper left comes first where there is no room for all. */
export function overlap(inner: Box, outer: Box): { readonly x: number; readonly y: number } {
  return {
    x: away(inner.left - outer.left - ROOM, outer.right - inner.right - ROOM),
    y: away(inner.top - outer.top - ROOM, outer.bottom - inner.bottom - ROOM),
  };
}

/** @param before room on the side of the beginning @param after and of the end; less than nothing where it is too little */
function away(before: number, after: number): number {
  if (before < 0) return Math.floor(before);
  return after < 0 ? Math.min(Math.ceil(-after), Math.floor(before)) : 0;
}
