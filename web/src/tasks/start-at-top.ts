/**
 * Another part of a window begins at its top, with the focus on the heading: what was scrolled and focused before is gone.
 *
 * @param heading can be focused; null while the window is not there
 */
export function startAtTop(heading: HTMLElement | null): void {
  heading?.focus({ preventScroll: true });
  // The first one around it that scrolls is the window: which one that is, Mantine decides.
  let around = heading?.parentElement;
  while (around !== null && around !== undefined && around.scrollTop === 0) around = around.parentElement;
  if (around !== null && around !== undefined) around.scrollTop = 0;
}
