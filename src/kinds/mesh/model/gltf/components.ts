type Target = Float64Array | Float32Array;
interface Layout {
  /** Elements. */
  readonly length: number;
  readonly stride: number;
  /** Numbers of each element. */
  readonly width: number;
}

/** Reads numbers of one type from bytes into an array, from `at` on. */
export type ComponentReader = (view: DataView, layout: Layout, target: Target, at: number) => void;

const GETTERS: Readonly<
  Record<
    number,
    { readonly bytes: number; readonly most: number; readonly get: (view: DataView, at: number) => number }
  >
> = {
  5120: { bytes: 1, most: 127, get: (view, at) => view.getInt8(at) },
  5121: { bytes: 1, most: 255, get: (view, at) => view.getUint8(at) },
  5122: { bytes: 2, most: 32_767, get: (view, at) => view.getInt16(at, true) },
  5123: { bytes: 2, most: 65_535, get: (view, at) => view.getUint16(at, true) },
  5125: { bytes: 4, most: 4_294_967_295, get: (view, at) => view.getUint32(at, true) },
  5126: { bytes: 4, most: 1, get: (view, at) => view.getFloat32(at, true) },
};

const FLOAT = 5126;

/** @param type as glTF numbers it @param isNormalized whether whole numbers are shares of their largest one */
export function componentReader(type: number, isNormalized: boolean): ComponentReader {
  const { bytes, most, get } = GETTERS[type]!;
  const isShare = isNormalized && type !== FLOAT;
  const scale = isShare ? 1 / most : 1;
  return (view, { length, stride, width }, target, at) => {
    let next = at;
    for (let element = 0; element < length; element += 1) {
      const begin = element * stride;
      for (let part = 0; part < width; part += 1) {
        const value = get(view, begin + part * bytes) * scale;
        // The lowest of signed numbers lies beyond -1.
        target[next] = isShare && value < -1 ? -1 : value;
        next += 1;
      }
    }
  };
}
