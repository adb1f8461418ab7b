/**
 * SHA-256 of many texts with the same beginning. Web Crypto has it too, but only behind https and one promise a hash: ten
 * times slower for texts this short.
 */

const BLOCK_BYTES = 64;
/** The mark and the length at the end of what is hashed. */
const END_BYTES = 9;

const PRIMES = Array.from({ length: 310 }, (_, index) => index + 2).filter((number) => {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) if (number % divisor === 0) return false;
  return true;
});
const fraction = (number: number): number => ((number % 1) * 2 ** 32) | 0;
/** As FIPS 180-4 derives them: cube roots of the first 64 primes, square roots of the first eight. */
const ROUND_CONSTANTS = Int32Array.from(PRIMES.slice(0, 64), (prime) => fraction(Math.cbrt(prime)));
const INITIAL_STATE = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/**
 * Prepares the beginning of texts, in ASCII.
 *
 * @returns a function from the end of a text, a whole number in digits, to the first 32 bits of its hash
 */
export function hashesAfter(beginning: string): (end: number) => number {
  const bytes = new TextEncoder().encode(beginning);
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  const prepared = INITIAL_STATE.slice();
  for (let at = 0; at < whole; at += BLOCK_BYTES) addBlock(prepared, bytes, at);
  const rest = bytes.subarray(whole);
  // What is left of the beginning, the digits and the end need two blocks at most.
  const last = new Uint8Array(2 * BLOCK_BYTES);
  last.set(rest);
  const view = new DataView(last.buffer);
  const state = new Int32Array(8);

  return (end) => {
    const digits = String(end);
    for (let index = 0; index < digits.length; index += 1) last[rest.length + index] = digits.charCodeAt(index);
    const length = rest.length + digits.length;
    const blocks = length + END_BYTES <= BLOCK_BYTES ? 1 : 2;
    last.fill(0, length);
    last[length] = 0x80;
    view.setUint32(blocks * BLOCK_BYTES - 4, (whole + length) * 8);
    state.set(prepared);
    for (let block = 0; block < blocks; block += 1) addBlock(state, last, block * BLOCK_BYTES);
    return state[0]! >>> 0;
  };
}

const words = new Int32Array(64);
const rotate = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The compression function of FIPS 180-4, with its names of variables. */
function addBlock(state: Int32Array, bytes: Uint8Array, at: number): void {
  for (let t = 0; t < 16; t += 1) {
    const from = at + 4 * t;
    words[t] = (bytes[from]! << 24) | (bytes[from + 1]! << 16) | (bytes[from + 2]! << 8) | bytes[from + 3]!;
  }
  for (let t = 16; t < 64; t += 1) {
    const [w2, w15] = [words[t - 2]!, words[t - 15]!];
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3);
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10);
    words[t] = (words[t - 16]! + s0 + words[t - 7]! + s1) | 0;
  }
  let [a, b, c, d] = [state[0]!, state[1]!, state[2]!, state[3]!];
  let [e, f, g, h] = [state[4]!, state[5]!, state[6]!, state[7]!];
  for (let t = 0; t < 64; t += 1) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + sum1 + choice + ROUND_CONSTANTS[t]! + words[t]!) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + sum0 + majority) | 0;
  }
  state[0] = state[0]! + a;
  state[1] = state[1]! + b;
  state[2] = state[2]! + c;
  state[3] = state[3]! + d;
  state[4] = state[4]! + e;
  state[5] = state[5]! + f;
  state[6] = state[6]! + g;
  state[7] = state[7]! + h;
}
