import { refuseSuspended } from '#lib/domain/billing/wallets/afford.ts';
import { refuseUnverified } from '#lib/domain/identity/accounts/verified.ts';
import { commitEffect, rehearseEffect } from '#lib/domain/platform/commit.ts';
import type { Commit } from '#lib/domain/platform/context.ts';
import type { Writes } from '#lib/store/requests/idempotency.ts';
import { auditWrites } from './audit.ts';
import type { Exchange } from './exchange.ts';
import { log } from './log.ts';
import { checked, replyOf } from './reply.ts';

/** Thrown to answer a dry run once every condition has been checked. */
export class Rehearsed extends Error {
  override readonly name = 'Rehearsed';
  readonly verdict: { would: string; price_delta_paise_per_hour: number };
  constructor(verdict: { would: string; price_delta_paise_per_hour: number }) {
    super('rehearsed');
    this.verdict = verdict;
  }
}

/**
 * Commits a verb's effect (lib/domain/platform/commit.ts) with the request's own writes: the conditions on the account,
 * the completion of the Idempotency-Key and the audit entry. The reply is checked before, since it is stored with them.
 * A dry run checks the conditions and throws Rehearsed.
 */
export async function commit<T>(exchange: Exchange, effect: Commit<T>): Promise<T> {
  if (exchange.dryRun) {
    if (!effect.rehearsal)
      throw new Error(`${exchange.route.name}: allows a dry run, but does not say what it would do`);
    await rehearseEffect(effect, standing(exchange));
    throw new Rehearsed(effect.rehearsal);
  }
  const body = checked(exchange, effect.reply);
  if (effect.version !== undefined) exchange.reply.headers.etag = `"v${effect.version}"`;
  exchange.reply.cookies = [...(effect.cookies ?? [])];
  const status = exchange.route.status ?? 200;
  await exchange.keyed?.claimed();
  const own = standing(exchange);
  if (exchange.keyed) own.push(await exchange.keyed.completion(replyOf(exchange, status, body)));
  own.push(...auditWrites(exchange, status, effect));
  const late = await commitEffect(effect, own, authorOf(exchange, effect));
  exchange.committed = true;
  for (const { operation, machine } of late) log('warn', { operation, message: `workflow ${machine} starts later` });
  return body as T;
}

/** Who the activity feed names. */
const authorOf = ({ principal, actor, request }: Exchange, effect: Pick<Commit<unknown>, 'actor'>) => ({
  actor: (effect.actor ?? actor ?? principal)?.name ?? 'system',
  request_id: request.id,
});

/** What the account must be for what a route does: the last of refusals. */
const standing = (exchange: Exchange): Writes => [...verification(exchange), ...solvency(exchange)];

/** Some creations need the verified address of the account's owner (contract 4). */
function verification({ principal, route }: Exchange): Writes {
  return route.verified && principal ? [refuseUnverified(principal)] : [];
}

/** While an account is suspended, nothing is started and nothing created but what pays (contract 3.12). */
function solvency({ principal, route }: Exchange): Writes {
  return route.spends && principal?.suspended ? [refuseSuspended(principal.account_id)] : [];
}
