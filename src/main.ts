import { endWithStarter } from './starter.ts';

/** The commands of the server are told apart here: it and the client are both too large to be loaded for nothing. */
async function main([command = 'serve', ...rest]: readonly string[]): Promise<void> {
  switch (command) {
    case 'serve':
    case 'worker':
    case 'password':
      return (await import('./server.ts')).runServer(command, rest[0]);
    default:
      return (await import('./client/index.ts')).main([command, ...rest]);
  }
}

endWithStarter();
await main(process.argv.slice(2));
