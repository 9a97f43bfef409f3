import type { Context } from '#lib/domain/platform/context.ts';
import { pageThrough } from '#lib/domain/platform/long-lists.ts';
import { idFloor } from '#lib/model/platform/ids.ts';
import type { PlatformAuditLog, PlatformAuditQuery } from '#lib/model/platform/operated.ts';
import { platformAccount } from '#lib/model/platform/principal.ts';
import { type AuditRecord, auditBetween } from '#lib/store/requests/audit.ts';
import { toAuditLog } from './list.ts';

/**
 * One page of a month of the platform's own log: requests on operators' routes with their callers, and attempts that
 * belong to no account.
 */
export async function listPlatformAuditLogs(
  context: Context,
  { month = context.now.toISOString().slice(0, 7), q, ...query }: PlatformAuditQuery,
): Promise<{ audit_logs: PlatformAuditLog[]; next_cursor: string }> {
  const [from, to] = [startOf(month, 0), startOf(month, 1)].map((at) => idFloor('log', at)) as [string, string];
  const noun = JSON.stringify(['platform-audit-log', month, q]);
  const { items, next_cursor } = await pageThrough<AuditRecord>(context, noun, query, {
    read: (stretch) => auditBetween(platformAccount, [from, to], stretch),
    place: ({ id }) => ({ id, name: '' }),
    keep: q === undefined ? undefined : (entry) => isFound(entry, q),
  });
  return { audit_logs: items.map(toEntry), next_cursor };
}

const startOf = (month: string, later: number): Date => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Math.max(0, Date.UTC(year, number - 1 + later)));
};

function isFound({ path, actor, resource, source_ip, source_instance }: AuditRecord, q: string): boolean {
  const wanted = q.toLowerCase();
  return [path, actor.name, resource, source_ip, source_instance ?? ''].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

/** The resource shows whose account it was: it is named as in the caller's policies. */
const toEntry = (entry: AuditRecord): PlatformAuditLog => ({
  ...toAuditLog(entry),
  account_id: /^srn:[a-z]+:[^:]*:(\d{12}):/.exec(entry.resource)?.[1] ?? null,
});
