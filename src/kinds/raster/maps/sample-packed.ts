import type { BlockPart } from '../draw/block-parts.ts';
import { MAX_RADIUS, PIECE_PIXELS } from './map-plan.ts';
import { copyPart, type PaintedBlock } from './painted-blocks.ts';
import type { SampleSpan } from './sample.ts';
import { ACROSS_AT, ALONG_AT, createKernel, MOST_PLACES, PATCH_AT, type RunKernel, SPAN_AT } from './sample-kernel.ts';
import { type Tent, tentOf } from './tent.ts';

/** A block, and what of it lies where in a patch. */
export interface PlacedBlock {
  readonly block: PaintedBlock;
  readonly part: BlockPart;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Pixels around a patch that do not show, so that tents may reach beyond it: their radius, and what fours add to it. */
const MARGIN = MAX_RADIUS + 2;
const PAGE_BYTES = 65_536;
/** Twice the pixels of a piece: with its margins it has more only where it is a thousand times as long as wide. */
const MOST_BYTES = 2 * 4 * 2048 ** 2;

/** What a memory may grow to and stay: room for an ordinary piece, and half as much again for its margins and odd shapes. */
const KEPT_BYTES = PATCH_AT + 1.5 * 4 * PIECE_PIXELS;

interface Sampler {
  readonly memory: WasmMemory;
  readonly run: RunKernel;
  /** The tents whose weights lie in memory. */
  readonly loaded: { across: Tent | null; along: Tent | null };
}

function createSampler(): Sampler {
  const memory = new WebAssembly.Memory({ initial: PATCH_AT / PAGE_BYTES });
  return { memory, run: createKernel(memory), loaded: { across: null, along: null } };
}

/** One for each thread, as sampling waits for nothing. Memory of WebAssembly only grows, so that a large one is replaced. */
let sampler: Sampler | undefined;

/** Whether a patch is one that `packedSampler` takes: each pixel shows wholly or not at all, and it is of a usual shape. */
export function isPackable(size: Size, blocks: readonly PlacedBlock[]): boolean {
  return blocks.every(({ block }) => block.isBinary) && bytesOf(size) <= MOST_BYTES;
}

/**
 * Makes what samples a patch of blocks as `sampleSpan` does, with weights in whole numbers: half a grey level off at most in the
 * mean, and several times as fast. It is good until the next one is made.
 */
export function packedSampler(
  size: Size,
  blocks: readonly PlacedBlock[],
  result: Uint8ClampedArray<ArrayBuffer>,
): SampleSpan {
  const { width, height } = size;
  const stride = width + 2 * MARGIN;
  const present = samplerFor(bytesOf(size));
  const { memory, run } = present;
  const patch = new Uint32Array(memory.buffer, PATCH_AT, bytesOf(size) / 4).fill(0);
  for (const { block, part } of blocks) {
    copyPart(block, { ...part, x: part.x + MARGIN, y: part.y + MARGIN }, patch, stride);
  }
  const drawn = new Int32Array(memory.buffer, SPAN_AT, MOST_PLACES);
  const target = new Int32Array(result.buffer);
  const first = PATCH_AT + 4 * (MARGIN * stride + MARGIN);
  return ({ count, x, y, stepX, stepY, radiusX, radiusY }, at) => {
    const [across, along] = [tentOf(radiusX), tentOf(radiusY)];
    load(present, across, along);
    const fours = Math.ceil(across.count / 4);
    for (let done = 0; done < count; done += MOST_PLACES) {
      const places = Math.min(MOST_PLACES, count - done);
      const [px, py] = [x + done * stepX, y + done * stepY];
      run(
        places,
        px,
        py,
        stepX,
        stepY,
        width,
        height,
        across.radius,
        along.radius,
        fours,
        along.count,
        first,
        4 * stride,
      );
      putColours(drawn, places, target, at + done);
    }
  };
}

/** What another turn around the world has drawn stays where this one shows nothing. */
function putColours(drawn: Int32Array, count: number, target: Int32Array, at: number): void {
  for (let place = 0; place < count; place++) {
    const colour = drawn[place]!;
    if (colour !== 0) target[at + place] = colour;
  }
}

const bytesOf = ({ width, height }: Size): number => 4 * (width + 2 * MARGIN) * (height + 2 * MARGIN);

/** With room for a patch of so many bytes. */
function samplerFor(bytes: number): Sampler {
  const needed = PATCH_AT + bytes;
  const isLarge = (sampler?.memory.buffer.byteLength ?? 0) > KEPT_BYTES;
  if (sampler === undefined || (isLarge && needed <= KEPT_BYTES)) sampler = createSampler();
  const missing = needed - sampler.memory.buffer.byteLength;
  if (missing > 0) sampler.memory.grow(Math.ceil(missing / PAGE_BYTES));
  return sampler;
}

function load({ memory, loaded }: Sampler, across: Tent, along: Tent): void {
  if (loaded.across !== across) new Int16Array(memory.buffer, ACROSS_AT).set(across.fours);
  if (loaded.along !== along) new Int32Array(memory.buffer, ALONG_AT).set(along.weights);
  loaded.across = across;
  loaded.along = along;
}
