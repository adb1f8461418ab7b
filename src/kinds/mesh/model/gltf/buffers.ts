import { OperationRefusal } from '../../../../engine/for-children.ts';
import { countOf } from '../../../../geodata/bounded-json.ts';
import { outsideName, uriReference } from '../../../../geodata/reference.ts';
import { type ByteWindow, openWindow } from '../../../../geodata/tiff/byte-window.ts';
import { openEmbedded } from './embedded-data.ts';
import type { GltfParts } from './parts.ts';

/** Buffers of a glTF model, read by ranges of their files. */
export interface GltfBuffers extends Disposable {
  /** @throws OperationRefusal if the buffer does not have them */
  bytes(buffer: number, offset: number, length: number): Buffer;
}

type Read = (offset: number, length: number) => Buffer | null;

/** @param own the file of the model @param files absolute paths by path relative to its folder */
export function openBuffers(parts: GltfParts, own: ByteWindow, files: Readonly<Record<string, string>>): GltfBuffers {
  const opened = new Map<number, Read>();
  const windows = new Map<string, ByteWindow>();
  const windowOf = (path: string): ByteWindow => {
    const window = windows.get(path) ?? openWindow(path);
    windows.set(path, window);
    return window;
  };
  const open = (index: number): Read => {
    const { uri } = parts.buffers[index] ?? {};
    const { binary } = parts.document;
    if (typeof uri !== 'string') {
      if (index !== 0 || binary === null) throw new OperationRefusal(`Its buffer ${index} has no data.`);
      return (offset, length) => (offset + length <= binary.length ? own.bytes(binary.offset + offset, length) : null);
    }
    const embedded = openEmbedded(uri, parts.document, own);
    if (embedded !== null) return embedded.bytes;
    const reference = uriReference(uri);
    if (reference === null)
      throw new OperationRefusal(`It names a buffer outside of the dataset: ${outsideName(uri)}.`);
    if (!Object.hasOwn(files, reference)) throw new OperationRefusal(`The buffer ${reference} is missing.`);
    const window = windowOf(files[reference]!);
    const declared = countOf(parts.buffers[index]?.['byteLength']) ?? 0;
    if (window.size < declared)
      throw new OperationRefusal(`The buffer ${reference} is cut off: it has ${window.size} of ${declared} bytes.`);
    return window.bytes;
  };
  return {
    bytes(buffer, offset, length) {
      const read = opened.get(buffer) ?? open(buffer);
      opened.set(buffer, read);
      const bytes = read(offset, length);
      if (bytes === null) throw new OperationRefusal(`Its buffer ${buffer} is shorter than its data.`);
      return bytes;
    },
    [Symbol.dispose]() {
      for (const window of windows.values()) window.close();
    },
  };
}
