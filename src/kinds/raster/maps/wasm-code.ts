/**
 * Code of WebAssembly (core specification 2.0, chapter 5) put together from expressions: what is computed with eight or
 * sixteen numbers at once, which JavaScript cannot, in an order that can be read.
 */
export type Code = readonly number[];

/** A local variable, or parameter, by its number. */
export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];

const unary =
  (...opcode: number[]) =>
  (value: Code): Code => [...value, ...opcode];
const binary =
  (...opcode: number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode];
/** Of memory at an address and so many bytes behind it; the address may be any. */
const load =
  (...opcode: number[]) =>
  (address: Code, behind = 0): Code => [...address, ...opcode, 0, ...unsigned(behind)];

const vector = (opcode: number): readonly number[] => [0xfd, ...unsigned(opcode)];

export const i32 = {
  const: (value: number): Code => [0x41, ...signed(value)],
  add: binary(0x6a),
  mul: binary(0x6c),
  lessThan: binary(0x48),
  and: binary(0x71),
  load8: load(0x2d),
  store: (address: Code, value: Code): Code => [...address, ...value, 0x36, 0, 0],
};

export const i64 = {
  const: (value: number): Code => [0x42, ...signed(value)],
  add: binary(0x7c),
  sub: binary(0x7d),
  shiftRight: binary(0x87),
  /** Of numbers that are not below zero, as which those below are the largest there are. */
  lessThan: binary(0x54),
  /** Towards zero. */
  fromF64: unary(0xfc, 6),
  toI32: unary(0xa7),
};

export const f32 = {
  const: (value: number): Code => [0x43, ...new Uint8Array(Float32Array.of(value).buffer)],
  div: binary(0x95),
};

export const f64 = {
  const: (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)],
  sub: binary(0xa1),
  mul: binary(0xa2),
};

/** Sixteen bytes: numbers of 8, 16 or 32 bits. */
export const v128 = {
  zero: [...vector(12), ...new Uint8Array(16)] as Code,
  /** The same 32 bits four times. */
  load32Splat: load(...vector(9)),
  /** Four bytes, and zeros behind them. */
  load32: load(...vector(92)),
  /** The first bytes of two vectors, the second ones and so on. */
  interleave: (a: Code, b: Code): Code => [
    ...a,
    ...b,
    ...vector(13),
    0,
    16,
    1,
    17,
    2,
    18,
    3,
    19,
    4,
    20,
    5,
    21,
    6,
    22,
    7,
    23,
  ],
  /** The first eight bytes as numbers of 16 bits. */
  widen: unary(...vector(137)),
  /** Products of numbers of 16 bits, added two by two. */
  dot: binary(...vector(186)),
  addI32: binary(...vector(174)),
  mulI32: binary(...vector(181)),
  toF32: unary(...vector(250)),
  splatF32: unary(...vector(19)),
  laneF32: (value: Code, lane: number): Code => [...value, ...vector(31), lane],
  mulF32: binary(...vector(230)),
  nearestF32: unary(...vector(106)),
  toI32: unary(...vector(248)),
  /** Four numbers of 32 bits as bytes: the nearest there are. @param local that is used for it */
  narrow: (value: Code, local: number): Code => [
    ...set(local, value),
    ...get(local),
    ...get(local),
    ...vector(133),
    ...set(local, []),
    ...get(local),
    ...get(local),
    ...vector(102),
  ],
  laneI32: (value: Code, lane: number): Code => [...value, ...vector(27), lane],
};

/** Runs while a condition holds. */
export const loopWhile = (condition: Code, ...body: readonly Code[]): Code => [
  0x02,
  0x40,
  0x03,
  0x40,
  ...condition,
  0x45,
  0x0d,
  1,
  ...body.flat(),
  0x0c,
  0,
  0x0b,
  0x0b,
];

export const when = (condition: Code, ...body: readonly Code[]): Code => [
  ...condition,
  0x04,
  0x40,
  ...body.flat(),
  0x0b,
];

const TYPES = { i32: 0x7f, i64: 0x7e, f64: 0x7c, v128: 0x7b } as const;
type ValueType = keyof typeof TYPES;
/** By their names, in their order. */
type Variables = Readonly<Record<string, ValueType>>;

/**
 * A module of one function without a result, exported as `run`, that works on the memory imported as `env.memory`.
 * @param locals of the function, numbered behind its parameters
 */
export function wasmModule(parameters: Variables, locals: Variables, body: Code): Uint8Array<ArrayBuffer> {
  const [given, own] = [parameters, locals].map((variables) => Object.values(variables).map((type) => TYPES[type]));
  const code = [...unsigned(own!.length), ...own!.flatMap((type) => [1, type]), ...body, 0x0b];
  return Uint8Array.from([
    0,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, ...unsigned(given!.length), ...given!, 0]),
    ...section(2, [1, ...name('env'), ...name('memory'), 2, 0, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...name('run'), 0, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}

const section = (id: number, content: Code): Code => [id, ...unsigned(content.length), ...content];
const name = (text: string): Code => [text.length, ...new TextEncoder().encode(text)];

/** LEB128. */
function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  const isLast = value >= -64 && value < 64;
  // Not by shifts, which know 32 bits only.
  const low = ((value % 128) + 128) % 128;
  return isLast ? [low] : [low | 128, ...signed((value - low) / 128)];
}
