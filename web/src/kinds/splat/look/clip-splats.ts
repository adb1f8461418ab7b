import { dyno, type GsplatModifier } from '@sparkjsdev/spark';
import { Vector3 } from 'three';
import type { Box } from '../../../scene/geometry/triple.ts';

/** Hides splats whose centre is outside of a box of the scene. */
export type SplatClip = {
  /** A step of the shader that brings splats into the scene. */
  readonly modifier: GsplatModifier;
  /** @returns whether it changed */
  readonly set: (box: Box | null) => boolean;
};

/** Beyond all coordinates of a scene. */
const FAR = 1e30;

export function createSplatClip(): SplatClip {
  const [min, max] = [new Vector3(-FAR, -FAR, -FAR), new Vector3(FAR, FAR, FAR)];
  const [lower, upper] = [new dyno.DynoVec3({ value: min }), new dyno.DynoVec3({ value: max })];
  const modifier: GsplatModifier = dyno.dynoBlock(
    { gsplat: dyno.Gsplat },
    { gsplat: dyno.Gsplat },
    ({ gsplat }) =>
      new dyno.Dyno({
        inTypes: { gsplat: dyno.Gsplat, lower: 'vec3', upper: 'vec3' },
        outTypes: { gsplat: dyno.Gsplat },
        inputs: { gsplat, lower, upper },
        statements: ({ inputs, outputs }) => [
          `${outputs.gsplat} = ${inputs.gsplat};`,
          `if (any(lessThan(${inputs.gsplat}.center, ${inputs.lower})) || any(greaterThan(${inputs.gsplat}.center, ${inputs.upper}))) {`,
          `  ${outputs.gsplat}.flags = 0u;`,
          '}',
        ],
      }).outputs,
  );
  return {
    modifier,
    set(box) {
      const [oldMin, oldMax] = [min.clone(), max.clone()];
      min.set(...(box?.min ?? [-FAR, -FAR, -FAR]));
      max.set(...(box?.max ?? [FAR, FAR, FAR]));
      return !min.equals(oldMin) || !max.equals(oldMax);
    },
  };
}
