import { integerModelBytes, placeCorrectors, startIntegerModel, startSymbolModel, symbolModelBytes } from './models';
import { addToMedian, MEDIAN_BYTES, middleOf, startMedian } from './median';

/**
 * The layers of a chunk of points (formats 6, 7 and 8), each a stream of its own. A layer is coded from the second point to the last
 * before the next one begins; what later layers need to know of a point stands in `changes` and `levels`.
 *
 * The same function encodes and decodes: an encoder returns the value that it is given, a decoder ignores it.
 *
 * Every scanner channel has models and last values of its own. A channel that appears takes over the values of the point before it.
 */

/** The points of the chunk, one record after the other. */
let records: usize = 0;
let recordBytes: usize = 0;
let count: i32 = 0;
/** A byte a point: what changed against the last point of its channel. */
let changes: usize = 0;
/** A byte a point: mean number of bits of the differences in x and y. */
let levels: usize = 0;
export const SCRATCH_BYTES_A_POINT: usize = 2;

export function setChunk(points: usize, bytesOfRecord: usize, numberOfPoints: i32, scratch: usize): void {
  records = points;
  recordBytes = bytesOfRecord;
  count = numberOfPoints;
  changes = scratch;
  levels = scratch + <usize>numberOfPoints;
}

function pointAt(index: i32): usize {
  return records + <usize>index * recordBytes;
}

// Byte offsets of the fields of a format 6 record.
const Y: usize = 4;
const Z: usize = 8;
const INTENSITY: usize = 12;
const RETURNS: usize = 14;
const FLAGS: usize = 15;
const CLASS: usize = 16;
const USER: usize = 17;
const ANGLE: usize = 18;
const SOURCE: usize = 20;
const TIME: usize = 22;

function returnNumber(point: usize): u32 {
  return <u32>load<u8>(point, RETURNS) & 15;
}

function numberOfReturns(point: usize): u32 {
  return <u32>load<u8>(point, RETURNS) >> 4;
}

function channelOf(point: usize): u32 {
  return (<u32>load<u8>(point, FLAGS) >> 4) & 3;
}

// Bits of a change; the lowest two tell how the return number changed.
const NEXT_RETURN: u32 = 1;
const FORMER_RETURN: u32 = 2;
const OTHER_RETURN: u32 = 3;
const NEW_RETURNS: u32 = 1 << 2;
const NEW_ANGLE: u32 = 1 << 3;
const NEW_TIME_BIT: u32 = 4;
const NEW_TIME: u32 = 1 << NEW_TIME_BIT;
const NEW_SOURCE: u32 = 1 << 5;
const NEW_CHANNEL: u32 = 1 << 6;

function changed(index: i32): u32 {
  return load<u8>(changes + <usize>index);
}

const CHANNELS: u32 = 4;

/** Models as they are at the start of a chunk, of all kinds of layers. */
let templates: usize = 0;
let templatesEnd: usize = 0;
/** Models and last values of the layer that is being coded, for each channel. */
let workplace: usize = 0;
let template: usize = 0;
let templateBytes: usize = 0;
let largestTemplate: usize = 0;
/** Place of the last point of each channel. */
const lastPoints = memory.data(4 * CHANNELS);
let seen: u32 = 0;

/** Begins a layer with the models of a template. */
function begin(start: usize, bytes: usize): void {
  template = start;
  templateBytes = bytes;
  seen = 0;
  adopt(channelOf(records), records);
}

/** Gives a channel its models and last values where it has none yet. @returns whether it had none */
function adopt(channel: u32, former: usize): bool {
  const bit: u32 = 1 << channel;
  if ((seen & bit) != 0) return false;
  seen |= bit;
  memory.copy(stateOf(channel), template, templateBytes);
  store<u32>(lastPoints + <usize>(channel << 2), <u32>former);
  return true;
}

function stateOf(channel: u32): usize {
  return workplace + <usize>channel * largestTemplate;
}

function lastOf(channel: u32): usize {
  return load<u32>(lastPoints + <usize>(channel << 2));
}

function setLast(channel: u32, point: usize): void {
  store<u32>(lastPoints + <usize>(channel << 2), <u32>point);
}

// Templates, and where their parts begin.

let reserved: usize = 0;
function reserve(bytes: usize): usize {
  const at = reserved;
  reserved += bytes;
  return at;
}
function total(): usize {
  const bytes = (reserved + 15) & ~15;
  reserved = 0;
  largestTemplate = max(largestTemplate, bytes);
  return bytes;
}

