import type { Target } from './targets.ts';

/** What is done with one connection. */
export interface Script {
  /** Bytes, and milliseconds to wait between them. */
  readonly steps: readonly (string | Buffer | number)[];
  /** `answer`: waits for one; `hang up`: closes at once; `half`: ends its side and waits for the other one. */
  readonly ends: 'answer' | 'hang up' | 'half';
}

/** Random numbers of one seed. */
export interface Random {
  /** Below a bound. */
  below(bound: number): number;
  pick<T>(from: readonly T[]): T;
}

/** mulberry32: the same numbers for the same seed on every machine. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return { below, pick: (from) => from[below(from.length)]! };
}

const part = (headers: string, value: string): string => `--b\r\n${headers}\r\n\r\n${value}\r\n`;
const field = (name: string, value: string): string => part(`content-disposition: form-data; name="${name}"`, value);
const fileHeaders = 'content-disposition: form-data; name="file"; filename="f.bin"';
const FORM = `${field('path', 'fuzz/x.bin')}${part(fileHeaders, 'bytes of a file')}`;
const WHOLE = `${FORM}--b--\r\n`;
const JSON_BODY =
  '{"path":"fuzz","name":"fuzz","slug":"fuzz","userName":"x","password":"y","ids":[1,2],"data":{"a":1}}';
const MULTIPART = 'multipart/form-data; boundary=b';

/** The lines before a body. `length`: what the request says of its body; null: it is chunked. */
function head({ method, path, headers }: Target, type: string, length: number | string | null, more = ''): string {
  const size = length === null ? 'transfer-encoding: chunked' : `content-length: ${length}`;
  return `${method} ${path} HTTP/1.1\r\nhost: fuzz\r\n${headers}content-type: ${type}\r\n${size}\r\n${more}\r\n`;
}
const whole = (target: Target, type: string, body: string | Buffer, ends: Script['ends'] = 'answer'): Script => ({
  steps: [head(target, type, Buffer.byteLength(body)), body],
  ends,
});

