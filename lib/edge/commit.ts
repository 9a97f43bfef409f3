import { refuseSuspended } from '#lib/domain/billing/wallets/suspended.ts';
import { refuseUnverified } from '#lib/domain/identity/accounts/verified.ts';
import type { Commit } from '#lib/domain/platform/context.ts';
import { nudge, postLetters } from '#lib/domain/platform/mail/post.ts';
import { begin, intend, isIntended } from '#lib/domain/platform/operations/begin.ts';
import { wakeUp } from '#lib/drivers/wakeup/ring.ts';
import { carryOut, type Effect, tryOut } from '#lib/store/requests/effect.ts';
import { auditWrites } from './audit.ts';
import type { Exchange } from './exchange.ts';
import { log } from './log.ts';
import { checked, replyOf } from './reply.ts';

/** Thrown to answer a dry run once every condition has been checked. */
export class Rehearsed extends Error {
  readonly verdict: { would: string; price_delta_paise_per_hour: number };
  constructor(verdict: { would: string; price_delta_paise_per_hour: number }) {
    super('rehearsed');
    this.verdict = verdict;
  }
}

/**
 * Commits a verb's whole effect in one transaction, with the completion of its Idempotency-Key, its audit entry and the
 * intent to start its workflow and its letters. The reply is checked before, since it is stored; the workflow starts right after.
 */
export async function commit<T>(exchange: Exchange, effect: Commit<T>): Promise<T> {
  if (exchange.dryRun) {
    if (!effect.rehearsal)
      throw new Error(`${exchange.route.name}: allows a dry run, but does not say what it would do`);
    await tryOut([...effect.writes, ...standing(exchange)]);
    throw new Rehearsed(effect.rehearsal);
  }
  const body = checked(exchange, effect.reply);
  if (effect.version !== undefined) exchange.reply.headers.etag = `"v${effect.version}"`;
  exchange.reply.cookies = [...(effect.cookies ?? [])];
  const status = exchange.route.status ?? 200;
  await exchange.keyed?.mine();
  const writes: Effect = [...effect.writes, ...standing(exchange), ...(await postLetters(effect.letters ?? []))];
  if (exchange.keyed) writes.push(await exchange.keyed.completion(replyOf(exchange, status, body)));
  writes.push(...auditWrites(exchange, status, effect));
  writes.push(...intentsOf(effect).map(intend));
  await carryOut(writes).catch(async (failure) => {
    if (!(effect.workflow && (await isIntended(effect.workflow)))) throw failure;
  });
  exchange.committed = true;
  await setOff(effect);
  return body as T;
}

/** Wakes whoever carries a committed effect on; what cannot be woken now finds it later. */
async function setOff(effect: Commit<unknown>): Promise<void> {
  if (effect.letters) nudge();
  if (effect.rings) wakeUp();
  const starts = intentsOf(effect).map(async (intent) => {
    if (await begin(intent)) return;
    log('warn', { operation: intent.operation, message: `workflow ${intent.machine} starts later` });
  });
  await Promise.all(starts);
}

const intentsOf = ({ workflow, alerts = [] }: Commit<unknown>) => [...(workflow ? [workflow] : []), ...alerts];

/** What the account must be for what a route does: the last of refusals. */
const standing = (exchange: Exchange): Effect => [...verification(exchange), ...solvency(exchange)];

/** Some creations need the verified address of the account's owner (contract 4). */
function verification({ principal, route }: Exchange): Effect {
  return route.verified && principal ? [refuseUnverified(principal)] : [];
}

/** While an account is suspended, nothing is started and nothing created but what pays (contract 3.12). */
function solvency({ principal, route, request }: Exchange): Effect {
  const spends = route.starts || (route.status === 201 && !request.path.startsWith('/auth/billing/'));
  return spends && principal?.suspended ? [refuseSuspended(principal.account_id)] : [];
}
