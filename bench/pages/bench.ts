/**
 * Pages in Chromium, as somebody opens them: after a start of the service, with empty caches (cold), and again (warm). The
 * browser draws by the processor. `BENCH_PAGES=rows`, `map`, `photos` or `home` measures a part.
 */
import { openStage } from './stage.ts';
import { benchHome } from './home.ts';
import { benchMap, benchPhotos } from './map.ts';
import { benchRows } from './rows.ts';

const PARTS: Readonly<Record<string, (stage: Awaited<ReturnType<typeof openStage>>) => Promise<void>>> = {
  rows: benchRows,
  map: benchMap,
  photos: benchPhotos,
  home: benchHome,
};
const asked = process.env['BENCH_PAGES']?.split(',') ?? Object.keys(PARTS);

await using stage = await openStage();
for (const part of asked) await PARTS[part]!(stage);
