import { refuseSuspended } from '#lib/domain/billing/wallets/afford.ts';
import { refuseUnverified, refuseUnverifiedSpending } from '#lib/domain/identity/accounts/verified.ts';
import { commitEffect, rehearseEffect } from '#lib/domain/platform/commit.ts';
import type { Commit, Rehearsed } from '#lib/domain/platform/context.ts';
import type { DryRun, Rehearsal } from '#lib/model/platform/dry-run.ts';
import type { Writes } from '#lib/store/requests/idempotency.ts';
import { auditWrites } from './audit.ts';
import type { Exchange } from './exchange.ts';
import { log } from './log.ts';
import { permitted } from './permitted.ts';
import { checked, replyOf } from './reply.ts';
import { refuseUnmatched, versionTag } from './version-tag.ts';

/** Thrown to answer a dry run once every condition has been checked. */
export class Verdict extends Error {
  override readonly name = 'Verdict';
  readonly verdict: DryRun;
  constructor(verdict: DryRun) {
    super('rehearsed');
    this.verdict = verdict;
  }
}

/**
 * Commits a verb's effect (lib/domain/platform/commit.ts) with the request's own writes: the conditions on the account,
 * the completion of the Idempotency-Key and the audit entry. The reply is checked before, since it is stored with them.
 * A dry run checks the conditions and throws a Verdict.
 */
export async function commit<T>(exchange: Exchange, effect: Commit<T>): Promise<T> {
  if (exchange.dryRun) return rehearse(exchange, effect);
  refuseUnmatched(exchange);
  if (effect.version !== undefined) exchange.reply.headers.etag = versionTag(effect.version);
  const body = checked(exchange, await permitted(exchange, effect.reply));
  exchange.reply.cookies = [...(effect.cookies ?? [])];
  const status = exchange.route.status ?? 200;
  await exchange.keyed?.claimed();
  const own: Writes = [];
  if (exchange.keyed) own.push(await exchange.keyed.completion(replyOf(exchange, status, body)));
  own.push(...auditWrites(exchange, status, effect));
  const whole = { ...effect, writes: conditioned(exchange, effect.writes) };
  const late = await commitEffect(whole, own, authorOf(exchange, effect));
  exchange.committed = true;
  for (const { operation, machine } of late) log('warn', { operation, message: `workflow ${machine} starts later` });
  return body as T;
}

/** The author that the activity feed names. */
const authorOf = ({ principal, actor, request }: Exchange, effect: Pick<Commit<unknown>, 'actor'>) => ({
  actor: (effect.actor ?? actor ?? principal)?.name ?? 'system',
  request_id: request.id,
});

/** Checks what a request depends on and changes nothing. Throws the refusal, or the verdict of the dry run. */
export async function rehearse(exchange: Exchange, { writes, rehearsal, check }: Rehearsed): Promise<never> {
  refuseUnmatched(exchange);
  const verdict = rehearsal ?? plainly(exchange, writes);
  await rehearseEffect({ writes: conditioned(exchange, writes ?? []) });
  await check?.();
  const unchanged = { price_delta_paise_per_hour: 0, price_delta_paise_per_month: 0, cascade: [] };
  throw new Verdict({ dry_run: true, ...unchanged, ...(typeof verdict === 'function' ? await verdict() : verdict) });
}

/**
 * Checks the account's conditions before an effect outside the commit, in the order in which the commit would refuse.
 * Conditions that this request has already found to hold are not read again.
 */
export async function refuseEarly(exchange: Exchange, { writes = [] }: Rehearsed): Promise<void> {
  const all = conditioned(exchange, writes);
  if (all.length > writes.length) await rehearseEffect({ writes: all });
}

/** The default description of what a request would do: `delete ssh key key-…`. */
function plainly({ request, route, input }: Exchange, writes: Rehearsed['writes']): Rehearsal {
  const words = route.name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const would = [words, ...Object.values(input.params)].join(' ');
  if (writes?.length !== 0) return { would };
  return { would: `nothing: ${would} is done${request.method === 'DELETE' ? ' or in progress' : ''}` };
}

/**
 * A verb's writes with the conditions on the account, in the order of contract 1.4: the owner's verified address before
 * the wallet, and last that the account is not suspended.
 */
function conditioned(exchange: Exchange, writes: Readonly<Writes>): Writes {
  const money = writes.findIndex(({ asksMoney }) => asksMoney);
  const at = money < 0 ? writes.length : money;
  const owner = verification(exchange, money >= 0);
  return [...writes.slice(0, at), ...owner, ...writes.slice(at), ...solvency(exchange)];
}

/**
 * Some creations, and all billable resources, need a verified address of the account's owner (contract 0.15). An
 * address never becomes unverified again, so the state read with the caller is sufficient.
 */
function verification({ principal, route }: Exchange, costs: boolean): Writes {
  if (!principal || principal.verified || route.public) return [];
  if (route.verified) return [refuseUnverified(principal)];
  return route.spends || costs ? refuseUnverifiedSpending(principal) : [];
}

/** While an account is suspended, nothing is started or created except payments (contract 3.12). */
function solvency({ principal, route }: Exchange): Writes {
  return route.spends && principal?.suspended ? [refuseSuspended(principal.account_id)] : [];
}