placeCorrectors();

const CHANGE_SYMBOLS: u32 = 128;
const CHANGE_CONTEXTS: usize = 8;
const CHANNEL_SYMBOLS: u32 = 3;
const RETURN_SYMBOLS: u32 = 16;
const SAME_TIME_SYMBOLS: u32 = 13;
const X_CONTEXTS: u32 = 2;
const Y_CONTEXTS: u32 = 22;
const MEDIANS: usize = 12;
const changeModels = reserve(CHANGE_CONTEXTS * symbolModelBytes(CHANGE_SYMBOLS));
const channelModel = reserve(symbolModelBytes(CHANNEL_SYMBOLS));
const numberModels = reserve(<usize>RETURN_SYMBOLS * symbolModelBytes(RETURN_SYMBOLS));
const returnModels = reserve(<usize>RETURN_SYMBOLS * symbolModelBytes(RETURN_SYMBOLS));
const sameTimeModel = reserve(symbolModelBytes(SAME_TIME_SYMBOLS));
const xModel = reserve(integerModelBytes(32, X_CONTEXTS));
const yModel = reserve(integerModelBytes(32, Y_CONTEXTS));
const xMedians = reserve(MEDIANS * MEDIAN_BYTES);
const yMedians = reserve(MEDIANS * MEDIAN_BYTES);
const PLACE_BYTES = total();

const Z_CONTEXTS: u32 = 20;
const LAST_HEIGHTS: u32 = 8;
const zModel = reserve(integerModelBytes(32, Z_CONTEXTS));
const lastHeights = reserve(4 * LAST_HEIGHTS);
const HEIGHT_BYTES = total();

/** Models of bytes, by a context of six bits. */
const BYTE_CONTEXTS: usize = 64;
const BYTE_MODEL_BYTES = symbolModelBytes(256);
const byteModels = reserve(BYTE_CONTEXTS * BYTE_MODEL_BYTES);
const BYTES_BYTES = total();

const FLAG_SYMBOLS: u32 = 64;
const FLAG_MODEL_BYTES = symbolModelBytes(FLAG_SYMBOLS);
const flagModels = reserve(<usize>FLAG_SYMBOLS * FLAG_MODEL_BYTES);
const FLAGS_BYTES = total();

const INTENSITY_CONTEXTS: u32 = 4;
const LAST_INTENSITIES: u32 = 8;
const intensityModel = reserve(integerModelBytes(16, INTENSITY_CONTEXTS));
const lastIntensities = reserve(2 * LAST_INTENSITIES);
const INTENSITY_BYTES = total();

/** Scan angle (two contexts) and point source (one). */
const SHORT_CONTEXTS: u32 = 2;
const shortModel = reserve(integerModelBytes(16, SHORT_CONTEXTS));
const SHORT_BYTES = total();

const MULTIPLE_SYMBOLS: u32 = 515;
const ZERO_STEP_SYMBOLS: u32 = 5;
const TIME_CONTEXTS: u32 = 9;
const SEQUENCES: u32 = 4;
const multipleModel = reserve(symbolModelBytes(MULTIPLE_SYMBOLS));
const zeroStepModel = reserve(symbolModelBytes(ZERO_STEP_SYMBOLS));
const timeModel = reserve(integerModelBytes(32, TIME_CONTEXTS));
/** For each sequence of times: the last one, the step to it, and how often steps differed from that. Then the one in use, and the newest. */
const times = reserve(8 * SEQUENCES);
const steps = reserve(4 * SEQUENCES);
const extremes = reserve(4 * SEQUENCES);
const currentSequence = reserve(4);
const newestSequence = reserve(4);
const TIME_BYTES = total();

const COLOUR_SYMBOLS: u32 = 128;
const COLOUR_BYTES_MODELS: usize = 6;
const colourModel = reserve(symbolModelBytes(COLOUR_SYMBOLS));
const colourModels = reserve(COLOUR_BYTES_MODELS * BYTE_MODEL_BYTES);
const COLOUR_BYTES = total();

const INFRARED_SYMBOLS: u32 = 4;
const infraredModel = reserve(symbolModelBytes(INFRARED_SYMBOLS));
const infraredModels = reserve(2 * BYTE_MODEL_BYTES);
const INFRARED_BYTES = total();

