/** What a browser shows that was sent to a download and has too many open. @param most downloads at a time */
export function busyPage(most: number): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Too many downloads</title>
<style>body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1rem; }</style>
<h1>Too many downloads at a time</h1>
<p>You have ${most === 1 ? 'one download' : `${most} downloads`} open already, and no more are allowed at a time.
Wait until one has ended, then load this page again.</p>
</html>
`;
}
