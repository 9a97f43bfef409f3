import { beforeAll, describe, expect, test } from 'vitest';
import { handler as reboot } from '#functions/compute/instances/reboot.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { type InstanceStatus, statuses } from '#lib/model/compute/instance-states.ts';
import { keys } from '#lib/store/keys.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { launched, putInto, recordOf } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { partition, state } from '#test/support/table/state.ts';

const operations = {
  start: { handler: start, body: {} },
  stop: { handler: stop, body: {} },
  'stop by force': { handler: stop, body: { force: true } },
  reboot: { handler: reboot, body: {} },
  terminate: { handler: terminate, body: {} },
};
type Operation = keyof typeof operations;

/**
 * The result of a cell: the new status, or the message of the 409 after "instance i-… "; `same` is 200 without a
 * change.
 */
type Cell = { to: InstanceStatus } | { refused: string } | 'same';
const ok = (to: InstanceStatus): Cell => ({ to });
const no = (refused: string): Cell => ({ refused });

/** The table of contract 3.1, row by row; what a row does not name is refused in the ordinary words. */
const rows: Record<Operation, { requires: string; cells: Partial<Record<InstanceStatus, Cell>> }> = {
  start: {
    requires: 'start requires status stopped',
    cells: {
      running: no('is already running'),
      stopped: ok('starting'),
      starting: no('is already starting'),
      error: ok('starting'),
    },
  },
  stop: {
    requires: 'stop requires status running',
    cells: {
      running: ok('stopping'),
      stopping: no('is already stopping'),
      stopped: no('is already stopped'),
      error: no('is in status error; stop then requires force=true'),
    },
  },
  'stop by force': {
    requires: 'stop requires status running',
    cells: {
      running: ok('stopping'),
      stopping: no('is already stopping'),
      stopped: no('is already stopped'),
      error: ok('stopping'),
    },
  },
  reboot: {
    requires: 'reboot requires status running',
    cells: {
      running: ok('rebooting'),
      stopped: no('is stopped, not running; reboot requires status running'),
      rebooting: no('is already rebooting'),
      error: no('is in status error; reboot requires status running'),
    },
  },
  terminate: {
    requires: '',
    cells: {
      ...Object.fromEntries(statuses.map((status) => [status, ok('terminating')])),
      terminating: 'same',
      terminated: 'same',
    },
  },
};

const persistent: readonly InstanceStatus[] = ['running', 'stopped', 'error', 'terminated'];

const matrix = Object.entries(rows).flatMap(([operation, { requires, cells }]) =>
  statuses.map((status) => ({
    operation: operation as Operation,
    status,
    cell: cells[status] ?? no(`is ${status}; ${requires}`),
  })),
);

/** One account and instance per operation, so that the cells do not wait for one rate window. */
const owners = {} as Record<string, SignedUp>;
const subjects = {} as Record<string, Instance>;

async function prepare(name: string): Promise<void> {
  const owner = await signedUp();
  owners[name] = owner;
  subjects[name] = await launched(owner);
}

const inAnHour = () => Math.floor(Date.now() / 1000) + 3600;
const enter = (name: string, status: InstanceStatus, more: object = {}) =>
  putInto(subjects[name] as Instance, {
    status,
    operation: null,
    has_disk: true,
    ...(status === 'terminated' ? { ttl: inAnHour() } : {}),
    ...more,
  });

function perform(name: string, operation: Operation) {
  const { handler, body } = operations[operation];
  return call(handler, {
    bearer: owners[name]?.bearer,
    params: { id: subjects[name]?.id ?? '' },
    ...(operation === 'terminate' ? {} : { body }),
  });
}

beforeAll(async () => {
  await signedUp();
  await standInHost();
  await Promise.all([...Object.keys(rows), 'diskless'].map(prepare));
});

describe.each(matrix)('$operation in status $status', ({ operation, status, cell }) => {
  test(typeof cell === 'object' && 'refused' in cell ? `409: ${cell.refused}` : '200', async () => {
    const before = await enter(operation, status);
    const table = await state();
    const reply = await perform(operation, operation);
    if (cell === 'same') {
      expect(reply).toMatchObject({ status: 200, body: { id: before.id, status } });
      expect(await state()).toEqual(table);
    } else if ('refused' in cell) {
      expect(reply.status).toBe(409);
      expect(reply.body).toEqual({ error: `instance ${before.id} ${cell.refused}` });
      expect(reply.headers['x-error-code']).toBe('wrong_state');
      expect(reply.headers['retry-after']).toBe(persistent.includes(status) ? undefined : '5');
      expect(await state()).toEqual(table);
    } else {
      expect(reply).toMatchObject({ status: 200, body: { id: before.id, status: cell.to, status_reason: null } });
      await expectBegun(before.version, reply.body);
    }
  });
});

/** The operation holds the instance, and its workflow and its deadline are on record. */
async function expectBegun(version: number, instance: Instance): Promise<void> {
  const record = await recordOf(instance);
  expect(record).toMatchObject({ status: instance.status, version: version + 1 });
  const operation = record.operation?.id ?? '';
  const promised = await partition(keys.intent(operation).pk);
  expect(promised.map(({ sk }) => sk)).toEqual(['DEADLINE', 'INTENT']);
  expect(promised[1]).toMatchObject({ machine: record.operation?.kind, input: { instance_id: instance.id } });
}

test('a failed launch has no disk: it cannot be started, neither in error nor once a forced stop made it stopped', async () => {
  for (const status of ['error', 'stopped'] as const) {
    const { id } = await enter('diskless', status, { has_disk: false });
    const reply = await perform('diskless', 'start');
    expect(reply.status).toBe(409);
    expect(reply.body.error).toBe(`instance ${id} is in status ${status} and has no disk to start from; terminate it`);
    expect(reply.headers['x-error-code']).toBe('wrong_state');
  }
});