// Where the templates begin.
const PLACE: usize = 0;
const HEIGHT = PLACE + PLACE_BYTES;
const BYTES = HEIGHT + HEIGHT_BYTES;
const FLAG = BYTES + BYTES_BYTES;
const BRIGHTNESS = FLAG + FLAGS_BYTES;
const SHORT = BRIGHTNESS + INTENSITY_BYTES;
const CLOCK = SHORT + SHORT_BYTES;
const COLOUR = CLOCK + TIME_BYTES;
const INFRARED = COLOUR + COLOUR_BYTES;
const TEMPLATES_BYTES = INFRARED + INFRARED_BYTES;

export function modelsBytes(): usize {
  return TEMPLATES_BYTES + <usize>CHANNELS * largestTemplate;
}

function startSymbolModels(model: usize, models: usize, symbols: u32): void {
  for (let k: usize = 0; k < models; k++) startSymbolModel(model + k * symbolModelBytes(symbols), symbols);
}

/** Makes the templates, once; there must be room for modelsBytes() at `at`. */
export function makeTemplates(at: usize): void {
  templates = at;
  workplace = at + TEMPLATES_BYTES;
  memory.fill(at, 0, TEMPLATES_BYTES);
  const place = at + PLACE;
  startSymbolModels(place + changeModels, CHANGE_CONTEXTS, CHANGE_SYMBOLS);
  startSymbolModel(place + channelModel, CHANNEL_SYMBOLS);
  startSymbolModels(place + numberModels, RETURN_SYMBOLS, RETURN_SYMBOLS);
  startSymbolModels(place + returnModels, RETURN_SYMBOLS, RETURN_SYMBOLS);
  startSymbolModel(place + sameTimeModel, SAME_TIME_SYMBOLS);
  startIntegerModel(place + xModel, 32, X_CONTEXTS);
  startIntegerModel(place + yModel, 32, Y_CONTEXTS);
  for (let k: usize = 0; k < MEDIANS; k++) {
    startMedian(place + xMedians + k * MEDIAN_BYTES);
    startMedian(place + yMedians + k * MEDIAN_BYTES);
  }
  startIntegerModel(at + HEIGHT + zModel, 32, Z_CONTEXTS);
  startSymbolModels(at + BYTES + byteModels, BYTE_CONTEXTS, 256);
  startSymbolModels(at + FLAG + flagModels, FLAG_SYMBOLS, FLAG_SYMBOLS);
  startIntegerModel(at + BRIGHTNESS + intensityModel, 16, INTENSITY_CONTEXTS);
  startIntegerModel(at + SHORT + shortModel, 16, SHORT_CONTEXTS);
  startSymbolModel(at + CLOCK + multipleModel, MULTIPLE_SYMBOLS);
  startSymbolModel(at + CLOCK + zeroStepModel, ZERO_STEP_SYMBOLS);
  startIntegerModel(at + CLOCK + timeModel, 32, TIME_CONTEXTS);
  startSymbolModel(at + COLOUR + colourModel, COLOUR_SYMBOLS);
  startSymbolModels(at + COLOUR + colourModels, COLOUR_BYTES_MODELS, 256);
  startSymbolModel(at + INFRARED + infraredModel, INFRARED_SYMBOLS);
  startSymbolModels(at + INFRARED + infraredModels, 2, 256);
}

/** Which median predicts x and y: a row for each number of returns, a column for each return number. */
const MEDIAN_OF = memory.data<u8>([
  0, 1, 2, 3, 4, 5, 3, 4, 4, 5, 5, 5, 5, 5, 5, 5, 1, 0, 1, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 1, 2, 4, 4, 4, 4,
  4, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4,
  4, 4, 5, 3, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 4, 4, 4,
  4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 4, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 4, 4, 5, 3, 4, 4, 4, 4, 4, 4, 4, 5, 4, 4,
  4, 4, 4, 4, 5, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 4, 4, 4, 4, 4, 5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 4, 4, 4, 5, 3, 3,
  4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 4, 4, 5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 4, 5, 3, 3, 4, 4, 4, 4, 4, 4, 4,
  4, 4, 4, 5, 5, 5, 5, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5,
]);

