import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootGuest, type KeptQemu } from '#lib/runtime/drivers/qemu/guest.ts';
import { QemuHolders } from '#lib/runtime/drivers/qemu/holders.ts';
import { leftBy } from '#lib/runtime/drivers/qemu/left.ts';
import { Switch } from '#lib/runtime/drivers/qemu/switch/switch.ts';
import { endLeft, HOLDERS } from '#lib/runtime/holders.ts';
import { probeRecord } from '#lib/runtime/machines/record.ts';
import { makeHostKey } from '#lib/runtime/ssh/host-key.ts';
import { unaborted } from '#lib/runtime/system/errors.ts';
import { markOf } from '#lib/runtime/system/processes.ts';
import { Conversation } from '#test/lib/runtime/holder/conversation.ts';
import { signal } from '#test/lib/runtime/support/processes.ts';
import { refusal } from '#test/lib/runtime/support/refusal.ts';
import { holdAlone } from './alone.ts';

/* What holds a QEMU, with a shell in its place: it writes to the console and to the machine protocol as QEMU does. */

const RESET = '{"event": "SHUTDOWN", "data": {"guest": true, "reason": "guest-reset"}}';
const key = { private: 'private', public: 'public' };
const netOf = () => new Switch();

let state: string;
let folder: string;
let holders: QemuHolders;
beforeEach(async () => {
  state = mkdtempSync(join(tmpdir(), 'svc-qemu-'));
  folder = join(state, HOLDERS);
  holders = new QemuHolders(folder);
  await holders.find();
});
afterEach(async () => {
  await holders.close();
  rmSync(state, { recursive: true });
});

const shell = (script: string) => holders.start('vpc-1', ['/bin/sh', '-c', script], unaborted());
const note = (machine: string, pid: number) =>
  JSON.stringify({ machine, mark: markOf(pid) ?? { pid, started: '1' }, key } satisfies KeptQemu);
/** The socket of the holder that this process has started. */
const door = () => join(folder, readdirSync(folder).find((name) => /^vpc-1\+[0-9a-f]{8}$/.test(name)) ?? 'none');
const alone = () => holdAlone(join(folder, 'vpc-1+0'), ['/bin/sleep', '1000']);
/** Another runtime's look at what is left. */
const another = async () => {
  holders = new QemuHolders(folder);
  return leftBy(await holders.find(), netOf);
};

