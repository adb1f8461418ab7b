import { OperationRefusal } from '../../../../engine/for-children.ts';
import type { ByteWindow } from '../../../../geodata/tiff/byte-window.ts';
import type { GltfDocument } from '../../read/gltf-document.ts';
import { embeddedBytes, embeddedLength, embeddedText } from '../../read/gltf-embedded.ts';

/** Data inside of a description. */
export interface EmbeddedData {
  readonly length: number;
  /** Null if there are not so many. */
  bytes(offset: number, length: number): Buffer | null;
}

/** The data of a data URI; null for a URI of another kind. @param window the file of the description */
export function openEmbedded(uri: string, document: GltfDocument, window: ByteWindow): EmbeddedData | null {
  if (!/^data:/i.test(uri)) return null;
  const text = embeddedText(uri, document);
  if (text !== null)
    return {
      length: embeddedLength(window, text),
      bytes: (offset, length) => embeddedBytes(window, text, offset, length),
    };
  const bytes = bytesInUri(uri);
  return {
    length: bytes.length,
    bytes: (offset, length) => (offset + length <= bytes.length ? bytes.subarray(offset, offset + length) : null),
  };
}

/** Data that are short enough to be in the description: those of a GLB, and those that are not base64. */
function bytesInUri(uri: string): Buffer {
  const comma = uri.indexOf(',');
  if (comma < 0) throw new OperationRefusal('It has embedded data without a beginning.');
  const payload = uri.slice(comma + 1);
  if (/;base64$/i.test(uri.slice(0, comma))) return Buffer.from(payload, 'base64');
  return Buffer.from(
    payload.replace(/%([0-9a-f]{2})/gi, (_, digits: string) => String.fromCharCode(parseInt(digits, 16))),
    'latin1',
  );
}