/** Every way to spoil a request, by name. */
export const MUTATIONS: Readonly<Record<string, (target: Target, random: Random) => Script>> = {
  truncated: (target, random) => ({
    steps: [head(target, MULTIPART, WHOLE.length), WHOLE.slice(0, random.below(WHOLE.length))],
    ends: random.pick(['hang up', 'half']),
  }),
  'no boundary': (target) => whole(target, 'multipart/form-data', WHOLE),
  'an empty boundary': (target, random) =>
    whole(target, `multipart/form-data; boundary=${random.pick(['', '""'])}`, WHOLE),
  'a boundary of 70,000 characters': (target) =>
    whole(target, `multipart/form-data; boundary=${'b'.repeat(70_000)}`, WHOLE),
  'part headers of 1 MB': (target) =>
    whole(target, MULTIPART, `${part(`${fileHeaders}\r\nx-large: ${'x'.repeat(1_000_000)}`, 'y')}--b--\r\n`),
  '10,000 parts': (target, random) =>
    whole(target, MULTIPART, `${(random.below(2) ? part(fileHeaders, 'y') : field('a', 'b')).repeat(10_000)}--b--\r\n`),
  'a file without an end': (target, random) => {
    const open = `${FORM.repeat(1 + random.below(2))}${fileOpening(random)}`;
    return whole(target, MULTIPART, open, random.pick(['answer', 'half']));
  },
  'a field without an end': (target) => ({
    steps: [head(target, MULTIPART, 4_300_000), `${field('path', 'x').slice(0, -2)}${'a'.repeat(4_100_000)}`, 20],
    ends: 'hang up',
  }),
  'two boundaries': (target, random) =>
    whole(target, `multipart/form-data; x="; boundary=b"; boundary=${'y'.repeat(random.pick([1, 71, 300]))}`, WHOLE),
  'a large form': (target, random) =>
    whole(
      target,
      'application/x-www-form-urlencoded',
      random.pick([
        `path=${'+'.repeat(1_000_000)}`,
        `path=${'%41a'.repeat(250_000)}`,
        `paths=${'%zz'.repeat(300_000)}`,
        Array.from({ length: 60_000 }, (_, at) => `n${at}=1`).join('&'),
        '&'.repeat(1_000_000),
      ]),
    ),
  'a wrong length': (target, random) => ({
    steps: [
      head(target, MULTIPART, random.pick([WHOLE.length - 9, WHOLE.length + 9, -1, '+5', '1e3', '0', '9'.repeat(30)])),
      WHOLE,
    ],
    ends: random.pick(['hang up', 'half']),
  }),
  'two lengths': (target, random) => ({
    steps: [
      head(target, MULTIPART, 5, random.pick(['content-length: 9\r\n', 'transfer-encoding: chunked\r\n'])),
      WHOLE,
    ],
    ends: 'half',
  }),
  'chunked garbage': (target, random) => ({
    steps: [
      head(target, random.pick([MULTIPART, 'application/json']), null),
      random.pick([
        'xyz\r\n',
        'FFFFFFFFFFFFFFFFFF\r\nx',
        '-5\r\nhello\r\n',
        `5${';x=y'.repeat(5000)}\r\nhello\r\n`,
        '5\r\nhelloworld\r\n',
        '5\nhello\n0\n\n',
        `3\r\n{"a\r\n0\r\nx-trailer: ${'y'.repeat(200_000)}\r\n\r\n`,
      ]),
    ],
    ends: 'half',
  }),
  'half a character': (target, random) => {
    const half = Buffer.from([0x22, 0xe2, 0x82]);
    const [type, body] = random.pick([
      ['application/json', Buffer.concat([Buffer.from('{"path":'), half])],
      ['application/x-www-form-urlencoded', Buffer.concat([Buffer.from('path='), half])],
      [MULTIPART, Buffer.concat([Buffer.from(FORM.slice(0, 60), 'utf8'), half, Buffer.from('\r\n--b--\r\n')])],
    ] as const);
    const bad = `${target.path}${target.path.includes('?') ? '&' : '?'}path=%E2%82&x=%`;
    return whole(random.below(3) === 0 ? { ...target, path: bad } : target, type, body);
  },
  'expects 100-continue': (target, random) => ({
    steps: [head(target, MULTIPART, WHOLE.length, 'expect: 100-continue\r\n'), ...random.pick([[], [5, WHOLE]])],
    ends: random.pick(['hang up', 'half']),
  }),
  pipelined: (target, random) => {
    const once = head(target, MULTIPART, WHOLE.length) + WHOLE;
    const bad = random.pick(['GET / HTTP/9.9\r\n\r\n', '\0\0\0\0', once.slice(0, -30), `${WHOLE}\r\n`]);
    return { steps: [once + once + bad], ends: 'half' };
  },
  slow: (target, random) => {
    const all = head(target, MULTIPART, WHOLE.length) + WHOLE;
    const pieces = Array.from({ length: 10 }, () => random.below(all.length)).toSorted((a, b) => a - b);
    return { steps: pieces.flatMap((end, at) => [all.slice(pieces[at - 1] ?? 0, end), 30]), ends: 'hang up' };
  },
  'closed in the middle': (target, random) => ({
    steps: [(head(target, MULTIPART, 1_000_000) + FORM).slice(0, 100 + random.below(500)), random.below(5)],
    ends: 'hang up',
  }),
  'hostile JSON': (target, random) =>
    whole(
      target,
      'application/json',
      random.pick([
        '['.repeat(100_000),
        '{"a":'.repeat(100_000),
        `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join()}}`,
        '{"__proto__":{"x":1},"constructor":{"prototype":{}}}',
        `{"path":${'9'.repeat(5000)}}`,
        '{"path":"\\u0000\\ud800"}',
        'null',
        '""',
        `[${'{},'.repeat(100_000)}{}]`,
      ]),
    ),
  'bytes flipped': (target, random) => {
    const body = random.pick([WHOLE, JSON_BODY, 'path=a&name=b&data=%7B%7D']);
    const type =
      body === WHOLE ? MULTIPART : body === JSON_BODY ? 'application/json' : 'application/x-www-form-urlencoded';
    const bytes = Buffer.from(body);
    for (let count = random.below(6); count >= 0; count -= 1) bytes[random.below(bytes.length)] = random.below(256);
    return whole(target, type, bytes);
  },
};

function fileOpening(random: Random): string {
  const headers = random.pick([
    fileHeaders,
    'content-disposition: form-data; name="userName"; filename="x"',
    'content-disposition: form-data; name="x"\r\ncontent-type: application/octet-stream',
  ]);
  return `--b\r\n${headers}\r\n\r\n${'x'.repeat(random.pick([0, 10, 5000, 200_000]))}`;
}
