import { describe, expect, test } from 'vitest';
import { frontBytes, parseCopcHeader } from './copc-header.ts';

/** The front of a COPC of format 7 with two extra bytes, without its points. */
function front(change: (view: DataView) => void = () => undefined): Uint8Array {
  const extra = new Uint8Array(2 * 192);
  const about = new DataView(extra.buffer);
  about.setUint8(2, 3);
  about.setUint8(3, 0x18);
  extra.set(new TextEncoder().encode('Deviation'), 4);
  about.setFloat64(112, 0.5, true);
  about.setFloat64(136, 100, true);
  const records = [
    { user: 'copc', id: 1, payload: new Uint8Array(160) },
    { user: 'LASF_Projection', id: 2112, payload: new TextEncoder().encode('LOCAL_CS["x"]\0rest') },
    { user: 'LASF_Spec', id: 4, payload: extra.subarray(0, 192) },
  ];
  const size = 375 + records.reduce((sum, { payload }) => sum + 54 + payload.length, 0);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode('LASF'));
  view.setUint32(96, size, true);
  view.setUint32(100, records.length, true);
  view.setUint8(104, 0x87);
  view.setUint16(105, 38, true);
  [0.01, 0.01, 0.001, 10, 20, 30].forEach((value, index) => view.setFloat64(131 + 8 * index, value, true));
  [9, 1, 8, 2, 7, 3].forEach((value, index) => view.setFloat64(179 + 8 * index, value, true));
  view.setBigUint64(247, 12n, true);
  let at = 375;
  for (const { user, id, payload } of records) {
    bytes.set(new TextEncoder().encode(user), at + 2);
    view.setUint16(at + 18, id, true);
    view.setUint16(at + 20, payload.length, true);
    bytes.set(payload, at + 54);
    at += 54 + payload.length;
  }
  [5, 5, 5, 4, 0.1].forEach((value, index) => view.setFloat64(429 + 8 * index, value, true));
  view.setBigUint64(469, 5000n, true);
  view.setBigUint64(477, 64n, true);
  change(view);
  return bytes;
}

describe('the front of a COPC', () => {
  test('tells how points are stored and where the hierarchy begins', () =>
    expect(parseCopcHeader(front())).toMatchObject({
      format: 7,
      recordBytes: 38,
      pointCount: 12,
      scale: [0.01, 0.01, 0.001],
      offset: [10, 20, 30],
      max: [9, 8, 7],
      min: [1, 2, 3],
      wkt: 'LOCAL_CS["x"]',
      extra: [{ name: 'Deviation', type: 3, at: 36, scale: 0.5, offset: 100 }],
      center: [5, 5, 5],
      halfSize: 4,
      spacing: 0.1,
      rootPage: { offset: 5000, bytes: 64 },
    }));

  test.each([
    ['another signature', (view: DataView) => view.setUint8(0, 0)],
    ['another first record', (view: DataView) => view.setUint8(377, 0)],
    ['a format of old', (view: DataView) => view.setUint8(104, 3)],
    ['points that are too short', (view: DataView) => view.setUint16(105, 20, true)],
    ['a scale of 0', (view: DataView) => view.setFloat64(131, 0, true)],
    ['a middle that is no number', (view: DataView) => view.setFloat64(429, NaN, true)],
    ['a front without end', (view: DataView) => view.setUint32(96, 0x7fff_ffff, true)],
  ])('with %s is damaged', (_, change) => expect(() => parseCopcHeader(front(change))).toThrow('The file is damaged'));

  test('that ends too soon is cut off', () => {
    expect(() => frontBytes(front().subarray(0, 400))).toThrow('The file is cut off');
    expect(() => parseCopcHeader(front().subarray(0, 700))).toThrow('The file is cut off');
  });
});
