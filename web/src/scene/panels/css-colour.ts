/** Red, green and blue of "#dfe6e2"; grey for anything else. */
export function rgbOf(colour: string): readonly [red: number, green: number, blue: number] {
  const [, red, green, blue] = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour) ?? [];
  const number = (text: string | undefined): number => (text === undefined ? 128 : Number.parseInt(text, 16));
  return [number(red), number(green), number(blue)];
}
