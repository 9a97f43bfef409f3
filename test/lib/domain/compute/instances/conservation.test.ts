import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  settleError,
  settleFailedLaunch,
  settleRunning,
  settleStopped,
  settleTerminated,
} from '#lib/domain/compute/instances/endings.ts';
import { launchInstance } from '#lib/domain/compute/instances/launch.ts';
import { startInstance } from '#lib/domain/compute/instances/start.ts';
import { stopInstance } from '#lib/domain/compute/instances/stop.ts';
import { terminateInstance } from '#lib/domain/compute/instances/terminate.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { sshPorts } from '#lib/model/compute/limits.ts';
import type { WorkflowInput } from '#lib/model/compute/workflow-input.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { keys } from '#lib/store/keys.ts';
import { isTaken } from '#lib/store/platform/bitmap.ts';
import type { Item } from '#lib/store/platform/read.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launchBody } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

const room = { ram_mib: 8 * 1024, vcpus: 6 };
const types = ['s1-nano', 's1-micro', 's1-medium', 's1-large'] as const;

/** What may happen next: a launch of a type, or something to one of the machines so far. */
type Step =
  | { launch: (typeof types)[number] }
  | { what: 'settle' | 'fail' | 'stop' | 'start' | 'terminate'; whom: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ launch: fc.constantFrom(...types) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom('settle', 'settle', 'settle', 'fail', 'stop', 'start', 'terminate'),
      whom: fc.nat(3),
    }),
  },
);

/** Bursts of steps that happen at once. */
const history = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 6, maxLength: 14 });

class World {
  readonly #owner: SignedUp;
  readonly #vpc: string;
  readonly #ids: string[] = [];

  constructor(owner: SignedUp, vpc: string) {
    this.#owner = owner;
    this.#vpc = vpc;
  }

  async take(step: Step): Promise<void> {
    try {
      await ('launch' in step ? this.#launch(step.launch) : this.#act(step.what, this.#ids[step.whom]));
    } catch (error) {
      // Refusals are part of the game; anything else is not.
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async #launch(instance_type_id: string): Promise<void> {
    const context = systemContext(this.#owner.account_id, new Date());
    const input = { ...launchBody({ instance_type_id, vpc_id: this.#vpc }), tags: {}, termination_protection: false };
    this.#ids.push((await launchInstance(context, input)).id);
  }

  async #act(what: Exclude<Step, { launch: string }>['what'], id: string | undefined): Promise<void> {
    if (!id) return;
    const context = systemContext(this.#owner.account_id, new Date());
    if (what === 'stop') await stopInstance(context, { id, force: true, timeout_seconds: 1 });
    else if (what === 'start') await startInstance(context, { id });
    else if (what === 'terminate') await terminateInstance(context, { id });
    else await this.#settle(what, await getInstance(this.#owner.account_id, id));
  }

  /** The end of the operation that holds the instance, where this is one that it can have. */
  async #settle(what: string, record: InstanceRecord | undefined): Promise<void> {
    if (!record?.operation) return;
    const { kind, id: operation } = record.operation;
    const input = { operation, account_id: record.account_id, instance_id: record.id, options: {} };
    const ends: Record<string, (input: WorkflowInput) => Promise<void>> = {
      'launch settle': (given) => settleRunning(given, { ssh_ready: true }),
      'launch fail': (given) => settleFailedLaunch(given, 'because'),
      'start settle': (given) => settleRunning(given, { ssh_ready: true }),
      'start fail': (given) => settleError(given, 'because'),
      'stop settle': settleStopped,
      'stop fail': (given) => settleError(given, 'because'),
      'terminate settle': settleTerminated,
    };
    await ends[`${kind} ${what}`]?.(input);
  }
}

const sum = (records: Item[], of: (record: Item) => number) => records.reduce((total, record) => total + of(record), 0);
const taken = (words: Item, from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => from + i).filter((slot) => isTaken(words, slot));
const sorted = <T>(values: T[]) => [...values].sort();

/** What the counters, claims and holds must say, from the machines' records alone. */
async function expectConserved(owner: SignedUp, vpc: string): Promise<void> {
  const items = await state();
  const find = ({ pk, sk }: { pk: string; sk: string }) => items.find((item) => item.pk === pk && item.sk === sk) ?? {};
  const records = items.filter(({ pk }) => pk === keys.listed(owner.account_id, 'instance', '').pk);
  const living = records.filter(({ status }) => status !== 'terminated');
  const placed = records.filter((record) => record.placed);
  const begins = (prefix: string) => items.filter(({ sk }) => sk.startsWith(prefix));

  expect(find(keys.quota(owner.account_id, 'instances')).used ?? 0).toBe(living.length);
  expect(find(keys.quota(owner.account_id, 'vcpus')).used ?? 0).toBe(sum(living, ({ cpu }) => cpu));
  const host = find(keys.host('host-1'));
  expect(host.free_ram_mib).toBe(room.ram_mib - sum(placed, ({ ram }) => ram));
  expect(host.free_vcpus).toBe(room.vcpus - sum(placed, ({ cpu }) => cpu));
  const ports = placed.map(({ ssh_port }) => ssh_port);
  expect(sorted(begins('PORT#').map(({ port }) => port))).toEqual(sorted(ports));
  expect(taken(host, 0, sshPorts.to - sshPorts.from).map((slot) => slot + sshPorts.from)).toEqual(sorted(ports));
  expect(sorted(begins('IP#').map(({ sk }) => sk.slice(3)))).toEqual(sorted(placed.map((r) => r.private_ip)));
  const net = find(keys.listed(owner.account_id, 'vpc', vpc));
  expect(net.instance_count).toBe(placed.length);
  expect(taken(net, 0, 4096).length).toBe(placed.length);
  const wallet = find(keys.wallet(owner.account_id));
  const held = records.flatMap(({ hold }) => (hold ? [hold] : []));
  expect(wallet.available_paise).toBe(wallet.balance_paise - sum(held, ({ amount_paise }) => amount_paise));
  expect(sorted(begins('HOLD#').map(({ sk }) => sk.slice(5)))).toEqual(sorted(held.map(({ operation }) => operation)));
  const operations = records.flatMap(({ operation }) => (operation ? [`OUTBOX#${operation.id}`] : []));
  expect(sorted(begins('DEADLINE').map(({ pk }) => pk))).toEqual(sorted(operations));
  expect(sorted(begins('INTENT').map(({ pk }) => pk))).toEqual(sorted(operations));
}

test('whatever happens at once, counters, claims and holds say what the machines hold', async () => {
  await testTable();
  await fc.assert(
    fc.asyncProperty(history, async (bursts) => {
      await testTable();
      await standInHost({ id: 'host-1', ...room });
      const owner = await signedUp();
      const [net] = (await state()).filter(({ pk }) => pk === keys.listed(owner.account_id, 'vpc', '').pk);
      const world = new World(owner, net?.id);
      for (const burst of bursts) await Promise.all(burst.map((next) => world.take(next)));
      await expectConserved(owner, net?.id);
    }),
    { numRuns: 25 },
  );
});
