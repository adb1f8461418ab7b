import { PNG } from 'pngjs';
import { form, type TestService } from '../support/service.ts';

/** A square of 20 units: red in the west, blue in the east, low hills between its corners. */
export const TWO_HALVES = { red: [220, 30, 30], blue: [30, 60, 220], side: 20, cells: 60 } as const;

/** Names that the model and its library have, and the name of the picture of the east half. */
export type ModelNames = { readonly model: string; readonly library: string; readonly east: string };

/** The square as OBJ: its lower left corner is at 0, 0; all corners have height 0. */
export function squareModel({ library }: Pick<ModelNames, 'library'>): Buffer {
  const { side, cells } = TWO_HALVES;
  const lines = [`mtllib ${library}`];
  for (let row = 0; row <= cells; row += 1)
    for (let column = 0; column <= cells; column += 1) {
      const [x, y] = [column / cells, row / cells];
      const height = 0.5 * Math.sin(4 * Math.PI * x) * Math.sin(4 * Math.PI * y);
      lines.push(`v ${side * x} ${side * y} ${height}`, `vt ${x} ${y}`);
    }
  for (const [material, from, to] of [
    ['west', 0, cells / 2],
    ['east', cells / 2, cells],
  ] as const) {
    lines.push(`usemtl ${material}`);
    for (let row = 0; row < cells; row += 1)
      for (let column = from; column < to; column += 1) {
        const a = row * (cells + 1) + column + 1;
        const corners = [a, a + 1, a + cells + 2, a + cells + 1].map((corner) => `${corner}/${corner}`);
        lines.push(`f ${corners.join(' ')}`);
      }
  }
  return Buffer.from(`${lines.join('\n')}\n`);
}

const libraryText = (west: string, east: string): Buffer =>
  Buffer.from(`newmtl west\nmap_Kd ${west}\nnewmtl east\nmap_Kd ${east}\n`);

/** A picture of one colour. */
export function plainPicture([red, green, blue]: readonly [number, number, number]): Buffer {
  const picture = new PNG({ width: 64, height: 64 });
  for (let at = 0; at < picture.data.length; at += 4) picture.data.set([red, green, blue, 255], at);
  return PNG.sync.write(picture, { colorType: 2 });
}

/** Uploads what a model needs: library and pictures. @param eastPicture bytes of the picture of the east half */
export async function putParts(
  service: TestService,
  dataset: string,
  { library, east }: Pick<ModelNames, 'library' | 'east'>,
  eastPicture: Buffer,
): Promise<void> {
  const [org, ds] = dataset.split('/');
  const parts = [
    ['west.png', plainPicture(TWO_HALVES.red)],
    [east, eastPicture],
    [library, libraryText('west.png', east)],
  ] as const;
  for (const [path, file] of parts) {
    const answer = await service.call('POST', `/orgs/${org}/ds/${ds}/obj`, { body: form({ path, file }) });
    if (answer.status !== 201) throw new Error(`POST obj ${path}: ${answer.status} ${await answer.text()}`);
  }
}
