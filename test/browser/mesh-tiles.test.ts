/** Draws 3D Tiles of a model with 3d-tiles-renderer, as other programs would: without the service and its pages. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromLocal, type Geodetic } from '../../src/geodata/place/geodesy.ts';
import type { Vector3 } from '../../src/geodata/place/box.ts';
import type { TriangleModel } from '../../src/kinds/mesh/model/triangle-model.ts';
import { buildNexus } from '../../src/kinds/mesh/nexus/build-nexus.ts';
import { atOrigin } from '../../src/kinds/mesh/tiles/testing/places.ts';
import { nexusToTiles } from '../../src/kinds/mesh/tiles/nexus-to-tiles.ts';
import { ball } from '../../src/kinds/mesh/testing/models.ts';
import { launchBrowser } from './browser.ts';

const SIZE = 200;
const RADIUS = 50;
const ORIGIN: Geodetic = [11.5, 48.1, 520];
const [NORTH, SOUTH] = [
  [30, 200, 90],
  [230, 120, 40],
] as const;

let folder: string;
let browser: Browser;
let page: Page;
const fetched: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alidade-tiles-'));
  const nexus = join(folder, 'model.nxz');
  const noProgress = (): void => undefined;
  await buildNexus(
    twoColoured(),
    { output: nexus, scratch: folder, isCompressed: true, cellTriangles: 1024 },
    noProgress,
  );
  const place = atOrigin(ORIGIN);
  await nexusToTiles({ nexus, output: join(folder, 'tiles'), place, origin: [0, 0, 0] }, noProgress);
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
  await page.route('http://tiles.test/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
    const path = pathname.startsWith('/node_modules/')
      ? fileURLToPath(new URL(`../..${pathname}`, import.meta.url))
      : join(folder, pathname);
    if (pathname.endsWith('.glb')) fetched.push(pathname);
    const contentType = pathname.endsWith('.js') ? 'text/javascript' : 'application/octet-stream';
    return route.fulfill({ contentType, body: await readFile(path) });
  });
  await page.goto('http://tiles.test/');
  await page.waitForFunction('window.draw !== undefined');
});
afterAll(async () => {
  await browser.close();
  await rm(folder, { recursive: true });
});

/** A ball whose northern half, along y, has another colour than the southern one. */
function twoColoured(): TriangleModel {
  const canvas = createCanvas(64, 64);
  const context = canvas.getContext('2d');
  [NORTH, SOUTH].forEach((colour, half) => {
    context.fillStyle = `rgb(${colour.join(' ')})`;
    context.fillRect(32 * half, 0, 32, 64);
  });
  const model = ball(60);
  const count = model.positions.length / 3;
  return {
    ...model,
    positions: model.positions.map((value) => value * RADIUS),
    uvs: Float32Array.from({ length: 2 * count }, (_, at) => {
      const [x = 0, y = 0, z = 0] = model.positions.subarray(3 * (at >> 1), 3 * (at >> 1) + 3);
      const half = Math.round(y * 100) >= 0 ? 0.05 : 0.55;
      return at % 2 === 0 ? half + 0.2 * (x + 1) : 0.5 + 0.45 * z;
    }),
    materials: [{ name: '', colour: [255, 255, 255, 255], texture: { bytes: canvas.toBuffer('image/png') } }],
  };
}

