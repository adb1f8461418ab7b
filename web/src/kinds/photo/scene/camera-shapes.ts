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
import type { Box, Triple } from '../../../scene/geometry/triple.ts';
import type { CameraAxes } from './camera-places.ts';

/** A camera as it stands in the scene. */
export type PlacedCamera = { readonly at: Triple; readonly axes: CameraAxes | null };

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
out vec4 pixel;

void main() {
  if (any(lessThan(world, clipMin)) || any(greaterThan(world, clipMax))) discard;
  vec3 side = normalize(cross(dFdx(world), dFdy(world)));
  float light = abs(dot(side, normalize(cameraPosition - world)));
  pixel = vec4(tint * (0.72 + 0.28 * light), 1.0);
}
`;

/** That of photos on the map, and that of the one below the pointer. */
const [USUAL, POINTED] = [new Color(0x7c / 255, 0x3a / 255, 0xed / 255), new Color(1, 0.84, 0.04)];
const EVERYWHERE: Box = { min: [-1e30, -1e30, -1e30], max: [1e30, 1e30, 1e30] };
/** Half the sides of a picture that is 1 away. */
const [HALF_WIDTH, HALF_HEIGHT] = [0.6, 0.45];
/** Radius of a ball; a camera is 1 long. */
const BALL_RADIUS = 0.4;

/** From the lens at 0 to the picture before it; x is right, y up, z backwards. */
function pyramid(): BufferGeometry {
  const [w, h] = [HALF_WIDTH, HALF_HEIGHT];
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
  const uniforms = { clipMin: { value: new Vector3() }, clipMax: { value: new Vector3() } };
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
  for (let index = 0; index < count; index += 1) mesh.setColorAt(index, USUAL);
  return {
    mesh,
    put(index: number, { at, axes }: PlacedCamera, length: number): void {
      if (axes === null) place.makeScale(length, length, length);
      else {
        const [right, up, back] = [axes.right, axes.up, axes.forward].map((axis) => new Vector3(...axis));
        place.makeBasis(right!, up!, back!.negate()).scale(new Vector3(length, length, length));
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
    setClip(clip: Box | null): void {
      uniforms.clipMin.value.set(...(clip ?? EVERYWHERE).min);
      uniforms.clipMax.value.set(...(clip ?? EVERYWHERE).max);
    },
    dispose(): void {
      mesh.dispose();
      geometry.dispose();
      material.dispose();
    },
  };
}
