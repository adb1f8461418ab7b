#!/usr/bin/env node
// The program `alidade`: from a checkout all commands, run by the tools; from an installed package the client.
import { existsSync } from 'node:fs';

if (existsSync(new URL('../src/main.ts', import.meta.url))) {
  process.env['ALIDADE_CWD'] = process.cwd();
  process.argv.splice(2, 0, 'alidade');
  await import('../tools/run.mjs');
} else {
  await import('../dist/alidade.mjs');
}
