import { Text } from '@mantine/core';
import type { StylePanelProps } from '../../scene/core/scene-kind.ts';
import type { SceneLayer } from '../../scene/core/scene-layer.ts';
import { SurfaceSettings } from '../../scene/style/surface-settings.tsx';
import { formatMeshStyle, type MeshStyle, parseMeshStyle } from './drawn/mesh-style.ts';
import { StandOn } from '../stand-on.tsx';
import type { ModelLayer } from './nexus-layer.ts';
import { i18n } from '../../languages/i18n.ts';

const isModel = (layer: SceneLayer): layer is ModelLayer => 'hasPictures' in layer;

/** How a model is lit and drawn, and how high it stands. */
export function MeshStylePanel({ layer, others, frame, style: text, onStyle }: StylePanelProps) {
  if (!isModel(layer)) return null;
  const style = parseMeshStyle(text);
  const change = (patch: Partial<MeshStyle>): void => onStyle(formatMeshStyle({ ...style, ...patch }));
  const warning = layer.warning();
  return (
    <>
      {warning !== null && (
        <Text size="sm" role="note">
          {warning}
        </Text>
      )}
      <SurfaceSettings
        light={style.light}
        automatic={automaticName(layer)}
        isWireframe={style.isWireframe}
        showsBacks={!style.hidesBacks}
        opacity={style.opacity}
        onLight={(light) => change({ light })}
        onWireframe={(isWireframe) => change({ isWireframe })}
        onBacks={(showsBacks) => change({ hidesBacks: !showsBacks })}
        onOpacity={(opacity) => change({ opacity })}
      />
      <StandOn
        layer={layer}
        lowest={layer.lowest()}
        what="model"
        others={others}
        frame={frame}
        lift={style.lift}
        onLift={(lift) => change({ lift })}
      />
    </>
  );
}

const automaticName = (model: ModelLayer): string =>
  model.hasPictures() ? i18n.t('Automatic: without light') : i18n.t('Automatic: with light');