const PAGE = `<!doctype html><body style="margin:0"><script type="importmap">{"imports":{
  "three":"/node_modules/three/build/three.module.js","three/":"/node_modules/three/",
  "three/examples/jsm/":"/node_modules/three/examples/jsm/","three/addons/":"/node_modules/three/examples/jsm/",
  "3d-tiles-renderer":"/node_modules/3d-tiles-renderer/build/index.js"}}</script>
<script type="module">
import { PerspectiveCamera, Scene, Vector3, WebGLRenderer } from 'three';
import { TilesRenderer } from '3d-tiles-renderer';
const renderer = new WebGLRenderer({ preserveDrawingBuffer: true });
renderer.setSize(${SIZE}, ${SIZE});
renderer.setClearColor(0x0000ff);
document.body.append(renderer.domElement);
window.draw = async (eye, target, up, errorTarget) => {
  const tiles = new TilesRenderer('/tiles/tileset.json');
  tiles.errorTarget = errorTarget;
  const failures = [];
  tiles.addEventListener('load-error', ({ error }) => failures.push(String(error)));
  const camera = new PerspectiveCamera(40, 1, 1, 1e4);
  camera.position.set(...eye);
  camera.up.set(...up);
  camera.lookAt(new Vector3(...target));
  camera.updateMatrixWorld();
  tiles.setCamera(camera);
  tiles.setResolutionFromRenderer(camera, renderer);
  const scene = new Scene();
  scene.add(tiles.group);
  let quiet = 0;
  while (quiet < 10) {
    tiles.update();
    await new Promise((resolve) => setTimeout(resolve, 20));
    const { downloading, parsing, queued = 0 } = tiles.stats;
    quiet = downloading + parsing + queued === 0 && tiles.visibleTiles.size > 0 ? quiet + 1 : 0;
    if (failures.length > 0) throw new Error(failures.join('; '));
  }
  renderer.render(scene, camera);
  const drawn = { picture: renderer.domElement.toDataURL(), triangles: renderer.info.render.triangles };
  tiles.dispose();
  return drawn;
};
</script>`;

interface Drawn {
  readonly triangles: number;
  /** Red, green, blue at a place of the picture. */
  at(x: number, y: number): readonly number[];
}

/** Draws the ball from so many metres east, north and up of its middle. */
async function drawn(eye: Vector3, errorTarget: number): Promise<Drawn> {
  const [camera, target, up] = [eye, [0, 0, 0] as const, [0, 0, 1e6] as const].map((place) => fromLocal(ORIGIN, place));
  const above = up!.map((value, axis) => (value - target![axis]!) / 1e6);
  const { picture, triangles } = await page.evaluate<{ picture: string; triangles: number }>(
    `window.draw(${JSON.stringify(camera)}, ${JSON.stringify(target)}, ${JSON.stringify(above)}, ${errorTarget})`,
  );
  const canvas = createCanvas(SIZE, SIZE);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(picture), 0, 0);
  return { triangles, at: (x, y) => [...context.getImageData(x, y, 1, 1).data.subarray(0, 3)] };
}

const isNear = (found: readonly number[], wanted: readonly number[]): boolean =>
  found.every((value, band) => Math.abs(value - wanted[band]!) <= 8);

const BACKGROUND = [0, 0, 255];

it('shows the ball where it lies, from both sides in the colours of its picture', async () => {
  for (const [eye, colour] of [
    [[0, 250, 0], NORTH],
    [[0, -250, 0], SOUTH],
  ] as const) {
    const { at, triangles } = await drawn(eye, 0.1);
    for (const [x, y] of [
      [100, 100],
      [80, 100],
      [120, 100],
      [100, 75],
      [100, 125],
    ] as const)
      expect({ x, y, found: at(x, y) }).toSatisfy(({ found }: { found: readonly number[] }) => isNear(found, colour));
    for (const [x, y] of [
      [5, 5],
      [100, 20],
      [195, 100],
    ] as const)
      expect(at(x, y)).toEqual(BACKGROUND);
    expect(triangles).toBeGreaterThan(1000);
  }
});

it('has north on the right, seen from the east', async () => {
  const { at } = await drawn([250, 0, 0], 0.1);
  expect(isNear(at(120, 100), NORTH)).toBe(true);
  expect(isNear(at(80, 100), SOUTH)).toBe(true);
});

it('takes few triangles from afar and all of them near by', async () => {
  const from = fetched.length;
  const far = await drawn([0, 6000, 0], 16);
  const tiles = fetched.length - from;
  const near = await drawn([0, 120, 0], 0.01);
  expect(tiles).toBe(1);
  expect(near.triangles).toBeGreaterThan(3 * far.triangles);
});
