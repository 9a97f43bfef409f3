import { accessSync, constants } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Guest } from '#lib/runtime/backend.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { freshFolder, type MachineRecord, probeRecord } from '#lib/runtime/machines/record.ts';
import { makeHostKey } from '#lib/runtime/ssh/host-key.ts';
import { removeFolder, writeJson } from '#lib/runtime/system/files.ts';
import { runTool } from '#lib/runtime/system/run.ts';
import type { Acceleration } from './command-line.ts';

/**
 * Milliseconds for a boot with KVM. Real processors need a second or two. On some hosts KVM is offered and the boot
 * never ends.
 */
const KVM_MS = 8000;
const TCG_MS = 120_000;

interface Boots {
  prepare(record: MachineRecord, folder: string): Promise<void>;
  boot(record: MachineRecord, folder: string, signal: AbortSignal, by: Acceleration): Promise<Guest>;
}

/** Which acceleration worked, and for which QEMU and image. */
interface Proof {
  readonly of: string;
  readonly acceleration: Acceleration;
}

/**
 * Boots a machine with each acceleration until one works, and answers it. The answer is stored, so that later calls
 * need no boot. UNSUPPORTED when none works.
 */
export async function provenAcceleration(state: string, image: string, boots: Boots): Promise<Acceleration> {
  const file = join(state, 'acceleration.json');
  const of = await nameOf(image);
  const known = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Proof,
    () => null,
  );
  if (known?.of === of) return known.acceleration;
  const acceleration = await prove(join(state, 'probe'), boots);
  await writeJson(file, { of, acceleration } satisfies Proof);
  return acceleration;
}

async function prove(folder: string, boots: Boots): Promise<Acceleration> {
  let why = '';
  for (const by of mayUseKvm() ? (['kvm', 'tcg'] as const) : (['tcg'] as const)) {
    await freshFolder(folder);
    try {
      const record = probeRecord(256, makeHostKey());
      await boots.prepare(record, folder);
      const guest = await boots.boot(record, folder, AbortSignal.timeout(by === 'kvm' ? KVM_MS : TCG_MS), by);
      guest.kill();
      await guest.ended;
      return by;
    } catch (error) {
      why = (error as Error).message;
    } finally {
      await removeFolder(folder);
    }
  }
  throw new DriverError('UNSUPPORTED', `the qemu driver cannot work here: ${why}`);
}

/** Whether KVM is worth a test boot. This alone does not prove that it works. */
function mayUseKvm(): boolean {
  try {
    accessSync('/dev/kvm', constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function nameOf(image: string): Promise<string> {
  const [version = ''] = (await runTool('qemu-system-x86_64', ['--version'])).split('\n');
  const { mtimeMs, size } = await stat(join(image, 'root.qcow2'));
  return `${version} ${mayUseKvm() ? 'kvm' : 'tcg'} ${Math.round(mtimeMs)} ${size}`;
}
