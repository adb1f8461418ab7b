import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { metricsOf } from './page-times.ts';

/** Frames of a page while something is done on it. */
interface Frames {
  readonly perSecond: number;
  readonly longest: number;
  /** Share of frames that took more than 50 ms. */
  readonly slow: number;
  /** Milliseconds of processor time of the main thread for a frame. */
  readonly thread: number;
  /** Milliseconds of the longest task. */
  readonly longestTask: number;
}

const RECORD = `(() => {
  window.frames_ = []; window.tasks_ = [];
  let last = performance.now();
  const each = (now) => { window.frames_.push(now - last); last = now; window.recording_ = requestAnimationFrame(each); };
  window.recording_ = requestAnimationFrame((now) => { last = now; each(now); });
  window.observer_ = new PerformanceObserver((list) => list.getEntries().forEach((it) => window.tasks_.push(it.duration)));
  window.observer_.observe({ type: 'longtask' });
})()`;
const STOP = `(() => {
  cancelAnimationFrame(window.recording_); window.observer_.disconnect();
  return { frames: window.frames_.slice(1), tasks: window.tasks_ };
})()`;

export async function framesWhile(page: Page, work: () => Promise<void>): Promise<Frames> {
  const protocol = await page.context().newCDPSession(page);
  // Processor time, so that other work of the machine does not count.
  await protocol.send('Performance.enable', { timeDomain: 'threadTicks' });
  const before = (await metricsOf(protocol))('TaskDuration');
  await page.evaluate(RECORD);
  await work();
  const { frames, tasks } = await page.evaluate<{ frames: readonly number[]; tasks: readonly number[] }>(STOP);
  const thread = (await metricsOf(protocol))('TaskDuration') - before;
  await protocol.detach();
  const total = frames.reduce((sum, each) => sum + each, 0);
  return {
    perSecond: (frames.length / total) * 1000,
    longest: Math.max(...frames),
    slow: frames.filter((each) => each > 50).length / frames.length,
    thread: (thread * 1000) / frames.length,
    longestTask: Math.max(0, ...tasks),
  };
}

export const printFrames = (what: string, frames: Frames): void =>
  console.log(
    `  ${what}: ${frames.perSecond.toFixed(0)} frames/s, longest ${frames.longest.toFixed(0)} ms, ` +
      `${(frames.slow * 100).toFixed(0)} % above 50 ms, main thread ${frames.thread.toFixed(1)} ms a frame, ` +
      `longest task ${frames.longestTask.toFixed(0)} ms, load ${loadavg()[0]!.toFixed(1)}`,
  );
