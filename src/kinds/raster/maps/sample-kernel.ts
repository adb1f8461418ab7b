import { PHASES } from './tent.ts';
import { type Code, f32, f64, get, i32, i64, loopWhile, set, v128, wasmModule, when } from './wasm-code.ts';

/** Where the kernel finds weights: those of columns in fours, and those of rows (`Tent`). */
export const ACROSS_AT = 0;
export const ALONG_AT = 8192;
/** Where the colours of a span are left: zero where nothing shows. */
export const SPAN_AT = 24_576;
/** Colours of a span that there is room for. */
export const MOST_PLACES = 8192;
/** Where the patch begins: at a whole page of memory. */
export const PATCH_AT = 65_536;

/** What the kernel is told, in this order. Around the patch lie as many pixels that do not show as tents reach. */
const PARAMETERS = {
  /** Places of the span, the first one, and steps to the next, in pixels of the patch. */
  ...({ count: 'i32', x: 'f64', y: 'f64', stepX: 'f64', stepY: 'f64' } as const),
  ...({ width: 'f64', height: 'f64' } as const),
  /** Of the tents; fours of pixels that they reach across, and rows. */
  ...({ radiusX: 'f64', radiusY: 'f64', fours: 'i32', rows: 'i32' } as const),
  /** Address of the first pixel of the patch, and bytes from row to row. */
  ...({ patch: 'i32', rowBytes: 'i32' } as const),
};
/** Samples a span. @param numbers as many as parameters, in their order */
export type RunKernel = (...numbers: readonly number[]) => void;

const LOCALS = {
  ...({ index: 'i32' } as const),
  /** Left and upper ends of the tents, steps to the next, and what is added for the place itself, in 2^-32 of a pixel. */
  ...({
    endX: 'i64',
    endY: 'i64',
    byX: 'i64',
    byY: 'i64',
    halfX: 'i64',
    halfY: 'i64',
    limitX: 'i64',
    limitY: 'i64',
  } as const),
  /** First pixel below the tents. */
  ...({ left: 'i32', top: 'i32' } as const),
  /** Addresses: of weights, of pixels, of the end of the weights of a row. */
  ...({ across: 'i32', along: 'i32', pixel: 'i32', lastAcross: 'i32', weight: 'i32', row: 'i32' } as const),
  ...({ sum: 'v128', rowSum: 'v128', pixels: 'v128' } as const),
};

const variables = { ...PARAMETERS, ...LOCALS };
const local = Object.fromEntries(Object.keys(variables).map((name, at) => [name, at])) as {
  readonly [Name in keyof typeof variables]: number;
};
type Local = keyof typeof variables;
const value = (name: Local): Code => get(local[name]);
const assign = (name: Local, code: Code): Code => set(local[name], code);
const increase = (name: Local, by: Code): Code => assign(name, i32.add(value(name), by));

const ONE = 2 ** 32;
const whole = (code: Code): Code => i64.toI32(i64.shiftRight(code, i64.const(32)));

const pixelAt = (column: Code, row: Code): Code =>
  i32.add(value('patch'), i32.add(i32.mul(row, value('rowBytes')), i32.mul(column, i32.const(4))));

/** The first pixel of a tent, and where its weights begin. @param bytes of weights of a phase */
const placeTent = (end: Local, first: Local, weights: Local, table: number, bytes: Code): Code => [
  ...assign(first, whole(i64.add(value(end), i64.const(ONE - 1)))),
  ...assign(weights, i64.toI32(i64.shiftRight(i64.sub(i64.const(0), value(end)), i64.const(24)))),
  ...assign(weights, i32.add(i32.mul(i32.and(value(weights), i32.const(PHASES - 1)), bytes), i32.const(table))),
];

/** Red, green, blue and alpha of two pixels by their weights: four sums of two products. */
const pair = (pixel: number, weight: number): Code =>
  v128.dot(
    v128.widen(v128.interleave(v128.load32(value('pixel'), pixel), v128.load32(value('pixel'), pixel + 4))),
    v128.load32Splat(value('weight'), weight),
  );

