import type { AgentFaults } from '#lib/agent/faults.ts';
import { JobLoop } from '#lib/agent/jobs.ts';
import type { InstanceEvent } from '#lib/model/compute/instance.ts';
import { isTransient } from '#lib/model/compute/instance-states.ts';
import { changeInstance, getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { listEvents } from '#lib/store/compute/logs.ts';
import { keys } from '#lib/store/keys.ts';
import { transact } from '#lib/store/platform/write.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launched } from '#test/support/compute/instances.ts';
import { startWorkflows, type Workflows } from '#test/support/platform/workflows.ts';
import { state } from '#test/support/table/state.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { giveBell, openBells } from './bell.ts';
import { linkOf } from './host-link.ts';
import { standInHost } from './hosts.ts';
import { ScriptedDriver } from './scripted-driver.ts';

export interface Held {
  instances: number;
  vcpus: number;
  free_ram_mib: number;
  free_vcpus: number;
  available_paise: number;
  /** Claims of addresses and ports, and holds of the wallet. */
  claims: string[];
}

/**
 * Everything from the handlers to a host whose driver the test controls: table, engine, workflows, agent's job loop.
 */
export interface ScriptedPlatform {
  caller: SignedUp;
  workflows: Workflows;
  driver: ScriptedDriver;
  hostId: string;
  /** Starts the agent: a new job loop, by default under a new epoch. `stopAgent` ends the last one. */
  startAgent(epoch?: number): Promise<void>;
  stopAgent(): Promise<void>;
  /** An instance's record after its operation has ended. */
  settled(id: string): Promise<InstanceRecord>;
  /** A new instance, settled in this status. */
  settledIn(status: 'running' | 'stopped'): Promise<InstanceRecord>;
  /** The driver's calls for this instance. */
  callsOf(id: string): string[];
  /** What is held of quotas, host, wallet, addresses and ports. */
  held(): Promise<Held>;
  /** Intents and deadlines that were not removed, and open jobs. */
  loose(): Promise<string[]>;
  /** Oldest first. */
  events(id: string): Promise<InstanceEvent[]>;
  close(): Promise<void>;
}

export async function openScriptedPlatform(
  definition?: (text: string) => string,
  faults?: AgentFaults,
): Promise<ScriptedPlatform> {
  await testTable();
  const workflows = await startWorkflows(definition ? { definition } : {});
  const caller = await signedUp();
  const account = caller.account_id;
  const driver = new ScriptedDriver();
  const hostId = 'local';
  let loop: JobLoop | undefined;
  const bells = await openBells(() => loop?.wake());

  const startAgent = async (given?: number) => {
    const epoch = given ?? (await standInHost({ id: hostId })).epoch;
    const link = await linkOf(hostId, epoch);
    await giveBell(hostId);
    loop = new JobLoop(link, driver.driver(), () => undefined, { ...(faults && { faults }) });
  };
  const stopAgent = async () => {
    await loop?.close();
    loop = undefined;
  };
  await startAgent();

  const settled = (id: string) =>
    eventually(async () => {
      const record = await getInstance(account, id);
      return record && !isTransient(record.status) && !record.operation ? record : undefined;
    });
  return {
    caller,
    workflows,
    driver,
    hostId,
    startAgent,
    stopAgent,
    settled,
    settledIn: async (status) => {
      const record = await settled((await launched(caller)).id);
      if (status === 'running') return record;
      driver.machines.set(record.id, 'stopped');
      await transact([changeInstance(record, { ...record, status, ssh_ready: false })]);
      return settled(record.id);
    },
    callsOf: (id) => driver.calls.filter((line) => line.includes(id)).map((line) => line.replace(` ${id}`, '')),
    held: () => heldBy(account, hostId),
    loose,
    events: async (id) => (await listEvents(account, id, { limit: 200, sort: 'created_at' })).items,
    close: async () => {
      await stopAgent();
      bells.close();
      await workflows.close();
    },
  };
}

async function heldBy(account: string, host: string): Promise<Held> {
  const items = await state();
  const find = ({ pk, sk }: { pk: string; sk: string }) => items.find((item) => item.pk === pk && item.sk === sk);
  const claims = items.filter(({ sk }) => /^(IP|PORT|HOLD)#/.test(sk)).map(({ sk }) => sk);
  return {
    instances: find(keys.quota(account, 'instances'))?.used ?? 0,
    vcpus: find(keys.quota(account, 'vcpus'))?.used ?? 0,
    free_ram_mib: find(keys.host(host))?.free_ram_mib,
    free_vcpus: find(keys.host(host))?.free_vcpus,
    available_paise: find(keys.wallet(account))?.available_paise,
    claims,
  };
}

async function loose(): Promise<string[]> {
  const open = (await state()).filter(({ pk, gsi1pk }) => pk.startsWith('OUTBOX#') || gsi1pk?.endsWith('#open'));
  return open.map(({ pk, sk }) => `${pk} ${sk}`);
}
