import { DataTexture, GLSL3, ShaderMaterial, Vector2 } from 'three';
import type { SceneView } from '../../../scene/core/layer-view.ts';
import { clipUniforms, setClip } from '../../../scene/drawing/clip-uniforms.ts';
import { heightRamp, RAMP_STEPS } from './height-ramp.ts';
import { classColour } from './point-classes.ts';
import { FRAGMENT_SHADER, MODES, VERTEX_SHADER } from './point-shader.ts';
import type { PointColour, PointStyle } from './point-style.ts';

/** Draws all points of a cloud. */
export type PointMaterial = {
  readonly material: ShaderMaterial;
  readonly setStyle: (style: PointStyle, colour: Exclude<PointColour, 'auto'>) => void;
  /** Ranges that colours go over: heights in the scene, and intensities. */
  readonly setRanges: (heights: readonly [number, number], intensities: readonly [number, number]) => void;
  readonly setView: (view: Pick<SceneView, 'pixelsAtOne' | 'pixelRatio' | 'clip'>) => void;
  /** Distance of points in what is drawn next, in units of the scene. */
  readonly setSpacing: (spacing: number) => void;
  readonly dispose: () => void;
};

const CLASSES = 256;

export function createPointMaterial(): PointMaterial {
  const classPixels = new Uint8Array(4 * CLASSES);
  const classes = new DataTexture(classPixels, CLASSES, 1);
  const ramp = new DataTexture(heightRamp(), RAMP_STEPS, 1);
  ramp.needsUpdate = true;
  const uniforms = {
    mode: { value: 0 },
    size: { value: 2 },
    spacing: { value: 1 },
    pixelsAtOne: { value: 1 },
    pixelRatio: { value: 1 },
    heightRange: { value: new Vector2(0, 1) },
    intensityRange: { value: new Vector2(0, 1) },
    ...clipUniforms(),
    classes: { value: classes },
    ramp: { value: ramp },
  };
  const material = new ShaderMaterial({
    uniforms,
    vertexShader: VERTEX_SHADER,
    fragmentShader: FRAGMENT_SHADER,
    glslVersion: GLSL3,
  });
  return {
    material,
    setStyle({ size, hidden }, colour) {
      uniforms.mode.value = MODES[colour];
      uniforms.size.value = size;
      for (let one = 0; one < CLASSES; one += 1)
        classPixels.set([...classColour(one), hidden.has(one) ? 0 : 255], 4 * one);
      classes.needsUpdate = true;
    },
    setRanges(heights, intensities) {
      uniforms.heightRange.value.set(...heights);
      uniforms.intensityRange.value.set(...intensities);
    },
    setView({ pixelsAtOne, pixelRatio, clip }) {
      uniforms.pixelsAtOne.value = pixelsAtOne;
      uniforms.pixelRatio.value = pixelRatio;
      setClip(uniforms, clip);
    },
    setSpacing(spacing) {
      uniforms.spacing.value = spacing;
      material.uniformsNeedUpdate = true;
    },
    dispose() {
      material.dispose();
      classes.dispose();
      ramp.dispose();
    },
  };
}