const addFour: Code = [
  ...assign('rowSum', v128.addI32(value('rowSum'), v128.addI32(pair(0, 0), pair(8, 4)))),
  ...increase('pixel', i32.const(16)),
  ...increase('weight', i32.const(8)),
];

const addRow: Code = [
  ...assign('rowSum', v128.zero),
  ...assign('pixel', pixelAt(value('left'), value('row'))),
  ...assign('weight', value('across')),
  ...loopWhile(i32.lessThan(value('weight'), value('lastAcross')), addFour),
  ...assign('sum', v128.addI32(value('sum'), v128.mulI32(value('rowSum'), v128.load32Splat(value('along'))))),
  ...increase('along', i32.const(4)),
  ...increase('row', i32.const(1)),
];

/** Colours are weighted by how much of them shows; the place itself shows wholly. */
const visible: Code = v128.toI32(
  v128.nearestF32(
    v128.mulF32(
      v128.toF32(value('sum')),
      v128.splatF32(f32.div(f32.const(255), v128.laneF32(v128.toF32(value('sum')), 3))),
    ),
  ),
);

const samplePlace: Code = [
  ...placeTent('endX', 'left', 'across', ACROSS_AT, i32.mul(value('fours'), i32.const(8))),
  ...placeTent('endY', 'top', 'along', ALONG_AT, i32.mul(value('rows'), i32.const(4))),
  ...assign('sum', v128.zero),
  ...assign('row', value('top')),
  ...assign('lastAcross', i32.add(value('across'), i32.mul(value('fours'), i32.const(8)))),
  ...loopWhile(i32.lessThan(value('row'), i32.add(value('top'), value('rows'))), addRow),
  ...i32.store(spanAt(), v128.laneI32(v128.narrow(visible, local.pixels), 0)),
];

function spanAt(): Code {
  return i32.add(i32.mul(value('index'), i32.const(4)), i32.const(SPAN_AT));
}

const isInside = (axis: 'X' | 'Y'): Code =>
  i64.lessThan(i64.add(value(`end${axis}`), value(`half${axis}`)), value(`limit${axis}`));

const alphaHere: Code = i32.load8(
  pixelAt(whole(i64.add(value('endX'), value('halfX'))), whole(i64.add(value('endY'), value('halfY')))),
  3,
);

const fixed = (code: Code): Code => i64.fromF64(f64.mul(code, f64.const(ONE)));
const half = (radius: Local): Code => f64.sub(value(radius), f64.const(-0.5));

/**
 * Samples a span: for each place the pixels below a tent across and a tent along, in the sum of both as `sampleSpan` does it, of
 * colours that show wholly or not at all.
 */
const body = [
  ...assign('halfX', fixed(half('radiusX'))),
  ...assign('halfY', fixed(half('radiusY'))),
  ...assign('endX', i64.sub(fixed(value('x')), value('halfX'))),
  ...assign('endY', i64.sub(fixed(value('y')), value('halfY'))),
  ...assign('byX', fixed(value('stepX'))),
  ...assign('byY', fixed(value('stepY'))),
  ...assign('limitX', fixed(value('width'))),
  ...assign('limitY', fixed(value('height'))),
  ...loopWhile(
    i32.lessThan(value('index'), value('count')),
    i32.store(spanAt(), i32.const(0)),
    when(i32.and(isInside('X'), isInside('Y')), when(alphaHere, samplePlace)),
    assign('endX', i64.add(value('endX'), value('byX'))),
    assign('endY', i64.add(value('endY'), value('byY'))),
    increase('index', i32.const(1)),
  ),
];

const program = new WebAssembly.Module(wasmModule(PARAMETERS, LOCALS, body));

/** A kernel that works on a memory: see `RunKernel`. */
export function createKernel(memory: WasmMemory): RunKernel {
  return new WebAssembly.Instance(program, { env: { memory } }).exports['run'] as RunKernel;
}
