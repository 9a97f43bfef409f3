import { expect, test } from 'vitest';
import { elapsed } from '#lib/drivers/clocks/real.ts';
import { Gate, StillUnderWay } from '#lib/local/state/gate.ts';

const soon = () => elapsed() + 60_000;

/** Work that lasts until it is ended, and whether it has begun. */
function lasting() {
  const { promise, resolve: end } = Promise.withResolvers<void>();
  const work = {
    begun: false,
    end,
    run: async () => {
      work.begun = true;
      await promise;
    },
  };
  return work;
}

/** Lets everything happen that does not wait for anything. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('who wants to be alone waits for what is under way, and what comes meanwhile waits for him', async () => {
  const gate = new Gate();
  const [first, alone, later] = [lasting(), lasting(), lasting()];
  const one = gate.run('first', 'request', first.run);
  await settle();
  const exclusive = gate.alone(soon(), alone.run);
  await settle();
  const other = gate.run('later', 'request', later.run);
  await settle();
  expect([first.begun, alone.begun, later.begun]).toEqual([true, false, false]);
  first.end();
  await one;
  await settle();
  expect([alone.begun, later.begun]).toEqual([true, false]);
  alone.end();
  await exclusive;
  await settle();
  expect(later.begun).toBe(true);
  later.end();
  await other;
});

test('inner work goes on while requests end that may wait for it, and is held after that', async () => {
  const gate = new Gate();
  const [request, inner, alone, late] = [lasting(), lasting(), lasting(), lasting()];
  const waiting = gate.run('a request', 'request', request.run);
  await settle();
  const exclusive = gate.alone(soon(), alone.run);
  await settle();
  const within = gate.run('a function', 'inner', inner.run);
  await settle();
  expect([inner.begun, alone.begun]).toEqual([true, false]);
  request.end();
  await waiting;
  await settle();
  const held = gate.run('another function', 'inner', late.run);
  await settle();
  expect([late.begun, alone.begun]).toEqual([false, false]);
  inner.end();
  await within;
  await settle();
  expect([late.begun, alone.begun]).toEqual([false, true]);
  alone.end();
  await exclusive;
  late.end();
  await held;
});

test('work within work that has entered enters with it; a timer that it left does not', async () => {
  const gate = new Gate();
  const [inside, alone, left] = [lasting(), lasting(), lasting()];
  let timer: Promise<void> | undefined;
  const fired = Promise.withResolvers<void>();
  const outer = gate.run('outer', 'request', async () => {
    await settle();
    timer = fired.promise.then(() => gate.run('left behind', 'inner', left.run));
    await gate.run('inside', 'request', inside.run);
  });
  await settle();
  const exclusive = gate.alone(soon(), alone.run);
  await expect.poll(() => inside.begun).toBe(true);
  inside.end();
  await outer;
  await expect.poll(() => alone.begun).toBe(true);
  fired.resolve();
  await settle();
  expect(left.begun).toBe(false);
  alone.end();
  await exclusive;
  await expect.poll(() => left.begun).toBe(true);
  left.end();
  await timer;
});

test('what does not end in time is named, and everything goes on', async () => {
  const gate = new Gate();
  const slow = lasting();
  const one = gate.run('POST /compute/instances', 'request', slow.run);
  await settle();
  const late = gate.alone(elapsed() + 20, async () => 'never');
  const meanwhile = gate.run('GET /healthz', 'request', async () => undefined);
  await expect(late).rejects.toThrow(new StillUnderWay('POST /compute/instances'));
  await meanwhile;
  slow.end();
  await one;
  expect(await gate.alone(soon(), async () => 'now')).toBe('now');
});

test('who has waited long enough is told so, and does not begin later', async () => {
  const gate = new Gate();
  const [alone, request] = [lasting(), lasting()];
  const exclusive = gate.alone(soon(), alone.run);
  await settle();
  expect(await gate.runWithin(10, 'GET /healthz', 'request', request.run)).toBe(false);
  alone.end();
  await exclusive;
  await settle();
  expect(request.begun).toBe(false);
  expect(await gate.runWithin(10, 'GET /healthz', 'request', async () => undefined)).toBe(true);
});

test('work that fails has ended, and who was alone and failed lets the others in', async () => {
  const gate = new Gate();
  const failing = async () => {
    throw new Error('no');
  };
  await expect(gate.run('a request', 'request', failing)).rejects.toThrow('no');
  await expect(gate.runWithin(10, 'a request', 'request', failing)).rejects.toThrow('no');
  await expect(gate.alone(soon(), failing)).rejects.toThrow('no');
  expect(await gate.run('a request', 'request', async () => 1)).toBe(1);
});

test('only one is alone at a time, in the order in which they came', async () => {
  const gate = new Gate();
  const order: string[] = [];
  const alone = (name: string) =>
    gate.alone(soon(), async () => {
      order.push(`${name} begins`);
      await settle();
      order.push(`${name} ends`);
    });
  await Promise.all([alone('first'), alone('second')]);
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('a call whose signal aborts while it waits does not begin', async () => {
  const gate = new Gate();
  const [alone, request] = [lasting(), lasting()];
  const exclusive = gate.alone(soon(), alone.run);
  await settle();
  const gone = new AbortController();
  const call = gate.run('a function', 'inner', request.run, gone.signal);
  gone.abort(new Error('nobody waits for it'));
  await expect(call).rejects.toThrow('nobody waits for it');
  alone.end();
  await exclusive;
  expect(request.begun).toBe(false);
});
