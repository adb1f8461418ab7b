/** A check of `npm run lint`: the committed files are those that the code makes now. */
import { existsSync, readFileSync } from 'node:fs';
import { startService } from '../../test/support/service.ts';
import { compareFiles } from './compare-files.ts';
import { generatedFiles } from './files.ts';

await using service = await startService();
const complaints = compareFiles(await generatedFiles(service), (path) => {
  const file = new URL(`../../${path}`, import.meta.url);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
});
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length === 0 ? 0 : 1;
