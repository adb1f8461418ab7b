import { startWasm, type WasmMemory, type WasmNumber } from '../../../webassembly/index.ts';
import type { BlockPart } from '../draw/block-parts.ts';
import { MAX_RADIUS, PIECE_PIXELS } from './map-plan.ts';
import { copyPart, type PaintedBlock } from './painted-blocks.ts';
import type { SampleSpan } from './sample.ts';
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
/** Pixels that a memory may grow to and stay: an ordinary piece, and half as much again for its margins and odd shapes. */
const KEPT_BYTES = 1.5 * 4 * PIECE_PIXELS;

/** Exports of `sample/assembly/index.ts`. */
interface SampleExports {
  readonly memory: WasmMemory;
  readonly ACROSS_AT: WasmNumber;
  readonly ALONG_AT: WasmNumber;
  readonly SPAN_AT: WasmNumber;
  readonly MOST_PLACES: WasmNumber;
  readonly PATCH_AT: WasmNumber;
  describePatch(width: number, height: number, margin: number): void;
  describeTents(radiusX: number, radiusY: number, fours: number, rows: number): void;
  sampleSpan(count: number, x: number, y: number, stepX: number, stepY: number): void;
}

interface Sampler {
  readonly wasm: SampleExports;
  /** The tents whose weights lie in memory. */
  readonly loaded: { across: Tent | null; along: Tent | null };
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
  const { memory, MOST_PLACES, PATCH_AT, SPAN_AT, ...wasm } = present.wasm;
  const patch = new Uint32Array(memory.buffer, PATCH_AT.value, bytesOf(size) / 4).fill(0);
  for (const { block, part } of blocks) {
    copyPart(block, { ...part, x: part.x + MARGIN, y: part.y + MARGIN }, patch, stride);
  }
  wasm.describePatch(width, height, MARGIN);
  const most = MOST_PLACES.value;
  const drawn = new Int32Array(memory.buffer, SPAN_AT.value, most);
  const target = new Int32Array(result.buffer);
  let whole = drawn;
  return ({ count, x, y, stepX, stepY, radiusX, radiusY, isOver }, at) => {
    load(present, tentOf(radiusX), tentOf(radiusY));
    for (let done = 0; done < count; done += most) {
      const places = Math.min(most, count - done);
      wasm.sampleSpan(places, x + done * stepX, y + done * stepY, stepX, stepY);
      if (isOver) putOver(drawn, places, target, at + done);
      else {
        if (whole.length !== places) whole = drawn.subarray(0, places);
        target.set(whole, at + done);
      }
    }
  };
}

/** What another turn around the world has drawn stays where this one shows nothing. */
function putOver(drawn: Int32Array, count: number, target: Int32Array, at: number): void {
  for (let place = 0; place < count; place++) {
    const colour = drawn[place]!;
    if (colour !== 0) target[at + place] = colour;
  }
}

const bytesOf = ({ width, height }: Size): number => 4 * (width + 2 * MARGIN) * (height + 2 * MARGIN);

/** With room for a patch of so many bytes. */
function samplerFor(bytes: number): Sampler {
  const before = sampler?.wasm;
  const isLarge = before !== undefined && before.memory.buffer.byteLength > before.PATCH_AT.value + KEPT_BYTES;
  if (sampler === undefined || (isLarge && bytes <= KEPT_BYTES)) {
    sampler = { wasm: startWasm<SampleExports>('sample'), loaded: { across: null, along: null } };
  }
  const { memory, PATCH_AT } = sampler.wasm;
  const missing = PATCH_AT.value + bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  return sampler;
}

function load({ wasm, loaded }: Sampler, across: Tent, along: Tent): void {
  if (loaded.across === across && loaded.along === along) return;
  const { buffer } = wasm.memory;
  if (loaded.across !== across) new Int16Array(buffer, wasm.ACROSS_AT.value).set(across.fours);
  if (loaded.along !== along) new Int32Array(buffer, wasm.ALONG_AT.value).set(along.weights);
  wasm.describeTents(across.radius, along.radius, Math.ceil(across.count / 4), along.count);
  loaded.across = across;
  loaded.along = along;
}
