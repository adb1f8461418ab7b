import { SplatMesh, type SplatPager } from '@sparkjsdev/spark';
import { Group } from 'three';
import type { Held } from '../../../scene/core/layer-view.ts';
import type { Box } from '../../../scene/geometry/triple.ts';
import { createSplatClip } from '../look/clip-splats.ts';
import { CHUNK_SPLATS, type RadHead } from '../rad/rad-head.ts';
import { RangedSplats, type ReadChunk } from './ranged-splats.ts';

/** Splats that are drawn now, as the graphics card has them. */
export type DrawnSplats = {
  readonly count: number;
  /** Which of the arrays below are drawn. */
  readonly indices: Uint32Array;
  /** Four words each: place and opacity. */
  readonly places: Uint32Array;
  /** Four words each: colour, scales and turn. */
  readonly looks: Uint32Array;
};

export type SplatLook = { readonly opacity: number; readonly degree: number };

/** Bytes of a splat by the degree of its harmonics: 32 for itself, 16 for each texture of harmonics. */
const SPLAT_BYTES = [32, 48, 64, 96] as const;

export const pageBytes = (degree: number): number => CHUNK_SPLATS * (SPLAT_BYTES[degree] ?? SPLAT_BYTES[3]);

/** The splats of one file on the stage of a scene. */
export class ShownSplats {
  /** Its place in the scene is that of the splats. */
  readonly object = new Group();
  /** Splats drawn at once at most. */
  most = 0;
  readonly head: RadHead;
  readonly changed: () => void;
  readonly #read: ReadChunk;
  readonly #clip = createSplatClip();
  #look: SplatLook = { opacity: 1, degree: 3 };
  #mesh: SplatMesh | null = null;
  #splats: RangedSplats | null = null;

  constructor(head: RadHead, read: ReadChunk, changed: () => void) {
    this.head = head;
    this.#read = read;
    this.changed = changed;
  }

  /** Draws from a pool of chunks. */
  start(pager: SplatPager): void {
    this.#splats = new RangedSplats(this.head.degree, this.#read, this.changed);
    this.#splats.pager = pager;
    // Spark's own picking needs WebAssembly on the page.
    this.#mesh = new SplatMesh({
      paged: this.#splats,
      raycastable: false,
      editable: false,
      worldModifier: this.#clip.modifier,
    });
    this.#applyLook();
    this.object.add(this.#mesh);
  }

  /** Cancels requests and frees what was drawn. */
  stop(): void {
    const [mesh, splats] = [this.#mesh, this.#splats];
    if (mesh === null || splats === null) return;
    this.object.remove(mesh);
    // All meshes of a page share it.
    mesh.context.lodIndices.value.dispose();
    mesh.dispose();
    splats.pager?.removeSplats(splats);
    this.#mesh = null;
    this.#splats = null;
  }

  setLook(look: SplatLook): void {
    this.#look = look;
    this.#applyLook();
  }

  /** @returns whether it changed */
  setClip(box: Box | null): boolean {
    const isChanged = this.#clip.set(box);
    if (isChanged) this.#mesh?.updateVersion();
    return isChanged;
  }

  failure(): unknown {
    return this.#splats?.failure();
  }

  held(): Held {
    const chunks = this.#splats?.pager?.splatsChunkToPage.get(this.#splats) ?? [];
    const pages = chunks.filter((page) => page !== undefined).length;
    return { points: this.#splats?.numSplats ?? 0, bytes: pages * pageBytes(this.head.degree) };
  }

  drawn(): DrawnSplats | null {
    const splats = this.#splats;
    const pager = splats?.pager;
    if (splats === null || pager === undefined || splats.numSplats === 0) return null;
    const [places, looks] = [pager.packedTexture.value.image.data, pager.extTexture.value.image.data];
    const indices: unknown = splats.dynoIndices.value.image.data;
    const isWords = (words: unknown): words is Uint32Array => words instanceof Uint32Array;
    if (!isWords(places) || !isWords(looks) || !isWords(indices)) return null;
    return { count: splats.numSplats, indices, places, looks };
  }

  #applyLook(): void {
    const [mesh, { opacity, degree }] = [this.#mesh, this.#look];
    if (mesh === null) return;
    mesh.opacity = opacity;
    if (mesh.maxSh === degree) return;
    mesh.maxSh = degree;
    mesh.updateGenerator();
  }
}
