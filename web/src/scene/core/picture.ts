import {
  BufferAttribute,
  BufferGeometry,
  DepthTexture,
  FloatType,
  GLSL3,
  LinearSRGBColorSpace,
  Mesh,
  NearestFilter,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
  type PerspectiveCamera,
} from 'three';
import { EYE_DOME_FRAGMENT, EYE_DOME_REACH, EYE_DOME_STRENGTH, EYE_DOME_VERTEX } from './eye-dome.ts';

/** Draws a scene on a canvas. Layers write colours as screens show them: nothing converts them on their way. */
export type Picture = {
  readonly canvas: HTMLCanvasElement;
  readonly renderer: WebGLRenderer;
  /** Pixels of the picture for one of the page. */
  readonly pixelRatio: () => number;
  /** @returns whether it changed */
  readonly resize: (width: number, height: number) => boolean;
  readonly setBackground: (red: number, green: number, blue: number) => void;
  readonly setEyeDome: (on: boolean) => void;
  readonly draw: (scene: Scene, camera: PerspectiveCamera) => void;
  readonly dispose: () => void;
};

/** More pixels are not seen and take time. */
const MOST_PIXEL_RATIO = 2;

/** @throws where the browser has no WebGL 2 */
function createPicture(canvas: HTMLCanvasElement): Picture {
  const renderer = new WebGLRenderer({ canvas, antialias: false, alpha: true, powerPreference: 'high-performance' });
  renderer.outputColorSpace = LinearSRGBColorSpace;
  const pixelRatio = Math.min(MOST_PIXEL_RATIO, window.devicePixelRatio || 1);
  renderer.setPixelRatio(pixelRatio);
  const target = new WebGLRenderTarget(1, 1, {
    depthTexture: new DepthTexture(1, 1, FloatType),
    minFilter: NearestFilter,
    magFilter: NearestFilter,
  });
  const uniforms = {
    colours: { value: target.texture },
    depths: { value: target.depthTexture },
    background: { value: new Vector3(0.5, 0.5, 0.5) },
    nearFar: { value: new Vector2(1, 2) },
    reach: { value: EYE_DOME_REACH * pixelRatio },
    strength: { value: EYE_DOME_STRENGTH },
  };
  const screen = wholeScreen(
    new ShaderMaterial({
      uniforms,
      vertexShader: EYE_DOME_VERTEX,
      fragmentShader: EYE_DOME_FRAGMENT,
      glslVersion: GLSL3,
      depthTest: false,
      depthWrite: false,
    }),
  );
  const onScreen = new Scene().add(screen);
  const size = new Vector2();
  return {
    canvas,
    renderer,
    pixelRatio: () => pixelRatio,
    resize(width, height) {
      renderer.getSize(size);
      if (size.x === width && size.y === height) return false;
      renderer.setSize(width, height, false);
      renderer.getDrawingBufferSize(size);
      target.setSize(size.x, size.y);
      return true;
    },
    setBackground: (red, green, blue) => void uniforms.background.value.set(red / 255, green / 255, blue / 255),
    setEyeDome: (on) => void (uniforms.strength.value = on ? EYE_DOME_STRENGTH : 0),
    draw(scene, camera) {
      uniforms.nearFar.value.set(camera.near, camera.far);
      renderer.setRenderTarget(target);
      renderer.render(scene, camera);
      renderer.setRenderTarget(null);
      renderer.render(onScreen, camera);
    },
    dispose() {
      screen.geometry.dispose();
      screen.material.dispose();
      target.depthTexture?.dispose();
      target.dispose();
      renderer.dispose();
      // Browsers give a page some sixteen contexts: this one is given back at once.
      renderer.forceContextLoss();
    },
  };
}

/** @throws as `createPicture` does, after `end` */
export function createPictureOr(canvas: HTMLCanvasElement, end: () => void): Picture {
  try {
    return createPicture(canvas);
  } catch (error) {
    end();
    throw error;
  }
}

/** One triangle that covers the screen. */
function wholeScreen(material: ShaderMaterial): Mesh<BufferGeometry, ShaderMaterial> {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
  const mesh = new Mesh(geometry, material);
  mesh.frustumCulled = false;
  return mesh;
}
