import { usageError } from '../client-error.ts';

/**
 * The address of a server as a user writes it: `https://maps.example.org`, with a folder where it lies below one. Without
 * a scheme it is https, and http on this computer.
 *
 * @returns it with a slash at the end
 * @throws ClientError
 */
export function parseServerAddress(text: string): URL {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : `${isOfThisComputer(text) ? 'http' : 'https'}://${text}`;
  const url = URL.parse(written);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw usageError(`"${text}" is no address of a server. Write it like https://maps.example.org.`);
  if (url.username !== '' || url.password !== '')
    throw usageError('An address must hold no name and password: they would stay in the history of the shell.');
  if (url.search !== '' || url.hash !== '') throw usageError(`"${text}" is the address of a page, not of a server.`);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function isOfThisComputer(text: string): boolean {
  return /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/i.test(text);
}

/** Whether passwords reach the server so that nobody on the way can read them. */
export function isConfidential(url: URL): boolean {
  return url.protocol === 'https:' || isOfThisComputer(url.host);
}

/** A server as it is written in front of a dataset: host and port, and the folder it lies below. */
export function serverName(url: URL): string {
  return `${url.host}${url.pathname.replace(/\/$/, '')}`;
}
