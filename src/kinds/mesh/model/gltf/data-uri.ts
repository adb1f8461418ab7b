import { OperationRefusal } from '../../../../engine/for-children.ts';

export const isDataUri = (uri: string): boolean => /^data:/i.test(uri);

/** The bytes inside of a data URI, which is a part of a description and so bounded by it. */
export function dataUriBytes(uri: string): Buffer {
  const comma = uri.indexOf(',');
  const payload = uri.slice(comma + 1);
  if (comma < 0) throw new OperationRefusal('It has embedded data without a beginning.');
  if (/;base64$/i.test(uri.slice(0, comma))) return Buffer.from(payload, 'base64');
  try {
    return Buffer.from(decodeURIComponent(payload), 'latin1');
  } catch {
    throw new OperationRefusal('It has embedded data that cannot be decoded.');
  }
}