/** x, y, returns, channel, and what changed. */
export function codePlace<C>(coder: C): void {
  begin(templates + PLACE, PLACE_BYTES);
  let former = records;
  let channel = channelOf(records);
  store<u8>(changes, 0);
  for (let index = 1; index < count; index++) {
    const point = pointAt(index);
    const returns = returnNumber(former);
    const context =
      (returns == 1 ? 1 : 0) | (returns >= numberOfReturns(former) ? 2 : 0) | ((changed(index - 1) & NEW_TIME) >> 2);
    let state = stateOf(channel);
    let change: u32 = 0;
    if (coder.encodes) {
      const next = channelOf(point);
      const last = (seen & (1 << next)) != 0 ? lastOf(next) : former;
      change = changeOf(point, last) | (next == channel ? 0 : NEW_CHANNEL);
    }
    const changeModel = state + changeModels + <usize>context * symbolModelBytes(CHANGE_SYMBOLS);
    change = coder.symbol(changeModel, change);
    store<u8>(changes + <usize>index, <u8>change);
    if ((change & NEW_CHANNEL) != 0) {
      // Steps to the next channels, of which there are three.
      const step = coder.symbol(state + channelModel, (channelOf(point) - channel - 1) & 3);
      channel = (channel + step + 1) & 3;
      adopt(channel, former);
      state = stateOf(channel);
    }
    const last = lastOf(channel);
    const isNewTime = (change & NEW_TIME) != 0;
    const lastNumber = numberOfReturns(last);
    let number = lastNumber;
    if ((change & NEW_RETURNS) != 0)
      number = coder.symbol(
        state + numberModels + <usize>lastNumber * symbolModelBytes(RETURN_SYMBOLS),
        numberOfReturns(point),
      );
    const lastReturn = returnNumber(last);
    let thisReturn = lastReturn;
    const kind = change & OTHER_RETURN;
    if (kind == NEXT_RETURN) thisReturn = (lastReturn + 1) & 15;
    else if (kind == FORMER_RETURN) thisReturn = (lastReturn - 1) & 15;
    else if (kind == OTHER_RETURN) {
      if (isNewTime)
        thisReturn = coder.symbol(
          state + returnModels + <usize>lastReturn * symbolModelBytes(RETURN_SYMBOLS),
          returnNumber(point),
        );
      else {
        // Neither the same, nor one more, nor one less: thirteen are left.
        const step = coder.symbol(state + sameTimeModel, (returnNumber(point) - lastReturn - 2) & 15);
        thisReturn = (lastReturn + step + 2) & 15;
      }
    }
    const isSingle: u32 = number == 1 ? 1 : 0;
    const median =
      <usize>(((<u32>load<u8>(MEDIAN_OF + <usize>((number << 4) | thisReturn))) << 1) | (isNewTime ? 1 : 0)) *
      MEDIAN_BYTES;
    const lastX = load<i32>(last);
    const stepX = coder.integer(
      state + xModel,
      32,
      isSingle,
      middleOf(state + xMedians + median),
      load<i32>(point) - lastX,
    );
    addToMedian(state + xMedians + median, stepX);
    const bitsX = coder.bits;
    const lastY = load<i32>(last, Y);
    const stepY = coder.integer(
      state + yModel,
      32,
      (min(bitsX, 20) & ~1) | isSingle,
      middleOf(state + yMedians + median),
      load<i32>(point, Y) - lastY,
    );
    addToMedian(state + yMedians + median, stepY);
    store<u8>(levels + <usize>index, <u8>((bitsX + coder.bits) >> 1));
    if (!coder.encodes) {
      store<i32>(point, lastX + stepX);
      store<i32>(point, lastY + stepY, Y);
      store<u8>(point, <u8>(thisReturn | (number << 4)), RETURNS);
      store<u8>(point, <u8>(channel << 4), FLAGS);
    }
    setLast(channel, point);
    former = point;
  }
}

function changeOf(point: usize, last: usize): u32 {
  const step = (returnNumber(point) - returnNumber(last)) & 15;
  return (
    (step == 0 ? 0 : step == 1 ? NEXT_RETURN : step == 15 ? FORMER_RETURN : OTHER_RETURN) |
    (numberOfReturns(point) == numberOfReturns(last) ? 0 : NEW_RETURNS) |
    (load<u16>(point, ANGLE) == load<u16>(last, ANGLE) ? 0 : NEW_ANGLE) |
    (load<u64>(point, TIME) == load<u64>(last, TIME) ? 0 : NEW_TIME) |
    (load<u16>(point, SOURCE) == load<u16>(last, SOURCE) ? 0 : NEW_SOURCE)
  );
}

