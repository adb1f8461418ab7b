/** A page, or a view as large as one: its files are loaded when somebody goes there. */
const OPENED_ALONE =
  /\/(?:[\w-]+-page|scene-kind|scene-view|map-view|drawing-map|send-large|finder-dialog|extents-map|table-view|qr-code|sphere-stage|measuring-tools|profile-drawer|kept-measurements|file-list|file-tiles|folder-tree|filter-bar|guest-menus|service\/answers)\.tsx?$/;

/** A page by its address. */
const PAGE = /-page\.tsx?$/;

/**
 * @typedef {object} ModuleInfo what the bundler knows of a module
 * @property {readonly string[]} importedIds
 * @property {readonly string[]} dynamicallyImportedIds
 *
 * @typedef {(id: string) => ModuleInfo | null} GetModuleInfo
 */

/**
 * Puts the dialogs of a page (`soon` in the sources), which it loads right after itself, into three files: `dialogs` is what nothing
 * else needs at once, `parts` what other pages do, `views` what only views that are opened alone do. As files of their own, one for each set of dialogs that share a module, they
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

/** More imports than this has only a module that passes on a whole library: which of them is used is not known from it. */
const MOST_IMPORTS = 100;

/**
 * Puts what two documents need before anything is shown into one file, `start`. Not their styles: what stands in two documents
 * alike may come in another order in them.
 *
 * @param {string} one module that the first document begins with
 * @param {string} other
 * @param {readonly RegExp[]} more modules of the first document that pages of the other one need, too: of a library that is
 *   imported through one module it cannot be seen
 * @returns {(id: string, graph: { getModuleInfo: GetModuleInfo }) => string | null} name of the file of a module; null where
 *   the bundler is to choose it
 */
export function startFiles(one, other, more) {
  /** @type {ReadonlySet<string> | undefined} */
  let both;
  /** @type {(all: (id: string) => readonly string[], used: (id: string) => readonly string[]) => ReadonlySet<string>} */
  const modulesOfBoth = (all, used) => {
    const ofOther = reached([other], used);
    const named = [...reached([one], all)].filter((id) => more.some((part) => part.test(id)));
    return new Set([...reached([one], used)].filter((id) => ofOther.has(id)).concat([...reached(named, used)]));
  };
  return (id, graph) => {
    const all = (/** @type {string} */ of) => graph.getModuleInfo(of)?.importedIds ?? [];
    const used = (/** @type {string} */ of) => (all(of).length > MOST_IMPORTS ? [] : all(of));
    both ??= modulesOfBoth(all, used);
    return both.has(id) && !id.endsWith('.css') ? 'start' : null;
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
  const openedFrom = (/** @type {RegExp} */ what) =>
    reached([start], (id) => [...imported(id), ...opened(id).filter((other) => what.test(other))]);
  const [ofPages, ofViews] = [openedFrom(PAGE), openedFrom(OPENED_ALONE)];
  const nameOf = (/** @type {string} */ id) => (ofPages.has(id) ? 'parts' : ofViews.has(id) ? 'views' : 'dialogs');
  const later = reached([...ofPage].flatMap(dialogs), (id) => [...imported(id), ...dialogs(id)]);
  return new Map([...later].filter((id) => !ofPage.has(id)).map((id) => [id, nameOf(id)]));
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
