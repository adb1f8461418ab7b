import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryType } from '../../inspection/index.ts';
import { type InspectedFiles, inspectedFiles } from '../testing/inspected-files.ts';

let files: InspectedFiles;
beforeAll(async () => {
  files = await inspectedFiles();
});
afterAll(() => files.close());

describe('Markdown', () => {
  it.each(['AC1015 is a version of DWG', '%PDF is how such files begin', 'glTF', '# \u00e4'])(
    'is any text of that name: %j',
    async (text) => {
      expect(await files.inspect('a.md', text)).toMatchObject({ type: EntryType.Markdown, properties: {} });
    },
  );

  it.each([
    'GIF8 is a signature',
    'ply\nis a word',
    'LASF',
    'ASTM-E57',
    'NGSP',
    'The moov atom',
    'fgb\x03',
    `ply\n${'ä'.repeat(40_000)}`,
  ])('is a text that begins like another format, and is none: %j', async (text) => {
    expect(await files.inspect('a.md', text)).toMatchObject({ type: EntryType.Markdown, properties: {} });
  });

  it('is not what really is of another format, nor a damaged one', async () => {
    const sound =
      'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n';
    expect((await files.inspect('a.md', sound)).type).toBe(EntryType.PointCloud);
    const cut = Buffer.from('GIF89a\x01\x02\xff\x80\x01', 'latin1');
    expect((await files.inspect('a.md', cut)).type).toBe(EntryType.Generic);
  });

  it('may have two bytes a character', async () => {
    const text = Buffer.from('\ufeff# words', 'utf16le');
    expect((await files.inspect('a.md', text)).type).toBe(EntryType.Markdown);
    expect((await files.inspect('a.md', text.swap16())).type).toBe(EntryType.Markdown);
  });

  it.each([Buffer.from('PK\x03\x04\x14\0', 'latin1'), Buffer.from('words\0words')])(
    'is none with a character 0',
    async (bytes) => {
      const { type, properties } = await files.inspect('a.md', bytes);
      expect([type, properties['warning']]).toEqual([EntryType.Generic, expect.stringMatching(/not what its name/)]);
    },
  );
});
