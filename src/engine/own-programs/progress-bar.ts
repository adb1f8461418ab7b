/** Prints `0...10...20 ... 100 - done.` as GDAL does: a dot for each step of 2.5 percent, a number for every fourth step. */
export function printProgress(): (share: number) => void {
  let printed = -1;
  return (share) => {
    for (const step = Math.floor(Math.min(share, 1) * 40 + 1e-9); printed < step;) {
      printed += 1;
      process.stdout.write(printed % 4 === 0 ? String((printed / 4) * 10) : '.');
      if (printed === 40) process.stdout.write(' - done.\n');
    }
  };
}
