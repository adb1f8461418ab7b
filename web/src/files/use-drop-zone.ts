import { useEffect, useEffectEvent, useState } from 'react';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;

/** Makes the whole window take dropped files. Returns whether something is being dragged over it. */
export function useDropZone(enabled: boolean, onDrop: (transfer: DataTransfer) => void): boolean {
  const [dragging, setDragging] = useState(false);
  const dropped = useEffectEvent(onDrop);
  useEffect(() => {
    if (!enabled) return;
    // Every element the pointer crosses fires enter and leave: only the balance tells whether it is still inside.
    let depth = 0;
    const enter = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth += 1;
      setDragging(true);
    };
    const leave = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setDragging(false);
    };
    const over = (event: DragEvent): void => {
      if (hasFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent): void => {
      if (!hasFiles(event) || event.dataTransfer === null) return;
      event.preventDefault();
      depth = 0;
      setDragging(false);
      dropped(event.dataTransfer);
    };
    const handlers = { dragenter: enter, dragleave: leave, dragover: over, drop };
    for (const [type, handler] of Object.entries(handlers)) window.addEventListener(type, handler as EventListener);
    return () => {
      for (const [type, handler] of Object.entries(handlers))
        window.removeEventListener(type, handler as EventListener);
    };
  }, [enabled]);
  return dragging;
}
