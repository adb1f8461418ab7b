import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import type { Database } from '../../src/database/index.ts';
import { framesWhile, printFrames } from './frames.ts';
import { printHead, printVisit, visit } from './page-times.ts';
import type { BenchStage } from './stage.ts';

/** Datasets of the home page, in a hundred organizations; and those of one organization more. */
const [DATASETS, OF_ONE] = [10_000, 2000];
const FIRST_CARD = `document.querySelector('.al-card-link') !== null`;
const MAP = `document.querySelector('.al-extents-map[aria-busy="false"] canvas') !== null`;

/** When pages that list datasets are there, for somebody who may see very many. */
export async function benchHome(stage: BenchStage): Promise<void> {
  await stage.make(() => Promise.resolve());
  await stage.change(fill);
  printHead();
  for (const [what, address, condition] of [
    ['first card of the home page', '/', FIRST_CARD],
    ['map of the home page', '/', MAP],
    [`first card of ${OF_ONE.toLocaleString('en')}`, '/r/large', FIRST_CARD],
  ] as const)
    await stage.fresh(async (context, { child }) => {
      for (const state of ['cold', 'warm'] as const) {
        const { page, took } = await visit(context, address, condition, child.pid!);
        printVisit(what, state, took);
        if (state === 'warm') printFrames(`${what}: scrolled`, await framesWhile(page, () => scroll(page)));
        await page.close();
      }
    });
}

async function fill(db: Database): Promise<void> {
  await sql`insert into organizations (id, slug, name, description, is_public)
    select gen_random_uuid(), 'organization-' || n, 'Organization ' || n, 'Surveys', true from generate_series(0, 99) n
    union all select gen_random_uuid(), 'large', 'Large', '', true`.execute(db);
  await sql`insert into datasets (id, organization_id, slug, visibility, entry_count)
    select gen_random_uuid(), organizations.id, 'dataset-' || n, 0, 1
    from generate_series(1, ${DATASETS + OF_ONE}::integer) n join organizations
      on organizations.slug = case when n <= ${DATASETS}::integer then 'organization-' || (n % 100) else 'large' end`.execute(
    db,
  );
  await sql`insert into dataset_metadata (id, dataset_id, key, data)
    select gen_random_uuid(), id, 'name', to_jsonb('Survey ' || substring(slug from '\\d+')) from datasets`.execute(db);
  // Some places on land, each with the surveys of some years.
  await sql`insert into entries (dataset_id, path, parent, hash, type, mtime, size, depth, name, taken_at, bounds)
    select id, 'DJI_' || n || '.JPG', '', repeat('a', 64), 3, 0, 1, 0, 'dji_' || n || '.jpg', to_timestamp(0), box(place, place)
    from (select id, point(5 + (row_number() over (order by id)) % 100 * 0.1, 44 + (row_number() over (order by id)) % 91 * 0.05)
      as place from datasets) dataset, generate_series(1, 2) n`.execute(db);
}

/** As fast as a wheel goes, for five seconds, down and up again. */
const scroll = (page: Page): Promise<void> =>
  page.evaluate<void>(`new Promise((resolve) => {
    const [begin, end] = [performance.now(), performance.now() + 5000];
    const step = () => {
      window.scrollBy(0, performance.now() < (begin + end) / 2 ? 400 : -400);
      if (performance.now() < end) requestAnimationFrame(step);
      else resolve();
    };
    step();
  })`);
