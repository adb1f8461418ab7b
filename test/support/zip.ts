import yazl from 'yazl';

/** The bytes of a ZIP archive with these members. */
export async function zip(members: Readonly<Record<string, Buffer | string>>): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  for (const [name, content] of Object.entries(members)) archive.addBuffer(Buffer.from(content), name);
  archive.end();
  const pieces: Buffer[] = [];
  for await (const piece of archive.outputStream as AsyncIterable<Buffer>) pieces.push(piece);
  return Buffer.concat(pieces);
}
