import { settleElasticIps } from '#lib/domain/compute/elastic-ips/attachment.ts';

/**
 * Notes in the table that a machine's host obeys what `describeMachine` said: `addresses` are those it forwards now.
 * Idempotent; called before the job is closed, and again when the agent crashed in between.
 */
export async function configured(account: string, instance: string, addresses: readonly string[]): Promise<void> {
  // Keys and rules have no status that would wait for it.
  await settleElasticIps(account, instance, addresses);
}
