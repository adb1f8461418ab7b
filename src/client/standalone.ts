import { main } from './main.ts';

// What the package holds in one file (tools/client.vite.config.mjs): the client without the server.
await main(process.argv.slice(2));
