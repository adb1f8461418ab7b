/** A page, or a view as large as one: its files are loaded when somebody goes there. */
const OPENED_ALONE = /\/(?:[\w-]+-page|scene-kind|scene-view|raster-map|drawing-map|send-large)\.tsx?$/;

/**
 * @typedef {object} ModuleInfo what the bundler knows of a module
 * @property {readonly string[]} importedIds
 * @property {readonly string[]} dynamicallyImportedIds
 *
 * @typedef {(id: string) => ModuleInfo | null} GetModuleInfo
 */

/**
 * Puts the dialogs of a page (`soon` in the sources), which it loads right after itself, into two files: `dialogs` is what no
 * page needs at once, `parts` what other pages do. As files of their own, one for each set of dialogs that share a module, they
 * were more than sixty requests, most of them for less than their headers have.
 *
 * @param {string} start module that everything begins with
 * @param {string} page module of the page
 * @returns {(id: string, graph: { getModuleInfo: GetModuleInfo }) => string | null} name of the file of a module; null where
 *   the bundler is to choose it
 */
export function dialogFiles(start, page) {
  /** @type {ReadonlyMap<string, string> | undefined} */
  let names;
  return (id, graph) => {
    names ??= fileNames(start, page, (of) => graph.getModuleInfo(of));
    return names.get(id) ?? null;
  };
}

/**
 * @param {string} start
 * @param {string} page
 * @param {GetModuleInfo} infoOf
 * @returns {ReadonlyMap<string, string>} names by module
 */
function fileNames(start, page, infoOf) {
  const imported = (/** @type {string} */ id) => infoOf(id)?.importedIds ?? [];
  const opened = (/** @type {string} */ id) => infoOf(id)?.dynamicallyImportedIds ?? [];
  const dialogs = (/** @type {string} */ id) => opened(id).filter((other) => !OPENED_ALONE.test(other));

  const ofPage = reached([start, page], imported);
  const ofPages = reached([start], (id) => [
    ...imported(id),
    ...opened(id).filter((other) => OPENED_ALONE.test(other)),
  ]);
  const later = reached([...ofPage].flatMap(dialogs), (id) => [...imported(id), ...dialogs(id)]);
  return new Map([...later].filter((id) => !ofPage.has(id)).map((id) => [id, ofPages.has(id) ? 'parts' : 'dialogs']));
}

/**
 * @param {readonly string[]} from
 * @param {(id: string) => readonly string[]} next
 * @returns {ReadonlySet<string>} those and all that lead on from them
 */
function reached(from, next) {
  const found = new Set(from);
  // What is added while a set is read is read as well.
  for (const id of found) for (const other of next(id)) found.add(other);
  return found;
}
