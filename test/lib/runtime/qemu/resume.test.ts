import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commandLine } from '#lib/runtime/drivers/qemu/command-line.ts';
import type { KeptQemu } from '#lib/runtime/drivers/qemu/guest.ts';
import { QemuHolders } from '#lib/runtime/drivers/qemu/holders.ts';
import { leftBy } from '#lib/runtime/drivers/qemu/left.ts';
import { openQmp } from '#lib/runtime/drivers/qemu/qmp.ts';
import { Switch } from '#lib/runtime/drivers/qemu/switch/switch.ts';
import { HOLDERS } from '#lib/runtime/holders.ts';
import { probeRecord } from '#lib/runtime/machines/record.ts';
import { makeHostKey } from '#lib/runtime/ssh/host-key.ts';
import { markOf } from '#lib/runtime/system/processes.ts';
import { runTool } from '#lib/runtime/system/run.ts';
import { findTool } from '#lib/runtime/system/tools.ts';
import { Conversation } from '#test/lib/runtime/holder/conversation.ts';
import { refusal } from '#test/lib/runtime/support/refusal.ts';
import { holdAlone } from './alone.ts';

/* A QEMU without a guest: what a runtime makes of one that another has left. */

const QEMU = findTool('qemu-system-x86_64');
if (QEMU === null) process.stderr.write('taking QEMU over is not tried: qemu-system-x86_64 is not installed\n');

const record = probeRecord(32, makeHostKey());
/** What boots a kernel. Without it the firmware finds nothing to boot, and halts. */
const KERNEL = ['-kernel', '-initrd', '-append'];

describe.runIf(QEMU)('a QEMU that an earlier runtime has left', () => {
  let state: string;
  let folder: string;
  let pid: number;
  /** The earlier runtime: its connections to what holds QEMU, and to QEMU. */
  let runtime: Conversation;
  let said: Conversation;
  const door = () => join(state, HOLDERS, 'vpc-1+0');
  beforeEach(async () => {
    state = mkdtempSync(join(tmpdir(), 'svc-qemu-'));
    folder = join(state, 'machine');
    mkdirSync(join(folder, 'disk'), { recursive: true });
    await runTool('qemu-img', ['create', '-q', '-f', 'qcow2', join(folder, 'disk/root.qcow2'), '64M']);
    const words = commandLine({ record, folder, acceleration: 'tcg', given: {} });
    const line = words.filter((word, at) => !KERNEL.includes(word) && !KERNEL.includes(words[at - 1] ?? ''));
    mkdirSync(join(state, HOLDERS));
    const held = await holdAlone(door(), [QEMU ?? '', ...line]);
    pid = held.pid;
    const mark = markOf(pid) ?? expect.fail();
    held.said.say(`note ${pid} ${JSON.stringify({ machine: 'i-1', mark, key: makeHostKey() } satisfies KeptQemu)}`);
    runtime = held.said;
    said = new Conversation(`${door()}.qmp`);
    expect(await said.hear()).toContain('"QMP"');
    await tell('qmp_capabilities');
  });
  afterEach(() => rmSync(state, { recursive: true }));

  /** Gives QEMU a command as the earlier runtime, and waits for its answer. */
  const tell = async (execute: string, args: object = {}) => {
    said.say(JSON.stringify({ execute, arguments: args }));
    let answer = await said.hear();
    while (answer.includes('"event"')) answer = await said.hear();
    expect(answer).toMatch(/"return"/);
    return answer;
  };
  const node = (name: string, driver: string, filename: string) =>
    tell('blockdev-add', { driver, 'node-name': name, file: { driver: 'file', filename } });
  const left = async () => {
    said.end();
    runtime.end();
    return leftBy(await new QemuHolders(join(state, HOLDERS)).find(), () => new Switch());
  };
  const takenOver = async () => {
    const { up } = await left();
    const guest = await up.get('i-1')?.resume(record, folder);
    return guest ?? expect.fail();
  };
  /** Which of these files QEMU has open. */
  const opened = (...paths: readonly string[]) => {
    const links = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    return paths.filter((path) => links.includes(path));
  };

  it('goes on as the same process, whose end is told of', async () => {
    await tell('human-monitor-command', { 'command-line': 'hostfwd_add host tcp:127.0.0.1:0-169.254.76.15:22' });
    const before = await tell('human-monitor-command', { 'command-line': 'info usernet' });
    const mark = markOf(pid);
    const guest = await takenOver();
    expect([guest.init, markOf(guest.init)]).toEqual([mark?.pid, mark]);
    // It asks for no forward that is there.
    expect(before.match(/HOST_FORWARD/g)).toHaveLength(1);
    guest.kill();
    expect(await guest.ended).toBe('crash');
    await expect.poll(() => readdirSync(join(state, HOLDERS))).toEqual([]);
  });

  it('gives up the copy and the volumes that were under way', async () => {
    const [copy, volume] = [join(state, 'copy.qcow2'), join(state, 'volume.raw')];
    await runTool('qemu-img', ['create', '-q', '-f', 'qcow2', copy, '64M']);
    writeFileSync(volume, Buffer.alloc(4096));
    await node('snapshot', 'qcow2', copy);
    await node('n-1', 'raw', volume);
    await tell('stop');
    // So slow that it is under way still.
    const job = { 'job-id': 'copy', device: 'root', target: 'snapshot', sync: 'full', speed: 1 };
    await tell('blockdev-backup', job);
    expect(opened(copy, volume)).toEqual([copy, volume]);
    const guest = await takenOver();
    expect(opened(copy, volume)).toEqual([]);
    guest.kill();
    await guest.ended;
  });

  it('is told of where it has ended meanwhile, and takes no commands then', async () => {
    await tell('quit');
    await expect.poll(() => markOf(pid)).toBeNull();
    const { up, over } = await left();
    expect([up.size, over.map(({ id, cause }) => [id, cause])]).toEqual([0, [['i-1', 'crash']]]);
    expect(await refusal(() => openQmp(`${door()}.qmp`))).toEqual({
      code: 'FAILED',
      message: 'the machine has ended',
    });
  });
});
