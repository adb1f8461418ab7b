import { zipBytes } from './zip-bytes.ts';

/** The bytes of a ZIP archive with these members, compressed. */
export const zip = (members: Readonly<Record<string, Buffer | string>>): Buffer =>
  zipBytes(Object.entries(members).map(([name, content]) => ({ name, content, method: 8 })));
