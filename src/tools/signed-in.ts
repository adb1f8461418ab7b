/**
 * Tools that nobody may start who has not signed in, though they take no more than the right to read: ids with what he is told.
 */
export function signedInTools(settings: {
  readonly disableAnonymousBulkDownloads: boolean;
}): ReadonlyMap<string, string> {
  const archives = 'Sign in to have an archive made; single files can be downloaded without.';
  return new Map([
    // A node works for hours for anyone who asks, and is often paid for by the hour.
    ['photogrammetry', 'Sign in to have photos processed.'],
    ...(settings.disableAnonymousBulkDownloads ? ([['bulk-download', archives]] as const) : []),
  ]);
}
