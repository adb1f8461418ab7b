import { OperationRefusal } from '../../../../engine/for-children.ts';
import { plainText } from '../../../../geodata/plain-text.ts';
import { outsideName } from '../../../../geodata/reference.ts';
import { openWindow } from '../../../../geodata/tiff/byte-window.ts';
import { eachMaterialStatement, pictureName, pictureReference } from '../../read/material-library.ts';
import { byteOf } from '../colours.ts';
import type { Pictures } from '../pictures.ts';
import { type Material, PLAIN, type Rgba, WHITE } from '../triangle-model.ts';

const MOST_MATERIALS = 65_536;

/** What a library says of a material. */
interface MaterialDraft {
  colour: readonly number[] | null;
  opacity: number;
  /** Statements that name the picture of the material's colour, and of its ambient colour. */
  picture: string | null;
  ambientPicture: string | null;
}

/**
 * Reads the materials of a library.
 *
 * @param library its path relative to the folder of the model
 * @returns materials by name, and whether the whole library was read
 */
export function readMaterialLibrary(
  path: string,
  library: string,
  pictures: Pictures,
): { readonly materials: ReadonlyMap<string, Material>; readonly isWhole: boolean } {
  const window = openWindow(path);
  try {
    const drafts = new Map<string, MaterialDraft>();
    let current: MaterialDraft | null = null;
    const isWhole = eachMaterialStatement(window, (word, rest) => {
      if (word.toLowerCase() !== 'newmtl') return void (current === null ? null : take(current, word, rest));
      current = { colour: null, opacity: 1, picture: null, ambientPicture: null };
      drafts.set(rest.trim(), current);
      if (drafts.size > MOST_MATERIALS)
        throw new OperationRefusal(`${library} has more than ${MOST_MATERIALS} materials.`, 'too-large');
    });
    const materials = new Map([...drafts].map(([name, draft]) => [name, materialOf(name, draft, library, pictures)]));
    return { materials, isWhole };
  } finally {
    window.close();
  }
}

function take(draft: MaterialDraft, word: string, rest: string): void {
  const numbers = (): readonly number[] => rest.trim().split(/\s+/, 3).map(Number);
  switch (word.toLowerCase()) {
    case 'kd': {
      const [red = NaN, green = red, blue = red] = numbers();
      if (Number.isFinite(red + green + blue)) draft.colour = [red, green, blue];
      break;
    }
    case 'd':
    case 'tr': {
      // `d -halo 0.5` has its number last.
      const value = Number(rest.trim().split(/\s+/).at(-1));
      if (Number.isFinite(value)) draft.opacity = word.toLowerCase() === 'd' ? value : 1 - value;
      break;
    }
    case 'map_kd':
      draft.picture = rest;
      break;
    case 'map_ka':
      draft.ambientPicture = rest;
      break;
    default:
  }
}

function materialOf(name: string, draft: MaterialDraft, library: string, pictures: Pictures): Material {
  const picture = pictureName(draft.picture ?? draft.ambientPicture ?? '');
  const reference = picture === '' ? undefined : pictureReference(picture, library);
  const shown = plainText(name, 256);
  if (reference === null)
    throw new OperationRefusal(
      `The picture of the material ${shown} is outside of the dataset: ${outsideName(picture)}.`,
    );
  const texture = reference === undefined ? null : pictures.ofFile(reference);
  return { name: shown, colour: colourOf(draft, texture !== null), texture };
}

function colourOf({ colour, opacity }: MaterialDraft, hasTexture: boolean): Rgba {
  // Programs that write zero for "not set" would hide the whole model.
  const alpha = byteOf(opacity) || 255;
  const isBlack = colour !== null && colour.every((share) => share <= 0);
  const [red, green, blue] =
    colour === null || (hasTexture && isBlack) ? (hasTexture ? WHITE : PLAIN.colour) : colour.map(byteOf);
  return [red!, green!, blue!, alpha];
}
