import type { Context } from '#lib/domain/platform/context.ts';
import { pageOfLog } from '#lib/domain/platform/lists.ts';
import { idFloor } from '#lib/model/platform/ids.ts';
import type { PlatformAuditLog, PlatformAuditQuery } from '#lib/model/platform/operated.ts';
import { platformAccount } from '#lib/model/platform/principal.ts';
import { type AuditRecord, auditBetween } from '#lib/store/requests/audit.ts';
import { toAuditLog } from './list.ts';

/** The most entries that one page reads where only some of them match (contract 1.8). */
const readAtMost = 1000;

/**
 * One page of a month of the platform's own log: what was asked on the routes of operators, by whom, and the attempts
 * that belong to no account.
 */
export async function listPlatformAuditLogs(
  context: Context,
  { month = context.now.toISOString().slice(0, 7), q, ...query }: PlatformAuditQuery,
): Promise<{ audit_logs: PlatformAuditLog[]; next_cursor: string }> {
  const [from, to] = [startOf(month, 0), startOf(month, 1)].map((at) => idFloor('log', at)) as [string, string];
  const noun = JSON.stringify(['platform-audit-log', month, q]);
  const { items, next_cursor } = await pageOfLog(context, noun, query, async ({ limit, sort, after }) => {
    const newestFirst = sort === '-created_at';
    const page = await auditBetween(platformAccount, [from, to], {
      newestFirst,
      after,
      limit: q === undefined ? limit : readAtMost,
    });
    const wanted = page.items.filter((entry) => isFound(entry, q));
    const shown = wanted.slice(0, limit);
    return { items: shown, last: wanted.length > shown.length ? shown.at(-1)?.id : page.last };
  });
  return { audit_logs: items.map(toEntry), next_cursor };
}

const startOf = (month: string, later: number): Date => {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Math.max(0, Date.UTC(year, number - 1 + later)));
};

function isFound({ path, actor, resource, source_ip, source_instance }: AuditRecord, q: string | undefined): boolean {
  const wanted = q?.toLowerCase() ?? '';
  return [path, actor.name, resource, source_ip, source_instance ?? ''].some((text) =>
    text.toLowerCase().includes(wanted),
  );
}

/** Whose account it was says the resource, which is named as the caller's policies name it. */
const toEntry = (entry: AuditRecord): PlatformAuditLog => ({
  ...toAuditLog(entry),
  account_id: /^srn:[a-z]+:[^:]*:(\d{12}):/.exec(entry.resource)?.[1] ?? null,
});
