/** The load of the HTTP benchmark: `client.ts <url> <seconds> <headers as JSON>`, 64 requests at a time on kept connections. */
import { Agent, get } from 'node:http';

const [url = '', seconds = '5', headers = '{}'] = process.argv.slice(2);
const AT_ONCE = 64;
const WARM_UP_MS = 2000;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const options = { agent, headers: JSON.parse(headers) as Record<string, string> };

async function once(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    get(url, options, (response) => {
      if (response.statusCode !== 200) reject(new Error(`Answered ${response.statusCode}`));
      response.resume().on('end', resolve);
    }).on('error', reject);
  });
}

async function lane(end: number, times: number[]): Promise<void> {
  while (performance.now() < end) {
    const begin = performance.now();
    await once();
    times.push(performance.now() - begin);
  }
}

const load = (until: number, times: number[]): Promise<unknown> =>
  Promise.all(Array.from({ length: AT_ONCE }, () => lane(until, times)));

// Until both sides have compiled what they run all the time.
const warm: number[] = [];
await load(performance.now() + WARM_UP_MS, warm);
const times: number[] = [];
const begin = performance.now();
const end = begin + Number(seconds) * 1000;
await load(end, times);
const elapsed = (performance.now() - begin) / 1000;
times.sort((left, right) => left - right);
process.stdout.write(
  JSON.stringify({
    answers: warm.length + times.length,
    perSecond: times.length / elapsed,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
  }),
);
agent.destroy();
