import { useEffect, useEffectEvent } from 'react';
import type { Tool } from './model/measurement.ts';
import { toolOfKey } from './panel/tool-rail.tsx';

type Keys = {
  readonly undo: () => void;
  readonly redo: () => void;
  readonly choose: (tool: Tool) => void;
  /** Null without a tool. */
  readonly leave: (() => void) | null;
};

/** Keys of the page while the tools are there; none while something is typed. */
export function useKeys({ undo, redo, choose, leave }: Keys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || !(event.target instanceof Element)) return;
    if (event.target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"]') !== null)
      return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === 'z') return act(event, event.shiftKey ? redo : undo);
      if (event.key.toLowerCase() === 'y') act(event, redo);
      return;
    }
    // Single keys count on the map and the tools only: people who speak to their computer press others by chance.
    if (event.target.closest('.maplibregl-map, .al-measuring') === null) return;
    const tool = toolOfKey(event.key);
    if (tool !== undefined) act(event, () => choose(tool));
    else if (event.key === 'Escape' && leave !== null) act(event, leave);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

function act(event: KeyboardEvent, does: () => void): void {
  event.preventDefault();
  does();
}
