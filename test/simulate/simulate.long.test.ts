import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler as putBackups } from '#functions/compute/backup-schedules/put.ts';
import { handler as list } from '#functions/compute/instances/list.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import type { Handler } from '#lib/edge/route.ts';
import { documents, tableName } from '#lib/store/platform/client.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { consumed } from '#test/bench/consumed.ts';
import { receiver } from '#test/support/http/receiver.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';
import { uncontended } from '#test/support/table/uncontended.ts';
import { costOf } from './model/bill.ts';
import { estimate, rowsOf } from './model/estimate.ts';
import type { Line, Model } from './model/line.ts';
import { breaksOf, goal, modelOf, parametersFor, raisedFor, sizeOf } from './model/model.ts';
import { parametersWith } from './model/parameters.ts';
import { raised } from './model/raised.ts';
import { reservedIn } from './model/runs.ts';
import { sample } from './model/sampled.ts';
import { stackOf } from './model/stack.ts';
import { verdictOf } from './page/report.ts';
import { type Block, plant } from './world/block.ts';
import { type Operation, operations } from './world/operations.ts';
import { World } from './world/world.ts';

/* A small run of `npm run simulate`: what its tables say of a platform of which the facts are known. */

const block: Block = { hosts: 1, accounts: 2, machines: 8, backups: 2, group: 2, elasticIps: 1, volumes: 2 };

const shards = 4;
let turn = 0;

/** Writes one item of one unit. */
const put = (pk: string) =>
  documents().send(new PutCommand({ TableName: tableName(), Item: { pk, sk: String(++turn) } }));

/** Two operations that the platform does not have: each writes a unit, the one to one key, the other to one of four. */
const hot: Operation = { name: 'hot', rate: 1, act: ({ world }) => world.ledger.run('hot', () => put('HOT')) };
const spread: Operation = {
  ...{ name: 'spread', rate: 1 },
  act: ({ world }) => world.ledger.run('spread', () => put(`SPREAD#${turn % shards}`)),
};

describe('a sample of the platform', () => {
  let model: Model;
  beforeAll(async () => {
    const asked = operations.filter(({ name }) => ['launch', 'show', 'list', 'terminate'].includes(name));
    model = await modelOf(await sample({ block, operations: [...asked, hot, spread] }));
  });
  const linesAt = (machines: number) => sizeOf(model, machines).lines;
  const keyLine = (lines: readonly Line[], what: string) =>
    lines.find((line) => line.limit === 'write units of a key' && line.what.startsWith(what));
  const perPeak = goal / 3600;

  test('a key that carries the whole platform is found, with the size at which it breaks', () => {
    const { peak } = model.parameters.assume;
    const line = keyLine(linesAt(goal), 'HOT');
    expect(line).toMatchObject({ what: 'HOT', by: 'hot', allowed: 1000, unit: 'a second' });
    expect(line?.amount).toBeCloseTo(perPeak * peak, 6);
    expect(sizeOf(model, goal).over).toContainEqual(line);
    const found = breaksOf(model).find((one) => one.line.what === 'HOT');
    const exact = (0.5 * 1000 * 3600) / peak;
    expect(found?.machines).toBeCloseTo(exact, 3);
    const { text, holds } = verdictOf(model);
    expect(holds).toBe(false);
    expect(sizeOf(raisedFor(model, goal), goal).over).toContainEqual(line);
    expect(text).toContain('write units of a key: HOT (mostly hot); raise: nothing: share it out over more keys');
  });

  test('what is shared out over four keys has a quarter of it on each, and holds', () => {
    const line = keyLine(linesAt(goal), 'SPREAD');
    expect(line?.what).toBe(`SPREAD#<n>, each of ${shards}`);
    expect(line?.amount).toBeCloseTo((perPeak * model.parameters.assume.peak) / shards, 6);
    expect(sizeOf(model, goal).over).not.toContainEqual(line);
  });

  test('what there is once for each host or machine grows with them', () => {
    const rows = (machines: number) => rowsOf(model.sampled, estimate(model.sampled, machines));
    const of = (machines: number, cause: string) => rows(machines).find((row) => row.cause === cause);
    expect(of(block.machines, 'heartbeats')?.runs).toBe(180);
    expect(of(block.machines * 1000, 'heartbeats')?.runs).toBe(180_000);
    expect(of(block.machines * 1000, 'mailSchedule')?.runs).toBe(60);
    expect(of(goal, 'launch')).toMatchObject({ times: 2_000 });
  });

  test('a launch has its workflow, its host and what follows in its sum', () => {
    const { vector } = model.sampled.operations.get('launch') ?? { vector: new Map<string, number>() };
    for (const name of ['launchInstance', 'launchBoot', 'takeHostJob', 'reportJobResult', 'launchSettle'])
      expect([name, vector.get(`runs ${name}`)]).toEqual([name, 1]);
    expect(vector.get('runs tableStream')).toBeGreaterThanOrEqual(1);
    expect(vector.get('runs meteringSchedule')).toBe(0);
    expect(vector.get('write meteringSchedule')).toBeGreaterThan(0);
    const transitions = rowsOf(model.sampled, estimate(model.sampled, 500)).find(({ cause }) => cause === 'launch');
    expect(transitions?.transitions).toBe(4);
  });

  test('the bill follows from units and prices, and is shared out over the machines', () => {
    const size = sizeOf(model, goal);
    const dearer = { ...model, parameters: parametersWith([['price', 'write_units', 1.36]]) };
    const writes = size.bill.find(({ what }) => what === 'table: writes');
    expect(writes?.cost).toBeCloseTo(((writes?.amount ?? 0) / 1e6) * 0.68, 6);
    expect(costOf(sizeOf(dearer, goal).bill) - costOf(size.bill)).toBeCloseTo(writes?.cost ?? 0, 3);
    const nano = size.margins.find(({ product }) => product === 's1-nano');
    expect(nano).toMatchObject({ sold: 299 });
    expect(nano?.share).toBeCloseTo((costOf(size.bill) / goal) * 88, 6);
  });
});

