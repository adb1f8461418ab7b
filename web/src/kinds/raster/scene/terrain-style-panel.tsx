import { NativeSelect, NumberInput } from '@mantine/core';
import type { StylePanelProps } from '../../../scene/core/scene-kind.ts';
import type { SceneLayer } from '../../../scene/core/scene-layer.ts';
import { OpacitySlider } from '../../../scene/style/percent-slider.tsx';
import type { TerrainLayer } from './terrain-layer.ts';
import { formatTerrainStyle, MOST_HEIGHT, parseTerrainStyle, type TerrainStyle } from './terrain-style.ts';
import { i18n } from '../../../languages/i18n.ts';

const isTerrain = (layer: SceneLayer): layer is TerrainLayer => 'pictures' in layer;

/** What is shown on ground, and how. */
export function TerrainStylePanel({ layer, style: text, onStyle }: StylePanelProps) {
  const style = parseTerrainStyle(text);
  const change = (patch: Partial<TerrainStyle>): void => onStyle(formatTerrainStyle({ ...style, ...patch }));
  const pictures = isTerrain(layer) ? layer.pictures() : [];
  const isFlat = isTerrain(layer) && layer.isFlat;
  const [first] = pictures;
  const { picture } = style;
  const chosen = picture.kind === 'raster' ? picture.path : first?.path;
  const isKnown = pictures.some(({ path }) => path === chosen);
  return (
    <>
      {isFlat ? (
        <NumberInput
          label={i18n.t('Height in metres')}
          description={i18n.t('The picture has no heights of its own.')}
          min={-MOST_HEIGHT}
          max={MOST_HEIGHT}
          decimalScale={3}
          value={style.height}
          onChange={(height) => change({ height: Number(height) || 0 })}
        />
      ) : (
        <NativeSelect
          label={i18n.t('Picture')}
          value={picture.kind === 'heights' || !isKnown ? '' : chosen}
          data={[
            ...pictures.map(({ path, title }) => ({ value: path, label: title })),
            { value: '', label: i18n.t('Heights in colours') },
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({
              picture:
                value === ''
                  ? { kind: first === undefined ? 'auto' : 'heights' }
                  : value === first?.path
                    ? { kind: 'auto' }
                    : { kind: 'raster', path: value },
            })
          }
        />
      )}
      <OpacitySlider value={style.opacity} onValue={(opacity) => change({ opacity })} />
    </>
  );
}