describe('what holds a QEMU', () => {
  it('speaks the protocol of all holders, and listens beside its socket for QEMU', async () => {
    const { qemu, sockets } = await shell('exec sleep 1000');
    const [held] = holders.processes();
    expect(held).toEqual({ vpc: 'vpc-1', mark: held?.mark, protocol: 1 });
    qemu.note(note('i-1', qemu.pid));
    const said = new Conversation(door());
    said.say('hello');
    expect(await said.hear()).toBe(`holder 1 ${held?.mark.pid}`);
    expect(await said.hear()).toMatch(new RegExp(`^init ${qemu.pid} \\d+ \\d+ 0 {"machine":"i-1",`));
    expect(await said.hear()).toBe('done');
    expect(Object.values(sockets)).toEqual([`${door()}.qmp`, `${door()}.net`]);
    said.end();
  });

  it('keeps for the next runtime how it ended, though nobody read that, and leaves nothing then', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const go = join(state, 'go');
    const later = (script: string) => shell(`until [ -e ${go} ]; do sleep 0.02; done; ${script}`);
    const { qemu } = await later(`echo 'half"}'; echo '${RESET}'`);
    const halted = await later('echo "reboot: System halted" >&2');
    const crashed = await later('exit 1');
    for (const [machine, one] of [
      ['i-1', qemu],
      ['i-2', halted.qemu],
      ['i-3', crashed.qemu],
    ] as const)
      one.note(note(machine, one.pid));
    writeFileSync(go, '');
    await Promise.all([qemu, halted.qemu, crashed.qemu].map(({ ended }) => ended));
    const { up, over } = await another();
    expect(up.size).toBe(0);
    expect(over.map(({ id, cause }) => [id, cause]).sort()).toEqual([
      ['i-1', 'reboot'],
      ['i-2', 'poweroff'],
      ['i-3', 'crash'],
    ]);
    expect(Math.min(...over.map(({ when }) => when))).toBeGreaterThanOrEqual(before);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends a QEMU that had not booted when its runtime ended, and is found no more', async () => {
    const { said, pid } = await alone();
    said.end();
    await expect.poll(() => markOf(pid)).toBeNull();
    expect(await another()).toEqual({ up: new Map(), over: [] });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('ends with QEMU where its socket has lost its name', async () => {
    const { said, pid } = await alone();
    said.say(`note ${pid} ${note('i-1', pid)}`);
    said.end();
    expect(await endLeft(state)).toBe(true);
    expect([markOf(pid), readdirSync(folder)]).toEqual([null, []]);
  });

  it('takes QEMU along where it is killed', async () => {
    const { qemu } = await shell('exec sleep 1000');
    qemu.note(note('i-1', qemu.pid));
    signal(holders.processes()[0]?.mark.pid);
    await expect.poll(() => markOf(qemu.pid)).toBeNull();
    await expect.poll(() => readdirSync(folder)).toEqual([]);
  });

  it('kills what another host has claimed, though no runtime is there', async () => {
    const { said, pid } = await alone();
    const file = join(state, 'holder');
    writeFileSync(file, 'host-a');
    said.say(`note ${pid} ${note('i-1', pid)}`);
    said.say(`claim ${pid} host-a ${file}`);
    said.end();
    const [left] = (await another()).up.keys();
    expect([left, markOf(pid)?.pid]).toEqual(['i-1', pid]);
    writeFileSync(file, 'host-b');
    await expect.poll(() => markOf(pid)).toBeNull();
  });
});

describe('what a runtime makes of it', () => {
  it('is one machine where two say to be the same, and a crashed one of a pid that is another process by now', async () => {
    const [one, two, other, garbled] = await Promise.all(
      Array.from({ length: 4 }, async () => (await shell('exec sleep 1000')).qemu),
    );
    if (!one || !two || !other || !garbled) return expect.fail();
    for (const qemu of [one, two]) qemu.note(note('i-1', qemu.pid));
    other.note(JSON.stringify({ machine: 'i-2', mark: { pid: process.pid, started: '1' }, key }));
    garbled.note('{"machine":');
    const { up, over } = await another();
    const crashed = over.map(({ id, cause }) => [id, cause]);
    expect([[...up.keys()], crashed]).toEqual([['i-1'], [['i-2', 'crash']]]);
    expect([one, two].filter(({ pid }) => markOf(pid) === null)).toHaveLength(1);
    expect([other, garbled].map(({ pid }) => markOf(pid))).toEqual([null, null]);
  });

  it('is nothing of what does not answer, or is no socket', async () => {
    mkdirSync(join(folder, 'vpc-1+folder'));
    writeFileSync(join(folder, 'vpc-1+file'), '');
    writeFileSync(join(folder, 'vpc-1+file.qmp'), '');
    expect(await another()).toEqual({ up: new Map(), over: [] });
    expect(readdirSync(folder)).toEqual(['vpc-1+folder']);
  });

  it('is a refusal, with what QEMU said, of a QEMU that ends at once, and leaves nothing', async () => {
    const qemu = join(state, 'qemu');
    writeFileSync(qemu, '#!/bin/sh\necho "qemu: no such disk" >&2\n', { mode: 0o755 });
    const record = probeRecord(256, makeHostKey());
    const how = { acceleration: 'tcg', net: new Switch(), joins: [], signal: unaborted() } as const;
    expect(await refusal(() => bootGuest({ record, folder: state, holders, qemu, ...how }))).toEqual({
      code: 'FAILED',
      message: 'the machine did not boot: qemu: no such disk',
    });
    expect(readdirSync(folder)).toEqual([]);
  });
});