export function codeHeight<C>(coder: C): void {
  begin(templates + HEIGHT, HEIGHT_BYTES);
  fillHeights(stateOf(channelOf(records)), load<i32>(records, Z));
  for (let index = 1; index < count; index++) {
    const point = pointAt(index);
    const channel = channelOf(point);
    const state = stateOf(channel);
    if (adopt(channel, point)) fillHeights(state, load<i32>(pointAt(index - 1), Z));
    const number = numberOfReturns(point);
    const distance = <i32>number - <i32>returnNumber(point);
    const height = state + lastHeights + <usize>(min(7, abs(distance)) << 2);
    const context = (min(<u32>load<u8>(levels + <usize>index), 18) & ~1) | (number == 1 ? 1 : 0);
    const z = coder.integer(state + zModel, 32, context, load<i32>(height), load<i32>(point, Z));
    store<i32>(height, z);
    if (!coder.encodes) store<i32>(point, z, Z);
  }
}

function fillHeights(state: usize, z: i32): void {
  for (let k: u32 = 0; k < LAST_HEIGHTS; k++) store<i32>(state + lastHeights + <usize>(k << 2), z);
}

export function codeClasses<C>(coder: C): void {
  begin(templates + BYTES, BYTES_BYTES);
  for (let index = 1; index < count; index++) {
    const point = pointAt(index);
    const channel = channelOf(point);
    adopt(channel, pointAt(index - 1));
    const thisReturn = returnNumber(point);
    const isOnly: u32 = thisReturn == 1 && thisReturn >= numberOfReturns(point) ? 1 : 0;
    const context = isOnly | ((<u32>load<u8>(lastOf(channel), CLASS) & 31) << 1);
    const value = coder.symbol(stateOf(channel) + <usize>context * BYTE_MODEL_BYTES, load<u8>(point, CLASS));
    if (!coder.encodes) store<u8>(point, <u8>value, CLASS);
    setLast(channel, point);
  }
}

/** Flags of the class, direction and edge of the scan: six bits without the channel. */
function flagsOf(point: usize): u32 {
  const flags = <u32>load<u8>(point, FLAGS);
  return (flags & 15) | ((flags >> 2) & 48);
}

export function codeFlags<C>(coder: C): void {
  begin(templates + FLAG, FLAGS_BYTES);
  for (let index = 1; index < count; index++) {
    const point = pointAt(index);
    const channel = channelOf(point);
    adopt(channel, pointAt(index - 1));
    const model = stateOf(channel) + <usize>flagsOf(lastOf(channel)) * FLAG_MODEL_BYTES;
    const value = coder.symbol(model, flagsOf(point));
    if (!coder.encodes) store<u8>(point, <u8>((value & 15) | (channel << 4) | ((value & 48) << 2)), FLAGS);
    setLast(channel, point);
  }
}

export function codeIntensities<C>(coder: C): void {
  begin(templates + BRIGHTNESS, INTENSITY_BYTES);
  fillIntensities(stateOf(channelOf(records)), load<u16>(records, INTENSITY));
  for (let index = 1; index < count; index++) {
    const point = pointAt(index);
    const channel = channelOf(point);
    const state = stateOf(channel);
    if (adopt(channel, point)) fillIntensities(state, load<u16>(pointAt(index - 1), INTENSITY));
    const thisReturn = returnNumber(point);
    const context =
      ((changed(index) >> NEW_TIME_BIT) & 1) |
      (thisReturn >= numberOfReturns(point) ? 2 : 0) |
      (thisReturn == 1 ? 4 : 0);
    const last = state + lastIntensities + <usize>(context << 1);
    const value = coder.integer(state + intensityModel, 16, context >> 1, load<u16>(last), load<u16>(point, INTENSITY));
    store<u16>(last, <u16>value);
    if (!coder.encodes) store<u16>(point, <u16>value, INTENSITY);
  }
}

function fillIntensities(state: usize, intensity: u16): void {
  for (let k: u32 = 0; k < LAST_INTENSITIES; k++) store<u16>(state + lastIntensities + <usize>(k << 1), intensity);
}

export function codeAngles<C>(coder: C): void {
  codeShorts<C>(coder, ANGLE, NEW_ANGLE, 1);
}

export function codeSources<C>(coder: C): void {
  codeShorts<C>(coder, SOURCE, NEW_SOURCE, 0);
}

