/** A file (or an empty folder) with its path relative to where it was dropped or chosen. */
export type ChosenFile = { readonly path: string; readonly file: File | null };

/** Files the operating system leaves in folders; nobody means to upload them. */
const LITTER = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** What an `<input type="file">` holds; with `webkitdirectory` the browser gives relative paths. */
export function filesOfInput(list: FileList): readonly ChosenFile[] {
  return [...list]
    .map((file) => ({ path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath, file }))
    .filter(({ file }) => !LITTER.has(file.name));
}

/** The part of the browser's FileSystemEntry that walking needs. */
type DroppedEntry = Pick<FileSystemEntry, 'name' | 'isDirectory' | 'isFile'>;

/**
 * Takes what was dropped. Must be called inside the drop event (the browser empties the list right after);
 * the returned promise then walks the folders, also deep ones, and reports empty folders with `file` null.
 */
export function filesOfDrop(transfer: DataTransfer): Promise<readonly ChosenFile[]> {
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  const entries = items.map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  // Files made by a script have no entry in some browsers; the plain list has them.
  if (entries.length === 0) return Promise.resolve(filesOfInput(transfer.files));
  return walk(entries);
}

async function walk(top: readonly DroppedEntry[]): Promise<readonly ChosenFile[]> {
  const found: ChosenFile[] = [];
  const visit = async (entry: DroppedEntry, path: string): Promise<void> => {
    if (entry.isFile) {
      if (!LITTER.has(entry.name)) found.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
      return;
    }
    const children = await childrenOf(entry as FileSystemDirectoryEntry);
    if (children.length === 0) found.push({ path, file: null });
    for (const child of children) await visit(child, `${path}/${child.name}`);
  };
  for (const entry of top) await visit(entry, entry.name);
  return found;
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** `readEntries` hands out at most 100 children a call: ask until it has no more. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}
