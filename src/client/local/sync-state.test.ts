import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { stampOf } from '../../sync/index.ts';
import { openCopy } from './copy.ts';
import { newLayout, type Layout } from './layout.ts';
import { LocalIndex } from './local-index.ts';
import { readSynced, readTag, writeSynced, writeTag } from './sync-state.ts';

const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
const CONTENT = { entries: new Map([['a.txt', HELLO]]), meta: new Set<string>() };
const field = { server: 'https://maps.example.org/', dataset: { organization: 'acme', dataset: 'field' } };
const other = { ...field, dataset: { organization: 'acme', dataset: 'other' } };

let root: string;
let own: Layout;
let former: Layout;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'alidade-state-'));
  own = newLayout(root);
  former = { root, folder: join(root, '.ddb'), kind: 'ddb' };
  for (const { folder } of [own, former]) await mkdir(folder);
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('remembers for each dataset what both sides had', async () => {
  expect(await readTag(own)).toBeUndefined();
  await writeTag(own, field);
  expect(await readTag(own)).toEqual(field);
  await writeSynced(own, field, CONTENT);
  expect(stampOf(await readSynced(own, field))).toEqual(stampOf(CONTENT));
  expect((await readSynced(own, other)).entries.size).toBe(0);
  await writeSynced(own, other, { entries: new Map(), meta: new Set() });
  expect((await readSynced(own, field)).entries.size).toBe(1);
});

it.each([
  ['the stamp for each server', { 'https://maps.example.org': stampOf(CONTENT) }],
  ['an object that holds it', { 'https://maps.example.org': { stamp: stampOf(CONTENT), more: 1 } }],
  ['the name of the server alone', { 'maps.example.org': stampOf(CONTENT) }],
])('reads and goes on writing files of existing clients: %s', async (_name, state) => {
  await writeFile(join(former.folder, 'tags.json'), JSON.stringify({ 'https://maps.example.org': 'acme/field' }));
  await writeFile(join(former.folder, 'sync.json'), JSON.stringify({ ...state, 'https://else.org': stampOf(CONTENT) }));
  const tag = (await readTag(former))!;
  expect(tag.dataset).toEqual(field.dataset);
  expect(stampOf(await readSynced(former, tag))).toEqual(stampOf(CONTENT));
  await writeSynced(former, tag, { entries: new Map(), meta: new Set() });
  expect((await readSynced(former, tag)).entries.size).toBe(0);
  const written = JSON.parse(await readFile(join(former.folder, 'sync.json'), 'utf8')) as Record<string, object>;
  expect(Object.keys(written)).toHaveLength(2);
  expect(written['https://else.org']).toEqual(stampOf(CONTENT));
  await writeTag(former, other);
  expect(await readTag(former)).toMatchObject({ dataset: other.dataset });
});

it('says what to do about a file that is damaged', async () => {
  await writeFile(join(own.folder, 'sync.json'), '{"https');
  await expect(readSynced(own, field)).rejects.toThrow('Remove it and run "alidade pull"');
});

it('brings an index of older clients up to date, what everybody may read included', async () => {
  const old = new DatabaseSync(join(former.folder, 'dbase.sqlite'));
  old.exec(`
    create table entries (path text primary key, hash text, type integer, meta text, mtime integer, size integer,
      depth integer, point_geom, polygon_geom);
    create table attributes (name text, ivalue integer);
    create table geometry_columns (f_table_name text, f_geometry_column text, geometry_type integer, srid integer);
    create trigger "ggi_entries_point_geom" before insert on "entries" for each row begin
      select raise(abort, 'geometry') where (select geometry_type from geometry_columns
        where GeometryConstraints(new."point_geom", geometry_type, srid) <> 1) is not null; end;
    insert into attributes values ('public', 1)`);
  old.close();
  const insert = new DatabaseSync(join(former.folder, 'dbase.sqlite'));
  insert.function('GeometryConstraints', { varargs: true }, () => 1);
  insert.exec(`insert into entries values ('a.txt', '${HELLO}', 2, '{"make":"x"}', 1600000000, 5, 0, null, null)`);
  insert.close();

  using copy = await openCopy(root);
  expect(copy.layout.kind).toBe('ddb');
  expect([...copy.index.content().entries]).toEqual([['a.txt', HELLO]]);
  expect(copy.index.content().meta.size).toBe(1);
  const read = (query: string) => copy.index.database.prepare(query).get();
  expect(read('select properties from entries')).toEqual({ properties: '{"make":"x"}' });
  expect(read("select key, data from entries_meta where path = ''")).toEqual({ key: 'visibility', data: '1' });
  expect(read('pragma user_version')).toEqual({ user_version: 1 });
});

it('refuses an index of a later version', async () => {
  const later = new DatabaseSync(join(own.folder, 'dbase.sqlite'));
  later.exec('pragma user_version = 2');
  later.close();
  expect(() => LocalIndex.open(join(own.folder, 'dbase.sqlite'))).toThrow('version 2');
});
