import { loadavg } from 'node:os';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { treeTime } from '../support/process-tree.ts';

/** What one visit of a page took. Milliseconds but where it says otherwise. */
export interface Visit {
  /** From the start of the navigation until what was waited for is painted. */
  readonly clock: number;
  /** Processor time of the service and all below it. */
  readonly service: number;
  /** Processor time of the page's main thread: all its tasks, and of them the scripts. */
  readonly thread: number;
  readonly script: number;
  /** Processor time of all of the browser. */
  readonly browser: number;
  readonly requests: number;
  /** Bytes that came over the connection, in thousands. */
  readonly kilobytes: number;
}

const PAINTED = 'bench: painted';

/**
 * Tells on the console when the condition is true and painted: after the frame in which it became true. In text, as this
 * program has no types of a browser.
 */
export const paintedWhen = (condition: string): string => `(() => {
  const look = () => {
    if (${condition}) requestAnimationFrame(() => setTimeout(() => console.debug('${PAINTED}', performance.now())));
    else requestAnimationFrame(look);
  };
  look();
})()`;

/** Opens a page anew and waits until it has painted what the condition says. */
export async function visit(
  context: BrowserContext,
  address: string,
  condition: string,
  pid: number,
): Promise<{ readonly page: Page; readonly took: Visit }> {
  const page = await context.newPage();
  await page.addInitScript(paintedWhen(condition));
  const protocol = await context.newCDPSession(page);
  // Processor time, so that other work of the machine does not count.
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
  const transfer = await countTransfer(protocol);
  const browser = context.browser()!;
  const [service, browserTime] = [await treeTime(pid), await browserSeconds(browser)];
  const painted = page.waitForEvent('console', { predicate: (it) => it.text().startsWith(PAINTED), timeout: 120_000 });
  await page.goto(address, { waitUntil: 'commit' });
  const clock = Number((await painted).text().slice(PAINTED.length));
  const metrics = await metricsOf(protocol);
  const took = {
    clock,
    service: (await treeTime(pid)) - service,
    thread: metrics('TaskDuration') * 1000,
    script: metrics('ScriptDuration') * 1000,
    browser: ((await browserSeconds(browser)) - browserTime) * 1000,
    ...transfer(),
  };
  return { page, took };
}

/** Numbers of DevTools about the page so far, by their names. */
export async function metricsOf(protocol: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await protocol.send('Performance.getMetrics');
  return (name) => metrics.find((metric) => metric.name === name)?.value ?? NaN;
}

async function countTransfer(protocol: CDPSession): Promise<() => Pick<Visit, 'requests' | 'kilobytes'>> {
  await protocol.send('Network.enable');
  let [requests, bytes] = [0, 0];
  protocol.on('Network.requestWillBeSent', ({ request }) => (requests += request.url.startsWith('http') ? 1 : 0));
  protocol.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  return () => ({ requests, kilobytes: bytes / 1000 });
}

/** Seconds of processors that all processes of the browser have used. */
async function browserSeconds(browser: Browser): Promise<number> {
  const protocol = await browser.newBrowserCDPSession();
  const { processInfo } = await protocol.send('SystemInfo.getProcessInfo');
  await protocol.detach();
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

const HEAD =
  '| What                                     |     | Clock, s | Service, ms | Thread, ms | Script, ms | Browser, ms | Requests |    kB | Load |';

export function printHead(): void {
  console.log(HEAD);
  console.log(HEAD.replaceAll(/[^|]/g, '-'));
}

export function printVisit(what: string, state: 'cold' | 'warm', took: Visit): void {
  const cells = [took.service, took.thread, took.script, took.browser].map((ms) => ms.toFixed(0));
  console.log(
    `| ${what.padEnd(40)} | ${state} | ${(took.clock / 1000).toFixed(2)} | ${cells.join(' | ')} | ${took.requests} | ${took.kilobytes.toFixed(0)} | ${loadavg()[0]!.toFixed(1)} |`,
  );
}