test('of what a deployment may run at a time, 100 are left where functions have reserved theirs', async () => {
  const stack = await stackOf([]);
  const freeWith = (parameters: Model['parameters']) =>
    parameters.limit.concurrency - reservedIn({ stack, parameters });
  expect(freeWith(parametersWith([['param', 'taskConcurrency', 500]]))).toBeLessThan(100);
  for (const { machines } of raised) expect(freeWith(parametersFor(machines, []))).toBeGreaterThanOrEqual(100);
});

describe('a request', () => {
  let world: World;
  let bearer: string;
  let machine: string;
  beforeAll(async () => {
    uncontended();
    world = await World.open();
    const hook = await receiver();
    const [owner] = await plant(world, hook.url, block);
    bearer = owner?.user.bearer ?? '';
    machine = owner?.machines[0] ?? '';
    return async () => {
      await world.close();
      await hook.close();
    };
  });

  // What a workflow or a host would do meanwhile is not the request's, but the budgets would count it.
  const requests: [string, Handler, () => Call][] = [
    ['show', show, () => ({ params: { id: machine } })],
    ['list', list, () => ({ query: { limit: '50' } })],
    ['a backup schedule', putBackups, () => ({ params: { id: machine }, body: { cron: '0 3 * * *' } })],
  ];

  test.each(requests)(
    '%s has the calls that the budgets count, and the units that the bench counts',
    async (_, handler, request) => {
      const ask = async () => {
        world.clock.advance(1);
        await world.call(handler, { bearer, ...request() });
      };
      const { calls } = await tableCalls(ask);
      await world.settle();
      const { units } = await consumed(ask);
      await world.settle();
      world.ledger.take();
      await world.caused('counted', ask);
      const tally = world.ledger.of('counted').functions.get(handler.route.name);
      expect([...(tally?.calls ?? [])].flatMap(([name, times]) => Array(times).fill(name)).sort()).toEqual(
        calls.sort(),
      );
      expect((tally?.units.read ?? 0) + (tally?.units.write ?? 0)).toBeCloseTo(units, 6);
    },
  );
});
