import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { roomForSplats, type ShDegree, type SplatModel } from '../../src/kinds/splat/model/splat-model.ts';
import { numbersOf } from '../../src/kinds/testing/random-numbers.ts';
import type { SplatFormat } from '../../src/kinds/splat/read/splat-facts.child.ts';

/** Real scenes beside the checkout. */
export function realScenes(): readonly { readonly path: string; readonly format: SplatFormat }[] {
  const folder = join(import.meta.dirname, '../../../shared/data/splat');
  const all = [
    { path: join(folder, 'guitar.ply'), format: 'ply' },
    { path: join(folder, 'biker_v4.spz'), format: 'spz' },
    { path: join(folder, 'playbot_lod4.sog'), format: 'sog' },
  ] as const;
  return all.filter(({ path }) => existsSync(path));
}

/**
 * A garden ball: flat splats on a bumpy sphere with a picture of three frequencies, a hundred times denser at one pole than at the
 * other, as trained scenes are where photos were taken from near.
 */
export function gardenBall(count: number, shDegree: ShDegree): SplatModel {
  const random = numbersOf(11);
  const model = roomForSplats(count, shDegree);
  const each = model.harmonics.length / count;
  for (let splat = 0; splat < count; splat += 1) {
    const polar = random() ** 2 * Math.PI * 0.98 + 0.02;
    const around = random() * 2 * Math.PI;
    const [x, y, z] = [Math.sin(polar) * Math.cos(around), Math.sin(polar) * Math.sin(around), Math.cos(polar)];
    const radius = 5 + 0.3 * Math.sin(7 * polar) * Math.cos(5 * around);
    model.centres.set(
      [x, y, z].map((axis) => axis * radius + 0.01 * (random() - 0.5)),
      3 * splat,
    );
    const density = count / (2 * Math.PI ** 2) / (Math.sqrt(polar / Math.PI) + 0.02) / Math.sin(polar) / radius ** 2;
    const size = 1.5 / Math.sqrt(density);
    const width = (): number => size * Math.exp(0.8 * (random() - 0.5));
    model.scales.set([width(), width(), 0.05 * width()], 3 * splat);
    model.rotations.set(turnTo([x, y, z], random() * Math.PI), 4 * splat);
    const wave = (waves: number, phase: number): number =>
      0.5 + 0.35 * Math.sin(waves * polar + phase) * Math.cos(waves * around - phase) + 0.1 * (random() - 0.5);
    model.colours.set([wave(9, 0), wave(23, 1), wave(40, 2)], 3 * splat);
    model.opacities[splat] = Math.min(0.999, 0.3 + 0.8 * random());
    for (let number = 0; number < each; number += 1) model.harmonics[each * splat + number] = 0.2 * (random() - 0.5);
  }
  return model;
}

/** Splats by chance in a cube of side 1, each over hundreds of others: the worst case for whatever looks for neighbours. */
export function denseCube(count: number, scale = 0.01): SplatModel {
  const random = numbersOf(7);
  const model = roomForSplats(count, 0);
  for (let splat = 0; splat < count; splat += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      model.centres[3 * splat + axis] = random();
      model.scales[3 * splat + axis] = scale * Math.exp(1.5 * (random() - 0.5));
      model.colours[3 * splat + axis] = random();
    }
    const turn = [random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5];
    const length = Math.hypot(...turn) || 1;
    model.rotations.set(
      turn.map((axis) => axis / length),
      4 * splat,
    );
    model.opacities[splat] = 0.1 + 0.85 * random();
  }
  return model;
}

/** A rotation that turns z to a direction, behind a turn about z. */
function turnTo([x, y, z]: readonly [number, number, number], about: number): readonly number[] {
  const half = Math.acos(Math.max(-1, Math.min(1, z))) / 2;
  const length = Math.hypot(x, y) || 1;
  const [tiltX, tiltY, tiltW] = [(-y / length) * Math.sin(half), (x / length) * Math.sin(half), Math.cos(half)];
  const [sin, cos] = [Math.sin(about), Math.cos(about)];
  return [tiltX * cos + tiltY * sin, tiltY * cos - tiltX * sin, tiltW * sin, tiltW * cos];
}