/** A field of 16 bits, of the points where it changed. */
function codeShorts<C>(coder: C, field: usize, bit: u32, timeMask: u32): void {
  begin(templates + SHORT, SHORT_BYTES);
  for (let index = 1; index < count; index++) {
    const point = pointAt(index);
    const channel = channelOf(point);
    adopt(channel, pointAt(index - 1));
    const last = load<u16>(lastOf(channel) + field);
    const change = changed(index);
    if ((change & bit) != 0) {
      const context = (change >> NEW_TIME_BIT) & timeMask;
      const value = coder.integer(stateOf(channel) + shortModel, 16, context, last, load<u16>(point + field));
      if (!coder.encodes) store<u16>(point + field, <u16>value);
    } else if (!coder.encodes) store<u16>(point + field, last);
    setLast(channel, point);
  }
}

export function codeUserData<C>(coder: C): void {
  begin(templates + BYTES, BYTES_BYTES);
  for (let index = 1; index < count; index++) {
    const point = pointAt(index);
    const channel = channelOf(point);
    adopt(channel, pointAt(index - 1));
    const context = <u32>load<u8>(lastOf(channel), USER) >> 2;
    const value = coder.symbol(stateOf(channel) + <usize>context * BYTE_MODEL_BYTES, load<u8>(point, USER));
    if (!coder.encodes) store<u8>(point, <u8>value, USER);
    setLast(channel, point);
  }
}

// Symbols of a step in time: a multiple of the last step up to 499, more, less than -9 of it, another sequence.
const MANY: i32 = 500;
const FEW: i32 = -10;
const MANY_BACK: u32 = 510;
const NEW_SEQUENCE: u32 = 511;
/** After so many steps that are no multiple of the last one, the last one is forgotten. */
const MAX_EXTREMES: u32 = 3;

/** GPS time. @returns whether the times can be: a damaged stream may lead from one sequence to another for ever */
export function codeTimes<C>(coder: C): bool {
  begin(templates + CLOCK, TIME_BYTES);
  store<u64>(stateOf(channelOf(records)) + times, load<u64>(records, TIME));
  for (let index = 1; index < count; index++) {
    const point = pointAt(index);
    const channel = channelOf(point);
    const state = stateOf(channel);
    if (adopt(channel, point)) store<u64>(state + times, load<u64>(pointAt(index - 1), TIME));
    if ((changed(index) & NEW_TIME) != 0 && !codeTime<C>(coder, state, load<i64>(point, TIME))) return false;
    if (!coder.encodes) store<i64>(point, currentTime(state), TIME);
  }
  return true;
}

function currentTime(state: usize): i64 {
  return load<i64>(state + times + <usize>(load<u32>(state + currentSequence) << 3));
}

/** A step of time, or 64 bits that do not fit into 32, from a sequence ahead of the one in use. */
function stepFrom(state: usize, ahead: u32, time: i64): i64 {
  const sequence = (load<u32>(state + currentSequence) + ahead) & 3;
  return time - load<i64>(state + times + <usize>(sequence << 3));
}

function fits(step: i64): bool {
  return step == <i64>(<i32>step);
}

/** How many sequences ahead the one is that the time continues; 0 when none does. */
function sequenceAhead(state: usize, time: i64): u32 {
  for (let ahead: u32 = 1; ahead < SEQUENCES; ahead++) if (fits(stepFrom(state, ahead, time))) return ahead;
  return 0;
}

function codeTime<C>(coder: C, state: usize, time: i64): bool {
  // A sound stream changes the sequence once.
  for (let turn = 0; turn < 2; turn++) {
    const sequence = load<u32>(state + currentSequence);
    const lastTime = state + times + <usize>(sequence << 3);
    const lastStep = state + steps + <usize>(sequence << 2);
    const extreme = state + extremes + <usize>(sequence << 2);
    const expected = load<i32>(lastStep);
    const step64 = coder.encodes ? stepFrom(state, 0, time) : 0;
    const isNear = fits(step64);
    const ahead = coder.encodes && !isNear ? sequenceAhead(state, time) : 0;
    let step = <i32>step64;
    if (expected == 0) {
      const symbol = coder.symbol(state + zeroStepModel, isNear ? 0 : ahead + 1);
      if (symbol > 1) {
        store<u32>(state + currentSequence, (sequence + symbol - 1) & 3);
        continue;
      }
      if (symbol == 1) {
        codeNewSequence<C>(coder, state, time);
        return true;
      }
      step = coder.integer(state + timeModel, 32, 0, 0, step);
      store<i32>(lastStep, step);
      store<u32>(extreme, 0);
    } else {
      let multiple: i32 = 0;
      if (coder.encodes && isNear) {
        const ratio = min(<f32>MANY, max(<f32>FEW, <f32>step / <f32>expected));
        multiple = <i32>(ratio >= 0 ? ratio + 0.5 : ratio - 0.5);
      }
      const symbol = coder.symbol(state + multipleModel, isNear ? multipleSymbol(multiple) : NEW_SEQUENCE + ahead);
      if (symbol > NEW_SEQUENCE) {
        store<u32>(state + currentSequence, (sequence + symbol - NEW_SEQUENCE) & 3);
        continue;
      }
      if (symbol == NEW_SEQUENCE) {
        codeNewSequence<C>(coder, state, time);
        return true;
      }
      step = coder.integer(state + timeModel, 32, contextOfMultiple(symbol), multipleOf(symbol) * expected, step);
      if (symbol == 1) store<u32>(extreme, 0);
      else if (symbol == 0 || symbol == <u32>MANY || symbol == MANY_BACK) {
        const times = load<u32>(extreme) + 1;
        if (times > MAX_EXTREMES) store<i32>(lastStep, step);
        store<u32>(extreme, times > MAX_EXTREMES ? 0 : times);
      }
    }
    store<i64>(lastTime, load<i64>(lastTime) + <i64>step);
    return true;
  }
  return false;
}

