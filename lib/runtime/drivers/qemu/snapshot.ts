import { constants } from 'node:fs';
import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as elapsed } from 'node:timers/promises';
import type { CopyFollowing } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { checkAborted, ignore } from '#lib/runtime/system/errors.ts';
import { runTool } from '#lib/runtime/system/run.ts';
import type { Control } from './control.ts';
import type { Qmp, QmpEvent } from './qmp.ts';

/** Milliseconds for the guest to flush its disk. A guest that takes longer is copied as it is. */
const SYNC_MS = 10_000;
const TICK_MS = 250;
const TARGET = 'snapshot';
const JOB = 'copy';
/** Longest time, in milliseconds, in which QEMU gives a copy up. */
const END_MS = 10_000;

interface LiveCopy extends CopyFollowing {
  readonly qmp: Qmp;
  readonly control: Control;
  readonly folder: string;
  readonly to: string;
}

/**
 * Copies a running machine's disk as it is at this moment, while the machine goes on. Answers the copy's size in bytes.
 */
export async function copyLive({ qmp, control, folder, to, signal, onProgress }: LiveCopy): Promise<number> {
  await Promise.race([control.run('sync').catch(ignore), elapsed(SYNC_MS, null, { signal, ref: false }).catch(ignore)]);
  checkAborted(signal);
  for (const name of ['vmlinuz', 'initrd']) {
    await copyFile(join(folder, 'disk', name), join(to, name), constants.COPYFILE_FICLONE);
  }
  const target = join(to, 'root.qcow2');
  const { 'virtual-size': size } = JSON.parse(
    await runTool('qemu-img', ['info', '--force-share', '--output=json', join(folder, 'disk/root.qcow2')]),
  ) as { 'virtual-size': number };
  await runTool('qemu-img', ['create', '-q', '-f', 'qcow2', target, `${size}`]);
  const file = { driver: 'file', filename: target };
  await qmp.command('blockdev-add', { driver: 'qcow2', 'node-name': TARGET, file });
  try {
    await backUp(qmp, { signal, onProgress });
  } finally {
    await qmp.command('blockdev-del', { 'node-name': TARGET }).catch(ignore);
  }
  checkAborted(signal);
  const sizes = await Promise.all(['vmlinuz', 'initrd', 'root.qcow2'].map((name) => stat(join(to, name))));
  onProgress?.(100);
  return sizes.reduce((sum, { blocks }) => sum + blocks * 512, 0);
}

/** Ends a copy that an earlier runtime had under way when it ended. */
export async function endCopy(qmp: Qmp): Promise<void> {
  const jobs = (await qmp.command('query-block-jobs')) as { device: string }[];
  if (jobs.some(({ device }) => device === JOB)) {
    const ended = qmp.event(({ event, data }) => ENDINGS.includes(event) && data?.device === JOB, END_MS);
    await qmp.command('block-job-cancel', { device: JOB, force: true }).catch(ignore);
    await ended;
  }
  await qmp.command('blockdev-del', { 'node-name': TARGET }).catch(ignore);
}

const ENDINGS = ['BLOCK_JOB_COMPLETED', 'BLOCK_JOB_CANCELLED'];

async function backUp(qmp: Qmp, { signal, onProgress }: CopyFollowing): Promise<void> {
  const job = { 'job-id': JOB, device: 'root', target: TARGET, sync: 'top' };
  const ended = Promise.withResolvers<QmpEvent>();
  let highest = 0;
  const stop = qmp.listen((event) => {
    if (ENDINGS.includes(event.event) && event.data?.device === JOB) ended.resolve(event);
  });
  const cancel = () => void qmp.command('block-job-cancel', { device: JOB, force: true }).catch(ignore);
  const timer = setInterval(async () => {
    const jobs = (await qmp.command('query-block-jobs').catch(() => [])) as { offset: number; len: number }[];
    const [at] = jobs;
    highest = Math.max(highest, at && at.len > 0 ? Math.min(99, Math.floor((100 * at.offset) / at.len)) : 0);
    onProgress?.(highest);
  }, TICK_MS);
  try {
    await qmp.command('blockdev-backup', job);
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    const end = await Promise.race([ended.promise, lost(qmp)]);
    checkAborted(signal);
    const error = end.data?.error;
    if (error !== undefined) throw new DriverError('FAILED', `the disk could not be copied: ${String(error)}`);
  } finally {
    clearInterval(timer);
    stop();
    signal.removeEventListener('abort', cancel);
  }
}

/** Rejects when the machine ends. */
async function lost(qmp: Qmp): Promise<never> {
  await qmp.closed;
  throw new DriverError('FAILED', 'the machine ended while its disk was copied');
}
