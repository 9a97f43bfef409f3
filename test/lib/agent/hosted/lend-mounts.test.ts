import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { imageFolder } from '#lib/agent/hosted/keep-disks.ts';
import { MountLender } from '#lib/agent/hosted/lend-mounts.ts';
import { claimIds, type MachineIds } from '#lib/agent/hosted/machine-ids.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { processesWith, signal } from '#test/lib/runtime/support/processes.ts';

const RANGE = { uid: 64_123, gid: 64_123, first: 2 ** 31, first_gid: 2 ** 31, mappers: [] };

describe.skipIf(process.getuid?.() !== 0)('the lender of mounts, which only root has', () => {
  let system: string;
  let state: string;
  let ids: MachineIds;
  let logged: string[];
  let lender: MountLender;

  beforeEach(async () => {
    system = mkdtempSync(join(tmpdir(), 'svc-lender-'));
    state = join(system, 'a'.repeat(16), 'state');
    for (const machine of ['i-1', 'i-2']) mkdirSync(join(state, 'machines', machine, 'disk'), { recursive: true });
    execFileSync('chown', ['-R', `${RANGE.uid}:${RANGE.gid}`, state]);
    execFileSync('chmod', ['755', system]);
    const claimed = await claimIds(join(system, 'a'.repeat(16)), system);
    if ('missing' in claimed) throw new Error(claimed.missing);
    ids = claimed;
    logged = [];
    const images = await imageFolder(join(system, 'a'.repeat(16)));
    const opened = await MountLender.open({ state, range: RANGE, ids, images, log: (line) => void logged.push(line) });
    if ('missing' in opened) throw new Error(opened.missing);
    lender = opened;
  });
  afterEach(() => {
    lender.end();
    rmSync(system, { recursive: true });
  });

  /** What a program that asks for the mounts is answered beside them. */
  async function answered(machine: string): Promise<string> {
    const socket = await lender.lend(machine, { image: null });
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
    });
    // One that is refused is reset.
    socket.on('error', ignore).resume().end('\n');
    await once(socket, 'close').catch(ignore);
    return text;
  }

  it('answers whoever asks with the ids of the machine that the agent named', async () => {
    expect(await Promise.all([answered('i-1'), answered('i-2')])).toEqual(
      ['i-1', 'i-2'].map((machine) => `${ids.of(machine).inner}\n`),
    );
  });

  it('keeps nobody waiting for a machine whose folder is none, and logs that', async () => {
    rmSync(join(state, 'machines/i-1/disk'), { recursive: true });
    const unasked = await lender.lend('i-2', { image: null });
    expect([await answered('i-1'), await answered('i-2')]).toEqual(['', `${ids.of('i-2').inner}\n`]);
    await expect.poll(() => logged).toEqual(['no mounts for i-1: openat2: No such file or directory']);
    unasked.destroy();
  });

  it('is started again by the next loan when its program was killed', async () => {
    const program = () => processesWith(`door=${ids.door}`);
    const [first] = program();
    signal(first);
    await expect.poll(program).toEqual([]);
    // The agent may hear of that end a moment later.
    await expect.poll(() => answered('i-1').catch(ignore)).toBe(`${ids.of('i-1').inner}\n`);
  });

  it('is started again, once, by loans that find no door', async () => {
    rmSync(ids.door);
    const machines = ['i-1', 'i-2', 'i-1'];
    expect(await Promise.all(machines.map(answered))).toEqual(machines.map((id) => `${ids.of(id).inner}\n`));
    // Those that answered have its command line until they have ended.
    await expect.poll(() => processesWith(`door=${ids.door}`)).toHaveLength(1);
  });
});

it.skipIf(process.getuid?.() !== 0)('says what is missing where folders cannot have other ids', async () => {
  const system = mkdtempSync(join(tmpdir(), 'svc-lender-'));
  const home = join(system, 'b'.repeat(16));
  mkdirSync(home);
  const ids = (await claimIds(home, system)) as MachineIds;
  const range = { ...RANGE, mappers: [] };
  const images = await imageFolder(home);
  const lack = await MountLender.open({ state: '/proc', range, ids, images, log: () => undefined });
  expect(lack).toEqual({ missing: '/proc cannot have other ids: mount_setattr: Invalid argument', command: null });
  rmSync(system, { recursive: true });
});
