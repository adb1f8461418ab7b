import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  GLSL3,
  InstancedMesh,
  Matrix4,
  ShaderMaterial,
  SphereGeometry,
  Vector3,
} from 'three';
import { clipUniforms, setClip } from '../../../scene/drawing/clip-uniforms.ts';
import type { Box, Triple } from '../../../scene/geometry/triple.ts';
import type { CameraAxes } from './camera-places.ts';

/** A camera as it stands in the scene. */
export type PlacedCamera = {
  readonly at: Triple;
  readonly axes: CameraAxes | null;
  /** Width and height of its picture at a distance of 1; null: usual ones. */
  readonly view: readonly [width: number, height: number] | null;
};

const VERTEX = `
precision highp float;
out vec3 world;
out vec3 tint;

void main() {
  vec4 moved = modelMatrix * instanceMatrix * vec4(position, 1.0);
  world = moved.xyz;
  tint = instanceColor;
  gl_Position = projectionMatrix * viewMatrix * moved;
}
`;

const FRAGMENT = `
precision highp float;
uniform vec3 clipMin;
uniform vec3 clipMax;
in vec3 world;
in vec3 tint;
uniform float opacity;
out vec4 pixel;

void main() {
  if (any(lessThan(world, clipMin)) || any(greaterThan(world, clipMax))) discard;
  vec3 side = normalize(cross(dFdx(world), dFdy(world)));
  float light = abs(dot(side, normalize(cameraPosition - world)));
  pixel = vec4(tint * (0.72 + 0.28 * light), opacity);
}
`;

/** That of photos on the map, and that of the one below the pointer. */
const [USUAL, POINTED] = [new Color(0x7c / 255, 0x3a / 255, 0xed / 255), new Color(1, 0.84, 0.04)];
/** Sides of a picture that is 1 away, of a camera that says nothing of its lens. */
const USUAL_VIEW = [1.2, 0.9] as const;
/** Radius of a ball; a camera is 1 long. */
const BALL_RADIUS = 0.4;

/** From the lens at 0 to the picture before it, whose sides are 1; x is right, y up, z backwards. */
function pyramid(): BufferGeometry {
  const [w, h] = [0.5, 0.5];
  const corners = [0, 0, 0, -w, -h, -1, w, -h, -1, w, h, -1, -w, h, -1];
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(corners), 3));
  geometry.setIndex([0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 1, 1, 3, 2, 1, 4, 3]);
  return geometry;
}

const place = new Matrix4();
const GONE = new Matrix4().makeScale(0, 0, 0);

/** Cameras of one shape, all of them drawn at once. */
export function createCameraShapes(count: number, hasDirection: boolean) {
  const uniforms = { ...clipUniforms(), opacity: { value: 1 } };
  const material = new ShaderMaterial({
    uniforms,
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    glslVersion: GLSL3,
    side: DoubleSide,
  });
  const geometry = hasDirection ? pyramid() : new SphereGeometry(BALL_RADIUS, 10, 8);
  const mesh = new InstancedMesh(geometry, material, count);
  // They are all around: to ask whether one of them is seen takes longer than to draw them.
  mesh.frustumCulled = false;
  // A mesh without instances has no colours of instances, which the shader reads.
  mesh.visible = count > 0;
  for (let index = 0; index < count; index += 1) mesh.setColorAt(index, USUAL);
  return {
    mesh,
    put(index: number, { at, axes, view }: PlacedCamera, length: number): void {
      if (axes === null) place.makeScale(length, length, length);
      else {
        const [right, up, back] = [axes.right, axes.up, axes.forward].map((axis) => new Vector3(...axis));
        const [width, height] = view ?? USUAL_VIEW;
        place.makeBasis(right!, up!, back!.negate()).scale(new Vector3(width * length, height * length, length));
      }
      mesh.setMatrixAt(index, place.setPosition(...at));
      mesh.instanceMatrix.needsUpdate = true;
    },
    hide(index: number): void {
      mesh.setMatrixAt(index, GONE);
      mesh.instanceMatrix.needsUpdate = true;
    },
    point(index: number, isPointed: boolean): void {
      mesh.setColorAt(index, isPointed ? POINTED : USUAL);
      if (mesh.instanceColor !== null) mesh.instanceColor.needsUpdate = true;
    },
    /** @param percent below 100 what is behind them is seen */
    setOpacity(percent: number): void {
      uniforms.opacity.value = percent / 100;
      material.transparent = percent < 100;
    },
    setClip: (clip: Box | null): void => setClip(uniforms, clip),
    dispose(): void {
      mesh.dispose();
      geometry.dispose();
      material.dispose();
    },
  };
}
