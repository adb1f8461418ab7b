import { OperationRefusal } from '../../../../engine/for-children.ts';
import { plainText } from '../../../../geodata/plain-text.ts';
import { outsideName } from '../../../../geodata/reference.ts';
import { libraryNames } from '../../library-names.ts';
import { possibleNames } from '../../read/obj.ts';
import type { Pictures } from '../pictures.ts';
import { type Material, PLAIN } from '../triangle-model.ts';
import { readMaterialLibrary } from './material-library.ts';

/** The materials of an OBJ, from all libraries that it names. */
export interface MaterialLibraries {
  /** Reads the libraries of a statement `mtllib`. */
  add(statement: string): void;
  /** Undefined for a material that no library read so far has. */
  find(name: string): Material | undefined;
  /** The materials for some names; plain ones for those that no library has. */
  materialsOf(names: readonly string[]): readonly Material[];
  warnings(names: readonly string[]): readonly string[];
}

/** Most libraries that all statements together name. */
const MOST_LIBRARIES = 256;

/** @param files absolute paths by path relative to the folder of the model */
export function createMaterialLibraries(
  files: Readonly<Record<string, string>>,
  pictures: Pictures,
): MaterialLibraries {
  const materials = new Map<string, Material>();
  const read = new Set<string>();
  const missing = new Set<string>();
  const cutOff: string[] = [];
  const addLibrary = (name: string): void => {
    if (read.has(name)) return;
    if (!Object.hasOwn(files, name)) return void missing.add(name);
    read.add(name);
    const found = readMaterialLibrary(files[name]!, name, pictures);
    if (!found.isWhole) cutOff.push(name);
    for (const [material, value] of found.materials) materials.set(material, value);
  };
  return {
    add(statement) {
      for (const name of libraryNames(possibleNames(statement), (path) => Object.hasOwn(files, path))) {
        if (name === null)
          throw new OperationRefusal(`It names a material library outside of the dataset: ${outsideName(statement)}.`);
        if (read.size + missing.size < MOST_LIBRARIES) addLibrary(name);
      }
    },
    find: (name) => materials.get(name),
    materialsOf: (names) => names.map((name) => materials.get(name) ?? { ...PLAIN, name: plainText(name, 256) }),
    warnings(names) {
      const unknown = names.filter((name) => name !== '' && !materials.has(name));
      return [
        ...[...missing].map((name) => `The material library ${name} is missing.`),
        ...cutOff.map((name) => `The material library ${name} is too large; only its beginning is read.`),
        ...(unknown.length > 0 && read.size > 0
          ? [`Its libraries lack ${unknown.length} of its materials, such as ${plainText(unknown[0]!, 256)}.`]
          : []),
        ...pictures.warnings,
      ];
    },
  };
}
