import { SparkRenderer, SplatAccumulator, SplatPager } from '@sparkjsdev/spark';
import type { Camera, Scene, WebGLRenderer } from 'three';

type SparkWorker = NonNullable<SparkRenderer['sortWorker']>;

/** Takes the place of workers that have ended: what still runs in Spark waits for it, and is forgotten together with it. */
const ENDED = {
  queue: [],
  call: () => new Promise(() => undefined),
  dispose: () => undefined,
} as unknown as SparkWorker;

/** Spark, drawing into the picture of a scene. It has two workers: one sorts, one chooses levels of detail. */
export class StageRenderer extends SparkRenderer {
  #isEnded = false;

  constructor(renderer: WebGLRenderer, changed: () => void) {
    super({ renderer, onDirty: changed, accumExtSplats: false, pagedExtSplats: true, lodRaycast: 0 });
    const sort = this['driveSort'].bind(this);
    // It reads back from the graphics card, which may be lost or left meanwhile; Spark itself waits for nobody to care.
    const sortWhileUsed = async (): Promise<void> => {
      try {
        if (!this.#isEnded) await sort();
      } catch (error) {
        if (!this.#isEnded && !renderer.getContext().isContextLost()) throw error;
      }
    };
    Object.defineProperty(this, 'driveSort', { value: sortWhileUsed });
    // Spark forgets files that were not drawn for 3 s, also those of a scene that takes longer for a frame. Here they go with the scene.
    Object.defineProperty(this, 'cleanupLodTrees', { value: () => Promise.resolve() });
  }

  override onBeforeRender(renderer: WebGLRenderer, scene: Scene, camera: Camera): void {
    super.onBeforeRender(renderer, scene, camera);
    // Layers write colours as screens show them.
    this.uniforms.encodeLinear.value = false;
  }

  /** The worker that chooses levels of detail. */
  levels(): SparkWorker {
    return this['ensureLodWorker']();
  }

  /** True while a picture with more or better sorted splats is to come. */
  isBusy(): boolean {
    const { pager, lodWorker, current, display } = this;
    return (
      this.dirty ||
      this.lodDirty ||
      this.lodUpdates.length > 0 ||
      this.lodInitQueue.length > 0 ||
      this.sorting ||
      this.sortDirty ||
      lodWorker === null ||
      lodWorker.queue !== null ||
      current.mappingVersion !== display.mappingVersion ||
      pager === undefined ||
      isLoading(pager)
    );
  }

  override dispose(): void {
    this.#isEnded = true;
    // Without the rejections of what they were asked for, which nobody catches.
    for (const worker of [this.sortWorker, this.lodWorker]) worker?.worker.terminate();
    this.sortWorker = null;
    this.lodWorker = null;
    super.dispose();
    this.sortWorker = ENDED;
    this.lodWorker = ENDED;
    this.geometry.dispose();
    this.material.dispose();
    // What all renderers of a page share would hold on to this one.
    SplatAccumulator.fullScreenQuad.dispose();
    for (const texture of [
      SplatAccumulator.emptyTexture,
      SplatPager.emptyUint32x4,
      SplatPager.emptyUint32x2,
      SplatPager.emptyIndicesTexture,
      SparkRenderer['emptyOrdering'],
    ])
      texture.dispose();
  }
}

function isLoading(pager: SplatPager): boolean {
  const waiting = [
    pager['fetchers'],
    pager['fetched'],
    pager['newUploads'],
    pager['readyUploads'],
    pager.lodTreeUpdates,
  ].some(({ length }) => length > 0);
  return (
    waiting ||
    pager.fetchPriority
      .slice(0, pager.maxPages)
      .some(({ splats, chunk }) => pager.getSplatsChunk(splats, chunk) === undefined)
  );
}
