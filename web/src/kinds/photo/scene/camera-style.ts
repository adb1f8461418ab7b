/** Percent of the usual size of cameras. */
export const [MIN_SIZE, MAX_SIZE] = [25, 400];

/** "x150"; '' for the usual size. */
export const formatCameraStyle = (size: number): string => (size === 100 ? '' : `x${size}`);

/** What the address says; what it does not know is left out. */
export function parseCameraStyle(text: string): number {
  const size = Number(/^x(\d{2,3})$/.exec(text)?.[1] ?? 100);
  return Math.min(MAX_SIZE, Math.max(MIN_SIZE, size));
}
