/** As long as every file system takes, with an extension and a number. */
const MAX_CHARACTERS = 60;

/** Names of files for layers, each once, whatever the layers are called: letters, digits, `-`, `_`, `.` and spaces within. */
export function uniqueFileNames(extension: string): (layer: string) => string {
  const taken = new Set<string>();
  return (layer) => {
    const plain = layer
      .replaceAll(/[^\p{L}\p{N}_. -]+/gu, '_')
      .replaceAll(/^[. -]+|[. ]+$/g, '')
      .slice(0, MAX_CHARACTERS);
    const stem = plain === '' ? 'layer' : plain;
    let name = stem;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${stem}_${number}`;
    taken.add(name.toLowerCase());
    return `${name}.${extension}`;
  };
}
