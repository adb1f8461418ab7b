import { openDatabase, type OpenDatabase } from '../../src/database/index.ts';
import { placeEmbeddedDatabase } from './embedded-template.ts';

/**
 * Opens the database at `url`, or an embedded one with the whole schema below `folder`: a tenth of what making it takes. It
 * need not survive the machine.
 */
export async function openTestDatabase(folder: string, url?: string): Promise<OpenDatabase> {
  if (url === undefined) await placeEmbeddedDatabase(folder);
  return openDatabase({ url, folder, flushes: false });
}
