import { Slider, Text } from '@mantine/core';
import { useId } from 'react';
import type { StylePanelProps } from '../../../scene/core/scene-layer.ts';
import { formatCameraStyle, MAX_SIZE, MIN_SIZE, parseCameraStyle } from './camera-style.ts';
import { i18n } from '../../../languages/i18n.ts';

/** How large cameras are drawn. */
export function CameraStylePanel({ style, onStyle }: StylePanelProps) {
  const label = useId();
  return (
    <div>
      <Text size="sm" id={label}>
        {i18n.t('Size of cameras')}
      </Text>
      <Slider
        value={parseCameraStyle(style)}
        min={MIN_SIZE}
        max={MAX_SIZE}
        step={25}
        label={(value) => `${value} %`}
        thumbProps={{ 'aria-labelledby': label }}
        onChange={(size) => onStyle(formatCameraStyle(size))}
      />
    </div>
  );
}
