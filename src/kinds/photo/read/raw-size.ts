import { openWindow } from '../../../geodata/tiff/byte-window.ts';
import { readDirectory, readLayout, readValues, type TiffDirectory } from '../../../geodata/tiff/directory.ts';

const TAG = { subfileType: 254, width: 256, height: 257, subDirectories: 330 } as const;
/** A raw file has a thumbnail, one or two previews and the picture itself. */
const MAX_SUB_DIRECTORIES = 16;

/**
 * Size of the picture itself in a raw file (DNG), whose first directory is often a thumbnail: that of the directory which calls
 * itself full resolution. Null when there is none.
 */
export function rawSize(path: string): { readonly width: number; readonly height: number } | null {
  const window = openWindow(path);
  try {
    const layout = readLayout(window);
    const first = layout === null ? null : readDirectory(window, layout, layout.firstDirectory);
    if (layout === null || first === null) return null;
    const numbers = (directory: TiffDirectory, tag: number): readonly number[] => {
      const field = directory.fields.get(tag);
      if (field === undefined) return [];
      return readValues(window, layout, field, 0, Math.min(field.count, MAX_SUB_DIRECTORIES)) ?? [];
    };
    const others = numbers(first, TAG.subDirectories).map((offset) => readDirectory(window, layout, offset));
    const full = [first, ...others].find(
      (directory) => directory !== null && (numbers(directory, TAG.subfileType)[0] ?? 0) === 0,
    );
    if (full === undefined || full === null) return null;
    const [width = 0, height = 0] = [numbers(full, TAG.width)[0], numbers(full, TAG.height)[0]];
    return width > 0 && height > 0 ? { width, height } : null;
  } finally {
    window.close();
  }
}