function multipleSymbol(multiple: i32): u32 {
  if (multiple >= MANY) return MANY;
  if (multiple >= 0) return multiple;
  return multiple > FEW ? MANY - multiple : MANY_BACK;
}

function multipleOf(symbol: u32): i32 {
  return <i32>symbol <= MANY ? <i32>symbol : MANY - <i32>symbol;
}

function contextOfMultiple(symbol: u32): u32 {
  if (symbol == 0) return 7;
  if (symbol == 1) return 1;
  if (symbol < 10) return 2;
  if (<i32>symbol < MANY) return 3;
  if (symbol == MANY) return 4;
  return symbol < MANY_BACK ? 5 : 6;
}

function codeNewSequence<C>(coder: C, state: usize, time: i64): void {
  const former = currentTime(state);
  const high = coder.integer(state + timeModel, 32, 8, <i32>(former >> 32), <i32>(time >> 32));
  const low = coder.word(<u32>time);
  const sequence = (load<u32>(state + newestSequence) + 1) & 3;
  store<u32>(state + newestSequence, sequence);
  store<u32>(state + currentSequence, sequence);
  store<i64>(state + times + <usize>(sequence << 3), ((<i64>high) << 32) | <i64>low);
  store<i32>(state + steps + <usize>(sequence << 2), 0);
  store<u32>(state + extremes + <usize>(sequence << 2), 0);
}

/**
 * Colours, infrared and extra bytes follow another rule, which all programs keep: a point that does not change the channel uses the
 * models of channel 0, and the last value is that of the channel used before, unless the channel is new.
 */
let inUse: u32 = 0;
let lastValue: usize = 0;

function beginLoose(start: usize, bytes: usize): void {
  begin(start, bytes);
  inUse = channelOf(records);
}

/** The models of a point; `lastValue` is the point that it is compared with. */
function looseState(index: i32): usize {
  const point = pointAt(index);
  const channel = (changed(index) & NEW_CHANNEL) != 0 ? channelOf(point) : 0;
  lastSlot = inUse;
  if (channel != inUse) {
    if (adopt(channel, lastOf(inUse))) lastSlot = channel;
    inUse = channel;
  }
  return stateOf(channel);
}
let lastSlot: u32 = 0;

export function codeColours<C>(coder: C, field: usize): void {
  beginLoose(templates + COLOUR, COLOUR_BYTES);
  for (let index = 1; index < count; index++) {
    const point = pointAt(index);
    const state = looseState(index);
    codeColour<C>(coder, state, point + field, lastOf(lastSlot) + field);
    setLast(lastSlot, point);
  }
}

const RED_LOW: u32 = 1;
const RED_HIGH: u32 = 2;
const GREEN_LOW: u32 = 4;
const GREEN_HIGH: u32 = 8;
const BLUE_LOW: u32 = 16;
const BLUE_HIGH: u32 = 32;
const NO_GREY: u32 = 64;

// Models of bytes, in this order.
const RED_LOW_MODEL: u32 = 0;
const RED_HIGH_MODEL: u32 = 1;
const GREEN_LOW_MODEL: u32 = 2;
const GREEN_HIGH_MODEL: u32 = 3;
const BLUE_LOW_MODEL: u32 = 4;
const BLUE_HIGH_MODEL: u32 = 5;

