import { randomUUID } from 'node:crypto';
import { handler as createTopup } from '#functions/auth/billing/create-topup.ts';
import { handler as showSummary } from '#functions/auth/billing/show-summary.ts';
import { handler as verifyOrder } from '#functions/auth/billing/verify-order.ts';
import { handler as login } from '#functions/auth/sessions/login.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as refresh } from '#functions/auth/sessions/refresh.ts';
import { handler as register } from '#functions/auth/sessions/register.ts';
import { handler as addRule } from '#functions/compute/firewall/add.ts';
import { handler as takeSnapshot } from '#functions/compute/instance-snapshots/create.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as list } from '#functions/compute/instances/list.ts';
import { handler as metrics } from '#functions/compute/instances/metrics.ts';
import { handler as reboot } from '#functions/compute/instances/reboot.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as rename } from '#functions/compute/instances/update.ts';
import { handler as createVolume } from '#functions/compute/volumes/create.ts';
import type { Handler } from '#lib/edge/route.ts';
import { goodPassword, newEmail, newIp } from '#lib/testing/functions/accounts.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import type { Owner } from './block.ts';
import { passMinute } from './hour.ts';
import type { World } from './world.ts';

/** What customers do. */
export interface Operation {
  readonly name: string;
  /** How often it is done in an hour for each machine of the platform. */
  readonly rate: number;
  readonly act: (at: Ground) => Promise<unknown>;
}

/** Where an operation is done: an account, the first of its machines, and one that was launched for operations. */
interface Ground {
  readonly world: World;
  readonly owner: Owner;
  readonly machine: string;
  launched: string;
}

/** A call as the typed client sends it, with a key of its own where it changes something. */
async function ask({ world, owner }: Ground, handler: Handler, request: Call = {}) {
  const headers = handler.route.name.match(/^(get|list)/) ? {} : { 'idempotency-key': randomUUID() };
  const { body } = await world.call(handler, { bearer: owner.user.bearer, headers, ...request });
  return body;
}

const onMachine =
  (handler: Handler, request: Call = {}) =>
  (at: Ground) =>
    ask(at, handler, { params: { id: at.machine }, ...request });
const onLaunched = (handler: Handler) => (at: Ground) => ask(at, handler, { params: { id: at.launched }, body: {} });

/**
 * Each operation with its rate. A machine lives for three weeks; a customer looks at machines some 16 times a day for
 * each; so that a million machines mean 500 requests and 2 workflows a second. The order is that in which they are
 * done.
 */
export const operations: readonly Operation[] = [
  {
    name: 'launch',
    rate: 0.002,
    act: async (at) => {
      const body = { name: `new-${randomUUID().slice(0, 8)}`, instance_type_id: 's1-nano', image_id: 'debian-12' };
      at.launched = (await ask(at, launch, { body })).id;
    },
  },
  { name: 'show', rate: 0.7, act: onMachine(show) },
  { name: 'list', rate: 0.5, act: (at) => ask(at, list, { query: { limit: '50' } }) },
  { name: 'metrics of a machine', rate: 0.2, act: onMachine(metrics, { query: { period: '1h' } }) },
  { name: 'me', rate: 0.2, act: (at) => ask(at, me) },
  { name: 'billing summary', rate: 0.02, act: (at) => ask(at, showSummary) },
  {
    name: 'rename',
    rate: 0.002,
    act: (at) => onMachine(rename, { body: { name: `web-${randomUUID().slice(0, 8)}` } })(at),
  },
  {
    name: 'firewall rule',
    rate: 0.002,
    act: (at) => {
      const port_from = 1024 + (Math.floor(at.world.clock.passed / 1000) % 50_000);
      return onMachine(addRule, { body: { direction: 'inbound', protocol: 'tcp', port_from } })(at);
    },
  },
  { name: 'snapshot', rate: 0.0005, act: onMachine(takeSnapshot, { body: {} }) },
  {
    name: 'volume',
    rate: 0.0005,
    act: (at) => ask(at, createVolume, { body: { name: `more-${randomUUID().slice(0, 8)}`, size_gib: 10 } }),
  },
  { name: 'reboot', rate: 0.0008, act: onLaunched(reboot) },
  { name: 'stop', rate: 0.0016, act: onLaunched(stop) },
  { name: 'start', rate: 0.0016, act: onLaunched(start) },
  { name: 'terminate', rate: 0.002, act: onLaunched(terminate) },
  { name: 'login', rate: 0.01, act: (at) => enter(at.world, at.owner) },
  { name: 'refresh', rate: 0.1, act: renew },
  {
    name: 'sign-up',
    rate: 0.0005,
    act: ({ world }) => world.call(register, { body: { email: newEmail(), password: goodPassword }, ip: newIp() }),
  },
  { name: 'top-up', rate: 0.0005, act: topUp },
];

/** Logs an owner in: tokens last a quarter of an hour. */
async function enter(world: World, { user }: Owner): Promise<void> {
  const { body } = await world.call(login, { body: { email: user.email, password: user.password }, ip: newIp() });
  Object.assign(user, { bearer: body.access_token, refresh_token: body.refresh_token });
}

async function renew({ world, owner: { user } }: Ground): Promise<void> {
  const { body } = await world.call(refresh, { body: { refresh_token: user.refresh_token }, ip: newIp() });
  Object.assign(user, { bearer: body.access_token, refresh_token: body.refresh_token });
}

/** An order, which is paid at the gateway and then verified by what its page handed over. */
async function topUp(at: Ground): Promise<void> {
  const order = await ask(at, createTopup, { body: { amount_paise: 100_000 } });
  const { gateway_payment_id, gateway_signature } = await at.world.gateway.desk.pay(
    order.gateway_order_id,
    'success',
    0,
  );
  const body = { gateway_payment_id, signature: gateway_signature };
  await ask(at, verifyOrder, { params: { id: order.id }, body });
}

/** Under this cause stands what a minute costs in which nothing is asked. */
export const idle = 'idle minute';

/** How often each operation is done: once by each account of a block. */
export const samples = 8;

/**
 * Does each operation so often, each time for another account, and lets a minute pass after it: the schedules do what
 * it left. What a minute costs without is measured before.
 */
export async function operate(
  world: World,
  owners: readonly Owner[],
  done: readonly Operation[] = operations,
): Promise<void> {
  const grounds = owners.slice(0, samples).map((owner): Ground => {
    return { world, owner, machine: owner.machines[0] ?? '', launched: '' };
  });
  world.ledger.cause = 'logins before';
  for (const owner of owners) await enter(world, owner);
  await pass(world, 'minutes before');
  await pass(world, idle);
  for (const { name, act } of done) {
    for (let turn = 0; turn < samples; turn++) {
      const ground = grounds[turn % grounds.length] as Ground;
      world.clock.advance(1);
      await world.caused(name, () => act(ground));
    }
    await pass(world, name);
    // Tokens last a quarter of an hour.
    world.ledger.cause = 'logins before';
    for (const { owner } of grounds) await enter(world, owner);
  }
}

/** A minute in which the schedules run whose cost is the cause's, and the hosts go on. */
async function pass(world: World, cause: string): Promise<void> {
  await passMinute(world, (every) => every === 60, ['schedules'], cause);
  world.ledger.cause = 'hosts meanwhile';
  await passMinute(world, () => false, ['hosts']);
}
