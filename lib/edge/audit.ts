import type { Commit } from '#lib/domain/platform/context.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { isPlatformAction } from '#lib/model/identity/policy/platform-action.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { type Principal, platformAccount } from '#lib/model/platform/principal.ts';
import { sourceShown } from '#lib/model/platform/source.ts';
import { writeAudit } from '#lib/store/requests/audit.ts';
import { carryOut, type Writes } from '#lib/store/requests/idempotency.ts';
import type { Exchange } from './exchange.ts';
import { log } from './log.ts';
import { createdBy, resourceOf } from './resource.ts';

/**
 * Every mutation by a known actor is audited, and every login (contract 4.9). A dry run changes nothing and the console
 * sends one for each price, so dry runs are left out. A denied dry run is recorded, so that nobody probes permissions
 * unseen.
 */
const audited = ({ request, dryRun }: Exchange, { denied = false }: How): boolean =>
  !request.reads && (!dryRun || denied);

/**
 * The writes that record this request and its outcome in the audit log, for the transaction of the effect. None for a
 * read.
 */
export function auditWrites(exchange: Exchange, status: number, how: How = {}): Writes {
  const actor = how.actor ?? exchange.actor ?? exchange.principal;
  if (!actor || !audited(exchange, how)) return [];
  const created_resource = how.reply === undefined ? null : createdBy({ ...exchange, principal: actor }, how.reply);
  const entry = { ...entryOf(exchange, actor), status, created_resource, idempotency_replayed: how.replayed ?? false };
  const others = affectedBy(exchange, how).filter((account) => account !== actor.account_id);
  const elsewhere = others.map((account_id) => ({ ...entry, id: newId('log', exchange.now), account_id }));
  return [entry, ...elsewhere].map(writeAudit);
}

/**
 * What is known after the verb: its reply, whether that is a replay, whether policies denied it, who acted, and which
 * other accounts it affects.
 */
interface How extends Partial<Pick<Commit<unknown>, 'actor' | 'affects' | 'reply'>> {
  replayed?: boolean;
  denied?: boolean;
}

/**
 * The other accounts whose log also gets the entry. For operators' routes this is the platform's own log (contract
 * 4.13).
 */
const affectedBy = ({ route }: Exchange, { affects = [] }: How): readonly string[] =>
  isPlatformAction(route.action ?? '') ? [...affects, platformAccount] : affects;

/** The maximum length of client-supplied text in an entry. One read returns up to 200 entries. */
const maxTextLength = 512;

function entryOf(exchange: Exchange, actor: Principal) {
  const { request, route, now } = exchange;
  return {
    id: newId('log', now),
    account_id: actor.account_id,
    at: rfc3339(now),
    actor: { type: actor.type, id: actor.id, name: actor.name, access_key_id: actor.access_key_id },
    service: request.path.split('/')[1] ?? '',
    method: request.method,
    path: request.path.slice(0, maxTextLength) + (exchange.dryRun ? '?dry_run=true' : ''),
    action: route.action ?? route.name,
    resource: resourceOf({ ...exchange, principal: actor }),
    request_id: request.id,
    ...sourceShown(request),
    user_agent: request.user_agent.slice(0, maxTextLength),
  };
}

/**
 * Audits a request without an effect: denied, failed or replayed. A refusal that concerns no account is also logged,
 * where operators look first. A failed audit write is logged and never fails the request.
 */
export async function auditOutcome(
  exchange: Exchange,
  status: number,
  how: Pick<How, 'replayed' | 'denied'> = {},
): Promise<void> {
  if (exchange.actor?.account_id === platformAccount) logRefusal(exchange, status);
  try {
    await carryOut(auditWrites(exchange, status, how));
  } catch (error) {
    log('error', { request_id: exchange.request.id, message: `audit: ${(error as Error).message}` });
  }
}

function logRefusal({ request, route }: Exchange, status: number): void {
  const { id, user_agent } = request;
  log('warn', {
    security: true,
    request_id: id,
    message: `${route.name}: refused with ${status}`,
    ...sourceShown(request),
    user_agent,
  });
}
