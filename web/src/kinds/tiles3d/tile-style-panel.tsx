import type { StylePanelProps } from '../../scene/core/scene-kind.ts';
import { SurfaceSettings } from '../../scene/style/surface-settings.tsx';
import { formatTileStyle, parseTileStyle, type TileStyle } from './look/tile-style.ts';

/** How surfaces are drawn. */
export function TileStylePanel({ style: text, onStyle }: StylePanelProps) {
  const style = parseTileStyle(text);
  const change = (patch: Partial<TileStyle>): void => onStyle(formatTileStyle({ ...style, ...patch }));
  return (
    <SurfaceSettings
      light={style.light}
      isWireframe={style.wireframe}
      showsBacks={style.backFaces}
      opacity={style.opacity}
      onLight={(light) => change({ light })}
      onWireframe={(wireframe) => change({ wireframe })}
      onBacks={(backFaces) => change({ backFaces })}
      onOpacity={(opacity) => change({ opacity })}
    />
  );
}
