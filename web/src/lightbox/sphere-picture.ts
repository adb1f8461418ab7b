import {
  BackSide,
  LinearFilter,
  LinearSRGBColorSpace,
  MathUtils,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Scene,
  SphereGeometry,
  Texture,
  WebGLRenderer,
} from 'three';
import type { Turn } from './sphere-turn.ts';

/** A panorama on a canvas, seen from within. */
export type SpherePicture = {
  readonly draw: (turn: Turn) => void;
  readonly dispose: () => void;
};

/** Draws into a canvas as large as its place on the page. @throws where the browser has no WebGL 2 */
export function createSpherePicture(canvas: HTMLCanvasElement, picture: HTMLImageElement): SpherePicture {
  const renderer = new WebGLRenderer({ canvas, antialias: true });
  // Colours go to the screen as the file has them.
  renderer.outputColorSpace = LinearSRGBColorSpace;
  const texture = new Texture(fitting(picture, renderer.capabilities.maxTextureSize));
  texture.minFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  const geometry = new SphereGeometry(10, 96, 64);
  const material = new MeshBasicMaterial({ map: texture, side: BackSide });
  const mesh = new Mesh(geometry, material);
  // From within, left and right are the wrong way round.
  mesh.scale.x = -1;
  const scene = new Scene();
  scene.add(mesh);
  const camera = new PerspectiveCamera();
  return {
    draw({ yaw, pitch, field }) {
      const { clientWidth: width, clientHeight: height } = canvas;
      if (width === 0 || height === 0) return;
      renderer.setPixelRatio(Math.min(2, devicePixelRatio));
      renderer.setSize(width, height, false);
      camera.aspect = width / height;
      camera.fov = field;
      camera.updateProjectionMatrix();
      const [around, up] = [MathUtils.degToRad(yaw), MathUtils.degToRad(pitch)];
      // The middle of the picture lies in the direction of x.
      camera.lookAt(Math.cos(around) * Math.cos(up), Math.sin(up), Math.sin(around) * Math.cos(up));
      renderer.render(scene, camera);
    },
    dispose() {
      geometry.dispose();
      material.dispose();
      texture.dispose();
      renderer.dispose();
    },
  };
}

/** A picture that is too large for the graphics card is made smaller. */
function fitting(picture: HTMLImageElement, most: number): HTMLImageElement | HTMLCanvasElement {
  const { naturalWidth: width, naturalHeight: height } = picture;
  if (width <= most && height <= most) return picture;
  const canvas = document.createElement('canvas');
  canvas.width = Math.min(most, width);
  canvas.height = Math.round((canvas.width * height) / width);
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}
