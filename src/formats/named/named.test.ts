import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EntryType } from '../index.ts';
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
