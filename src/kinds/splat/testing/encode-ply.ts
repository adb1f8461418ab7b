import { plyHeader } from '../../mesh/testing/mesh-bytes.ts';
import { HARMONICS, type SplatModel } from '../model/splat-model.ts';

export interface PlyOptions {
  readonly encoding?: 'binary_little_endian' | 'binary_big_endian' | 'ascii';
  readonly type?: 'float' | 'double';
  /** Properties in the reverse order, with a normal and a byte among them. */
  readonly isStrange?: boolean;
  /** Coefficients of a colour in the file, where it has more than the model: 24 for degree 4. */
  readonly coefficients?: number;
}

const SH_C0 = 0.28209479177387814;

/** Splats as a PLY file of a training. */
export function plyOf(model: SplatModel, options: PlyOptions = {}): Buffer {
  const { encoding = 'binary_little_endian', type = 'float', isStrange = false } = options;
  const own = HARMONICS[model.shDegree] / 3;
  const coefficients = options.coefficients ?? own;
  const rest = Array.from({ length: 3 * coefficients }, (_, at) => `f_rest_${at}`);
  const names = ['x', 'y', 'z', 'f_dc_0', 'f_dc_1', 'f_dc_2', ...rest, 'opacity'];
  names.push('scale_0', 'scale_1', 'scale_2', 'rot_0', 'rot_1', 'rot_2', 'rot_3');
  if (isStrange) {
    names.reverse();
    names.splice(3, 0, 'mark', 'nx');
  }
  const typeOf = (name: string): string => (name === 'mark' ? 'uchar' : type);
  const valueOf = (splat: number, name: string): number => {
    const [kind, number] = /^(.*?)_?(\d*)$/.exec(name)!.slice(1) as [string, string];
    const at = Number(number);
    const axis = ['x', 'y', 'z'].indexOf(name);
    if (axis >= 0) return model.centres[3 * splat + axis]!;
    if (kind === 'f_dc') return (model.colours[3 * splat + at]! - 0.5) / SH_C0;
    if (kind === 'opacity') return Math.log(model.opacities[splat]! / (1 - model.opacities[splat]!));
    if (kind === 'scale') return Math.log(model.scales[3 * splat + at]!);
    if (kind === 'rot') return 2 * model.rotations[4 * splat + ((at + 3) % 4)]!;
    if (kind !== 'f_rest') return 7;
    const coefficient = at % coefficients;
    return coefficient < own
      ? model.harmonics[3 * own * splat + 3 * coefficient + Math.floor(at / coefficients)]!
      : 0.25;
  };
  const elements: [string, number, string[]][] = [
    ['vertex', model.count, names.map((name) => `${typeOf(name)} ${name}`)],
  ];
  const header = Buffer.from(plyHeader(encoding, elements));
  if (encoding === 'ascii') {
    const lines = Array.from({ length: model.count }, (_, splat) =>
      names.map((name) => String(valueOf(splat, name))).join(' '),
    );
    return Buffer.concat([header, Buffer.from(`${lines.join('\n')}\n`)]);
  }
  const bytes = names.map((name) => (typeOf(name) === 'uchar' ? 1 : type === 'double' ? 8 : 4));
  const rows = Buffer.alloc(model.count * bytes.reduce((sum, each) => sum + each, 0));
  const view = new DataView(rows.buffer, rows.byteOffset);
  const little = encoding === 'binary_little_endian';
  let at = 0;
  for (let splat = 0; splat < model.count; splat += 1)
    for (const [index, name] of names.entries()) {
      const value = valueOf(splat, name);
      if (bytes[index] === 1) view.setUint8(at, value);
      else if (bytes[index] === 8) view.setFloat64(at, value, little);
      else view.setFloat32(at, value, little);
      at += bytes[index]!;
    }
  return Buffer.concat([header, rows]);
}
