/** Lets the browser save what an address leads to. */
export function saveFile(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}

/** Lets the browser save a text. */
export function saveText(text: string, type: string, name: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  saveFile(address, name);
  // The browser has taken it by then: it reads it from memory, not over a line.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
