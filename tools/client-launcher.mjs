#!/usr/bin/env node
// What the package starts: looks at Node.js first, in words that old versions read too; the client itself does not parse there.
if (Number.parseInt(process.versions.node, 10) < 24) {
  process.stderr.write(
    'alidade: The client needs Node.js 24 or newer, and this is ' +
      process.versions.node +
      '. Install a newer one from https://nodejs.org and try again.\n',
  );
  process.exitCode = 1;
} else {
  await import(new URL('client.mjs', import.meta.url).href); // Made by the bundler beside this file.
}