function codeColour<C>(coder: C, state: usize, point: usize, last: usize): void {
  let change: u32 = 0;
  if (coder.encodes) {
    for (let k: u32 = 0; k < 6; k++) if (load<u8>(point + <usize>k) != load<u8>(last + <usize>k)) change |= 1 << k;
    if (load<u16>(point) != load<u16>(point, 2) || load<u16>(point) != load<u16>(point, 4)) change |= NO_GREY;
  }
  change = coder.symbol(state + colourModel, change);
  const models = state + colourModels;
  const redLow = codeByte<C>(coder, models, RED_LOW_MODEL, change & RED_LOW, point, last, 0, 0);
  const redHigh = codeByte<C>(coder, models, RED_HIGH_MODEL, change & RED_HIGH, point, last, 0, 1);
  if ((change & NO_GREY) == 0) {
    if (!coder.encodes) {
      store<u16>(point, load<u16>(point), 2);
      store<u16>(point, load<u16>(point), 4);
    }
    return;
  }
  // Green is expected to change as red did, and blue as the mean of both.
  const greenLow = codeByte<C>(coder, models, GREEN_LOW_MODEL, change & GREEN_LOW, point, last, redLow, 2);
  codeByte<C>(coder, models, BLUE_LOW_MODEL, change & BLUE_LOW, point, last, (redLow + greenLow) / 2, 4);
  const greenHigh = codeByte<C>(coder, models, GREEN_HIGH_MODEL, change & GREEN_HIGH, point, last, redHigh, 3);
  codeByte<C>(coder, models, BLUE_HIGH_MODEL, change & BLUE_HIGH, point, last, (redHigh + greenHigh) / 2, 5);
}

/** A byte that is expected to change by `expected`, where it changed at all. @returns by how much it changed */
function codeByte<C>(
  coder: C,
  models: usize,
  model: u32,
  isChanged: u32,
  point: usize,
  last: usize,
  expected: i32,
  at: usize,
): i32 {
  const before = <i32>load<u8>(last + at);
  let value = before;
  if (isChanged != 0) {
    const predicted = min(255, max(0, before + expected));
    const difference = coder.symbol(
      models + <usize>model * BYTE_MODEL_BYTES,
      <u32>(<i32>load<u8>(point + at) - predicted) & 255,
    );
    value = (predicted + <i32>difference) & 255;
  }
  if (!coder.encodes) store<u8>(point + at, <u8>value);
  return value - before;
}

export function codeInfrared<C>(coder: C, field: usize): void {
  beginLoose(templates + INFRARED, INFRARED_BYTES);
  for (let index = 1; index < count; index++) {
    const state = looseState(index);
    const point = pointAt(index) + field;
    const last = lastOf(lastSlot) + field;
    let change: u32 = 0;
    if (coder.encodes)
      change = (load<u8>(point) != load<u8>(last) ? 1 : 0) | (load<u8>(point, 1) != load<u8>(last, 1) ? 2 : 0);
    change = coder.symbol(state + infraredModel, change);
    codeByte<C>(coder, state + infraredModels, 0, change & 1, point, last, 0, 0);
    codeByte<C>(coder, state + infraredModels, 1, change & 2, point, last, 0, 1);
    setLast(lastSlot, point - field);
  }
}

export function codeExtraByte<C>(coder: C, field: usize): void {
  // One model; the others of the template are not copied.
  beginLoose(templates + BYTES, BYTE_MODEL_BYTES);
  for (let index = 1; index < count; index++) {
    const state = looseState(index);
    const point = pointAt(index) + field;
    const last = load<u8>(lastOf(lastSlot) + field);
    const difference = coder.symbol(state, (<u32>load<u8>(point) - last) & 255);
    if (!coder.encodes) store<u8>(point, <u8>(last + difference));
    setLast(lastSlot, point - field);
  }
}

/** Gives all points the flags of the first one, beside their channels. */
export function repeatFlags(): void {
  const flags = load<u8>(records, FLAGS) & ~0x30;
  for (let index = 1; index < count; index++) {
    const point = pointAt(index);
    store<u8>(point, <u8>(flags | (channelOf(point) << 4)), FLAGS);
  }
}

/** Gives all points the bytes of the first one. */
export function repeatBytes(field: usize, bytes: i32): void {
  for (let index = 1; index < count; index++) {
    const point = pointAt(index);
    for (let k = 0; k < bytes; k++) store<u8>(point + field + k, load<u8>(records + field + k));
  }
}
