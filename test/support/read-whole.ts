/** A service at work takes some files away; that it does so at each of many readings is a fault. */
const READINGS = 20;

/**
 * What `read` finds in folders of a service that is at work: it is read again when something has gone between its name and
 * its bytes, as a file does that is renamed when it is whole.
 */
export async function readWhole<T>(read: () => Promise<T>): Promise<T> {
  for (let reading = 1; ; reading += 1) {
    try {
      return await read();
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'ENOENT' || reading === READINGS) throw cause;
    }
  }
}
