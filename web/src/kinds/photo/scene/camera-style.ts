import { numberIn, opacityIn } from '../../../scene/style/style-text.ts';

/** How cameras are drawn, both in percent. */
export type CameraStyle = {
  /** Size, of the usual one. */
  readonly size: number;
  readonly opacity: number;
};

export const [MIN_SIZE, MAX_SIZE] = [25, 400];
export const USUAL_CAMERAS: CameraStyle = { size: 100, opacity: 100 };

/** "x150/o50": each part that is not the usual one; '' for none. */
export const formatCameraStyle = ({ size, opacity }: CameraStyle): string =>
  [...(size === 100 ? [] : [`x${size}`]), ...(opacity === 100 ? [] : [`o${opacity}`])].join('/');

/** What the address says; what it does not know is left out. */
export const parseCameraStyle = (text: string): CameraStyle => ({
  size: Math.min(MAX_SIZE, Math.max(MIN_SIZE, numberIn(text, /^x(\d{2,3})$/) ?? 100)),
  opacity: opacityIn(text),
});
