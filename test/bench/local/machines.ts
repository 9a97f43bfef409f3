import { setTimeout } from 'node:timers/promises';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { keys } from '#lib/store/keys.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import { atMost, info, type Line } from '#test/bench/line.ts';
import type { Client } from '#test/support/http/client.ts';
import type { Started } from './platform.ts';
import { memoryOf } from './processes.ts';

const each = 20;
const settleMs = 5_000;
/** A laptop's host advertises 64 vCPUs; 100 machines need more. */
const moreVcpus = 64;

/**
 * The memory that 100 idle machines add, the platform's own processes included: 20 machines in each of five accounts.
 */
export async function benchMachines({ pid }: Started, clients: readonly Client[]): Promise<Line[]> {
  await giveRoom();
  const before = memoryOf(pid);
  const began = performance.now();
  await Promise.all(clients.map(launchAll));
  const seconds = (performance.now() - began) / 1000;
  await setTimeout(settleMs);
  const after = memoryOf(pid);
  const count = each * clients.length;
  const note = `${(after.processes - before.processes).toLocaleString('en')} processes`;
  return [
    atMost(`${count} idle machines: added memory (PSS)`, 120, { value: after.mb - before.mb, unit: 'MB', note }),
    info(`  their launch, ${clients.length} at a time`, `${seconds.toFixed(1)} s`),
  ];
}

async function launchAll(client: Client): Promise<void> {
  for (let i = 0; i < each; i++) {
    const { id, status } = await client.launch({ name: `idle-${i}` });
    if (status !== 'running') await client.until(id, 'running');
  }
}

async function giveRoom(): Promise<void> {
  await documents().send(
    new UpdateCommand({
      TableName: tableName(),
      Key: keys.host('local'),
      UpdateExpression: 'ADD free_vcpus :more',
      ExpressionAttributeValues: { ':more': moreVcpus },
    }),
  );
}
