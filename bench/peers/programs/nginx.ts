import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../test/support/free-port.ts';
import { onExit } from '../exit.ts';
import type { Target } from '../load.ts';
import { installed } from './installed.ts';

export interface Nginx extends Target {
  /** What is written here is served at `/`; what is put to `/dav/` comes here. */
  readonly root: string;
  close(): Promise<void>;
}

/** A FastCGI program behind nginx: everything below `/{name}` is asked of it. */
export interface Behind {
  readonly name: string;
  readonly port: number;
  /** Goes before each query. */
  readonly query?: string;
}

const START_MS = 5000;

/** Starts nginx with its files in a folder of its own, as this user. @returns undefined where it is not installed */
export async function startNginx(folder: string, behind: readonly Behind[] = []): Promise<Nginx | undefined> {
  const program = installed('nginx', 'nginx-light');
  if (program === undefined) return undefined;
  const port = await freePort();
  const [own, root] = [join(folder, `nginx-${port}`), join(folder, `nginx-${port}`, 'root')];
  await mkdir(join(root, 'dav'), { recursive: true });
  const configuration = join(own, 'nginx.conf');
  await writeFile(configuration, configurationOf(own, port, behind));
  const child = spawn(program, ['-p', own, '-e', join(own, 'error.log'), '-c', configuration], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const forget = onExit(() => child.kill('SIGTERM'));
  await untilItListens(port);
  return {
    url: `http://127.0.0.1:${port}`,
    pids: [child.pid!],
    root,
    async close() {
      forget();
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilItListens(port: number): Promise<void> {
  for (const end = performance.now() + START_MS; ; await sleep(10)) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    if (performance.now() > end) throw new Error('nginx did not start.');
  }
}

function configurationOf(own: string, port: number, behind: readonly Behind[]): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(own, name)};`,
  );
  const programs = behind.map(
    ({ name, port: at, query = '' }) => `location /${name} {
      fastcgi_pass 127.0.0.1:${at};
      fastcgi_split_path_info ^(/${name})(.*)$;
      fastcgi_param SCRIPT_NAME /${name};
      fastcgi_param PATH_INFO $fastcgi_path_info;
      fastcgi_param QUERY_STRING "${query}$query_string";
      fastcgi_param REQUEST_METHOD $request_method;
      fastcgi_param SERVER_NAME 127.0.0.1;
      fastcgi_param SERVER_PORT ${port};
    }`,
  );
  // `tcp_nopush` would cost it nine tenths of its ranges here: ends of answers wait 40 ms on loopback.
  // Without `user` the workers of one started by root could not read the folder.
  return `daemon off; worker_processes auto; pid ${join(own, 'pid')}; error_log ${join(own, 'error.log')};
  ${process.getuid?.() === 0 ? 'user root;' : ''}
  events { worker_connections 1024; }
  http {
    ${temporary.join('\n    ')}
    access_log off; sendfile on; tcp_nodelay on; open_file_cache max=10000; keepalive_requests 1000000000;
    client_max_body_size 0; default_type application/octet-stream;
    server {
      listen 127.0.0.1:${port}; root ${join(own, 'root')};
      location /dav/ { dav_methods PUT; create_full_put_path on; }
      ${programs.join('\n      ')}
    }
  }
  `;
}
