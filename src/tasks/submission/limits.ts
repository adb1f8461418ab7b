import { sql } from 'kysely';
import type { Database } from '../../database/index.ts';
import { fail, failThrottled } from '../../errors/index.ts';
import { bytesOfToday } from '../store/made-bytes.ts';
import { toolSettings, type PlatformSettings } from '../tool-settings.ts';
import type { AnyTool } from '../tool.ts';

/** A task that is about to wait for its turn. */
export interface NewActive {
  readonly tool: AnyTool;
  readonly subject: string;
  readonly organization: { readonly id: string; readonly slug: string };
  readonly estimatedBytes: number;
}

/** Seconds after which one may ask again: a small task has ended then. */
const RETRY_SECONDS = 15;

/** @throws `too-large` for what one task may not write */
export function requireSmall(settings: PlatformSettings, estimatedBytes: number): void {
  const most = settings.maxEstimatedOutputBytesPerSubmit;
  if (estimatedBytes > most)
    throw fail('too-large', `The task would write about ${estimatedBytes} bytes; ${most} are allowed. Choose less.`);
}

/**
 * Refuses a task where there are too many already, in a transaction that has the lock of the tasks.
 *
 * @throws `throttled`
 */
export async function requireRoom(
  transaction: Database,
  settings: PlatformSettings,
  { tool, subject, organization, estimatedBytes }: NewActive,
): Promise<void> {
  const active = await countActive(transaction, subject, organization.id, tool.id);
  const { maxQueuedPerUser } = toolSettings(settings, tool.id);
  const ofTool = Math.min(tool.mostPerUser ?? Infinity, maxQueuedPerUser || Infinity);
  const refuse = (count: number, most: number, what: string): void => {
    if (count >= most) throw failThrottled(`${count} tasks ${what}; wait until one has ended.`, RETRY_SECONDS);
  };
  refuse(active.all, settings.maxConcurrentTasksGlobal, 'wait or run already');
  refuse(active.organization, settings.maxConcurrentTasksPerOrg, 'of this organization wait or run already');
  if (active.share >= shareOf(settings) && (await hasOthers(transaction, subject, organization.id)))
    refuse(
      active.share,
      shareOf(settings),
      'of yours wait or run already, and the other places of this organization are for others',
    );
  refuse(active.subject, settings.maxQueuedTasksPerUser, 'of yours wait or run already');
  refuse(active.tool, ofTool, `of yours with the tool ${tool.id} wait or run already`);
  const daily = dailyBytes(settings, organization.slug);
  const made = await bytesOfToday(transaction, organization.id);
  if (made + estimatedBytes > daily)
    throw failThrottled(
      `The tasks of this organization made ${made} bytes within a day; with this one it would be more than ${daily}.`,
      3600,
    );
}

/** Places of an organization that one may have where others belong to it: four of five, so that nobody shuts all others out. */
const shareOf = ({ maxConcurrentTasksPerOrg: places }: PlatformSettings): number => places - Math.floor(places / 5);

/** Whether others than somebody belong to an organization. */
async function hasOthers(db: Database, subject: string, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ others: boolean }>`
    select exists (
      select owner_id as user_id from organizations where id = ${organizationId}::uuid and 'user ' || owner_id <> ${subject}
      union all
      select user_id from organization_members where organization_id = ${organizationId}::uuid and 'user ' || user_id <> ${subject}
    ) as others`.execute(db);
  return rows[0]!.others;
}

/** Bytes an organization may make within a day: its own number, that of all others, or any number where there is none. */
function dailyBytes({ orgDailyOutputBytes }: PlatformSettings, slug: string): number {
  const own = Object.entries(orgDailyOutputBytes).find(([name]) => name.toLowerCase() === slug.toLowerCase());
  return own?.[1] ?? orgDailyOutputBytes['default'] ?? Infinity;
}

interface Active {
  readonly all: number;
  readonly organization: number;
  /** The subject's share of them. */
  readonly share: number;
  readonly subject: number;
  readonly tool: number;
}

/** Tasks whose work another machine does take no place from others; they count for the user who asked for them. */
async function countActive(db: Database, subject: string, organizationId: string, toolId: string): Promise<Active> {
  const { rows } = await sql<Active>`
    select count(*) filter (where not is_parked) as all,
      count(*) filter (where not is_parked and organization_id = ${organizationId}::uuid) as organization,
      count(*) filter (where not is_parked and organization_id = ${organizationId}::uuid and subject = ${subject}) as share,
      count(*) filter (where subject = ${subject}) as subject,
      count(*) filter (where subject = ${subject} and tool_id = ${toolId}) as tool
    from active_tasks()`.execute(db);
  return rows[0]!;
}
