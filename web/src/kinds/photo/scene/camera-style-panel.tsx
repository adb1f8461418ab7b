import type { StylePanelProps } from '../../../scene/core/scene-kind.ts';
import { OpacitySlider, PercentSlider } from '../../../scene/style/percent-slider.tsx';
import { type CameraStyle, formatCameraStyle, MAX_SIZE, MIN_SIZE, parseCameraStyle } from './camera-style.ts';
import { i18n } from '../../../languages/i18n.ts';

/** How large cameras are drawn, and how much is seen through them. */
export function CameraStylePanel({ style: text, onStyle }: StylePanelProps) {
  const style = parseCameraStyle(text);
  const change = (patch: Partial<CameraStyle>): void => onStyle(formatCameraStyle({ ...style, ...patch }));
  return (
    <>
      <PercentSlider
        label={i18n.t('Size of cameras')}
        value={style.size}
        min={MIN_SIZE}
        max={MAX_SIZE}
        step={25}
        onValue={(size) => change({ size })}
      />
      <OpacitySlider value={style.opacity} onValue={(opacity) => change({ opacity })} />
    </>
  );
}
