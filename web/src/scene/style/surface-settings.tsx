import { Checkbox, NativeSelect } from '@mantine/core';
import { OpacitySlider } from './percent-slider.tsx';
import { LIGHT_NAMES, SURFACE_LIGHTS, type SurfaceLight } from './surface-light.ts';
import { i18n } from '../../languages/i18n.ts';

type SurfaceSettingsProps = {
  readonly light: SurfaceLight;
  /** What `auto` means for this file. */
  readonly automatic?: string;
  readonly isWireframe: boolean;
  readonly showsBacks: boolean;
  readonly opacity: number;
  readonly onLight: (light: SurfaceLight) => void;
  readonly onWireframe: (isWireframe: boolean) => void;
  readonly onBacks: (showsBacks: boolean) => void;
  readonly onOpacity: (opacity: number) => void;
};

/** How surfaces are lit and drawn. */
export const SurfaceSettings = (props: SurfaceSettingsProps) => (
  <>
    <NativeSelect
      label={i18n.t('Lighting')}
      value={props.light}
      data={SURFACE_LIGHTS.map((value) => ({
        value,
        label: value === 'auto' ? (props.automatic ?? LIGHT_NAMES.auto) : LIGHT_NAMES[value],
      }))}
      onChange={(event) => props.onLight(event.currentTarget.value as SurfaceLight)}
    />
    <Checkbox
      label={i18n.t('Wireframe')}
      checked={props.isWireframe}
      onChange={(event) => props.onWireframe(event.currentTarget.checked)}
    />
    <Checkbox
      label={i18n.t('Back faces')}
      checked={props.showsBacks}
      onChange={(event) => props.onBacks(event.currentTarget.checked)}
    />
    <OpacitySlider value={props.opacity} onValue={props.onOpacity} />
  </>
);
