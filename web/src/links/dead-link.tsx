import { ApiError } from '../api/api-error.ts';
import { soon } from '../parts/soon.tsx';

const LinkDoor = soon(async () => (await import('./link-door.tsx')).LinkDoor);

/**
 * What a page shows that was opened by a link which does not open it: the form for its password, or why it leads nowhere; signing
 * in would not help.
 */
export const DeadLink = () => <LinkDoor opened />;

/**
 * Whether the link does not open the page, by the error of reading its dataset: 401 for a visitor, 403 for another dataset's link,
 * 404 for somebody who is signed in and may not read the dataset himself.
 */
export const isDeadLink = (token: string | undefined, error: Error | null): boolean =>
  token !== undefined && error instanceof ApiError && [401, 403, 404].includes(error.status);
