// biome-ignore lint/plugin: that nothing more comes is seen by waiting alone
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { handler as attachPolicy } from '#functions/auth/iam-users/attach-policy.ts';
import { handler as detachPolicy } from '#functions/auth/iam-users/detach-policy.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { processesWith } from '#test/lib/runtime/support/processes.ts';
import { newIamCaller, newPolicy } from '#test/support/accounts/iam.ts';
import { putInto } from '#test/support/compute/instances.ts';
import { ConsoleClient } from '#test/support/consoles/console.ts';
import { type ConsoleHost, openConsoleHost } from '#test/support/consoles/console-host.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const IDLE_MS = 1500;
let owner: SignedUp;
let host: ConsoleHost;
let machine: Instance;
beforeAll(async () => {
  await testTable();
  owner = await verified();
  host = await openConsoleHost(IDLE_MS);
  machine = await host.machine(owner);
});
afterAll(() => host.close());
afterEach(() => resetClock());

const open = (bearer = owner.bearer) => host.open(machine.id, bearer);
const codeOf = async ({ closed }: ConsoleClient) => (await closed).code;

describe('an open console is closed', () => {
  test('4408 once nothing has passed for the idle time, and not while something does', async () => {
    const [quiet, busy] = await Promise.all([open(), open()]);
    const typing = setInterval(() => busy.type(':\r'), 100);
    expect(await quiet.closed).toEqual({ code: 4408, reason: 'idle' });
    expect(busy.socket.readyState).toBe(busy.socket.OPEN);
    clearInterval(typing);
    expect(await codeOf(busy)).toBe(4408);
  });

  test('4401 when its token is over by the civil clock', async () => {
    const console = await open();
    advanceClock(15 * 60 + 1);
    expect(await console.closed).toEqual({ code: 4401, reason: 'token expired' });
  });

  test('4403 when the policy that allowed it is taken away', async () => {
    const alice = await newIamCaller(owner);
    const policy = await newPolicy(owner, { Action: 'compute:OpenConsole' });
    const params = { username: alice.username };
    await call(attachPolicy, { bearer: owner.bearer, params: { ...params, policy_id: policy } });
    const console = await open(alice.bearer);
    const typing = setInterval(() => console.type(':\r'), 200);
    await call(detachPolicy, { bearer: owner.bearer, params: { ...params, policy_id: policy } });
    expect(await codeOf(console)).toBe(4403);
    clearInterval(typing);
    expect(await host.connect(machine.id, alice.bearer)).toMatchObject({ status: 403 });
  });

  test('4404 when its instance is there no more', async () => {
    const other = await host.machine(owner);
    const console = await host.open(other.id, owner.bearer);
    const typing = setInterval(() => console.type(':\r'), 200);
    await putInto(other, { status: 'terminated', ttl: 1 });
    expect(await console.closed).toEqual({ code: 4404, reason: `instance ${other.id} not found` });
    clearInterval(typing);
  });
});

describe('ten consoles', () => {
  test('are the most that a user has, also of those who open them at once; one that ends makes room', async () => {
    const asked = await Promise.all(Array.from({ length: 13 }, () => host.connect(machine.id, owner.bearer)));
    const opened = asked.filter((one) => one instanceof ConsoleClient);
    expect(opened).toHaveLength(10);
    for (const refused of asked.filter((one) => !(one instanceof ConsoleClient))) {
      expect(refused).toMatchObject({
        status: 403,
        code: 'quota_exceeded',
        body: { error: '10 consoles are open (at most 10 per user); close one' },
      });
    }
    const alice = await newIamCaller(owner);
    const policy = await newPolicy(owner);
    await call(attachPolicy, { bearer: owner.bearer, params: { username: alice.username, policy_id: policy } });
    const hers = await open(alice.bearer);
    opened[0]?.socket.close();
    await opened[0]?.closed;
    const again = await open();
    for (const { socket } of [...opened, hers, again]) socket.close();
    await Promise.all([...opened, hers, again].map(({ closed }) => closed));
  });
});

describe('a flood', () => {
  let patient: ConsoleHost;
  let shell: Instance;
  beforeAll(async () => {
    patient = await openConsoleHost(60_000);
    shell = await patient.machine(owner);
  });
  afterAll(() => patient.close());
  const BLOCK = 64 * 1024;
  const BLOCKS = 192;
  /** What may be under way at most, of twelve MiB: the kernel’s buffers of three sockets, and the window of SSH. */
  const MOST = 160;

  test('of what the machine says waits in the machine while the browser does not read, and goes on when it does', async () => {
    const console = await patient.open(shell.id, owner.bearer);
    console.socket.pause();
    const write = `for i in $(seq ${BLOCKS}); do head -c ${BLOCK} /dev/zero; echo $i > written; done`;
    console.type(`stty -echo; ${write}\r`);
    const written = () => Number(patient.read('written'));
    expect(await standing(written)).toBeLessThan(MOST);
    console.socket.resume();
    await expect.poll(() => written()).toBe(BLOCKS);
    console.socket.close();
    await console.closed;
  });

  test('of what is typed waits in the browser while the machine does not read; its end ends the program all the same', async () => {
    const console = await patient.open(shell.id, owner.bearer);
    const doze = `${80_000_000 + process.pid}`;
    console.type(`stty raw -echo; echo "deaf""ness"; exec sleep ${doze}\r`);
    await console.until(/deafness/);
    for (let sent = 0; sent < BLOCKS; sent++) console.socket.send(Buffer.alloc(BLOCK, 'x'));
    const waiting = await standing(() => console.socket.bufferedAmount);
    expect(BLOCKS - waiting / BLOCK).toBeLessThan(MOST);
    console.socket.terminate();
    await console.closed;
    await expect.poll(() => processesWith(`sleep ${doze}`)).toHaveLength(0);
  });
});

/** Something that grows, once it has begun to and stands still. */
async function standing(amount: () => number): Promise<number> {
  let last = 0;
  return eventually(async () => {
    const before = last;
    // Still for long enough that a slow host is not taken for a full buffer.
    await wait(500);
    last = amount();
    return last > 0 && last === before ? last : undefined;
  });
}
