import { realNow } from '#lib/drivers/clocks/real.ts';
import { startWorkflow } from '#lib/drivers/workflows/start.ts';
import type { Commit } from '#lib/domain/context.ts';
import { putIntent } from '#lib/store/outbox.ts';
import { rehearse, transact, type Write } from '#lib/store/write.ts';
import { auditWrites } from './audit.ts';
import type { Exchange } from './exchange.ts';
import { log } from './log.ts';
import { checked, replyOf } from './reply.ts';

/** Milliseconds after which the outbox tick starts a workflow that nobody has started. */
const patience = 5_000;

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
 * intent to start its workflow. The reply is checked before, since it is stored; the workflow starts right after.
 */
export async function commit<T>(exchange: Exchange, effect: Commit<T>): Promise<T> {
  if (exchange.dryRun && effect.rehearsal) {
    await rehearse(effect.writes);
    throw new Rehearsed(effect.rehearsal);
  }
  const body = checked(exchange, effect.reply);
  if (effect.version !== undefined) exchange.reply.headers.etag = `"v${effect.version}"`;
  exchange.reply.cookies.push(...(effect.cookies ?? []));
  const status = exchange.route.status ?? 200;
  await exchange.keyed?.mine();
  const writes: Write[] = [...effect.writes];
  if (exchange.keyed) writes.push(await exchange.keyed.completion(replyOf(exchange, status, body)));
  writes.push(...auditWrites(exchange, status, effect.actor ?? exchange.principal));
  if (effect.workflow) writes.push(putIntent(effect.workflow, realNow().getTime() + patience));
  await transact(writes);
  exchange.committed = true;
  if (effect.workflow) await start(effect.workflow.machine, effect.workflow.operation, effect.workflow.input);
  return body as T;
}

/** The intent stands in the table already: should this start fail, the outbox tick makes it good. */
async function start(machine: string, operation: string, input: Record<string, unknown>): Promise<void> {
  try {
    await startWorkflow(machine, operation, input);
  } catch (error) {
    log('warn', { operation, message: `workflow ${machine} not started yet: ${(error as Error).message}` });
  }
}
