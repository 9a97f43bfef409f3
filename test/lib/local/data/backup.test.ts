import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { homeFor, noteOwner } from '#lib/agent/hosted/homes.ts';
import { backUp, restore } from '#lib/local/data/backup.ts';
import { openDataDir } from '#lib/local/data/data-dir.ts';

const isRoot = process.getuid?.() === 0;

let parent: string;
let dataDir: string;
let systemDir: string;
let backup: string;
beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'svc-backup-'));
  chmodSync(parent, 0o755);
  dataDir = join(parent, 'state');
  systemDir = join(parent, 'system');
  backup = join(parent, 'backup');
  (await openDataDir(dataDir, 'http://localhost:1')).release();
  writeFileSync(join(dataDir, 'clock.json'), '{"offset":5}', { mode: 0o600 });
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** Where this user's platform has the machines of a data folder, and their uid. */
async function machinesOf(folder: string): Promise<{ state: string; uid: number }> {
  const own = join(folder, 'machines', 'container');
  mkdirSync(own, { recursive: true });
  if (!isRoot) return { state: own, uid: process.getuid?.() ?? 0 };
  const { home, uid } = await homeFor(own, systemDir);
  return { state: join(home, 'state'), uid };
}

/** Makes a machine's disk with what is hard to copy. */
async function makeMachine(): Promise<void> {
  const { state, uid } = await machinesOf(dataDir);
  const disk = join(state, 'machines', 'i-1', 'disk');
  mkdirSync(disk, { recursive: true });
  if (isRoot) await noteOwner(join(state, '..'), join(dataDir, 'machines', 'container'));
  const files: [string, number][] = [
    ['plain', 0o644],
    ['closed', 0o000],
    ['setuid', 0o4755],
  ];
  for (const [name, mode] of files) {
    writeFileSync(join(disk, name), name);
    if (isRoot) chownSync(join(disk, name), uid, uid);
    chmodSync(join(disk, name), mode);
  }
  symlinkSync('/etc/passwd', join(disk, 'link'));
  for (const at of isRoot ? [state, join(state, 'machines'), join(state, 'machines/i-1'), disk] : [])
    chownSync(at, uid, uid);
}

describe('backup and restore', () => {
  it('bring the folder and the machines back, under another path and its uid', async () => {
    await makeMachine();
    expect(await backUp(dataDir, backup, systemDir)).toEqual(['container.tar', 'data.tar']);
    expect([backup, join(backup, 'data.tar')].map((at) => statSync(at).mode & 0o777)).toEqual([0o700, 0o600]);
    const again = join(parent, 'again');
    await restore(backup, again, systemDir);
    expect(readdirSync(again).sort()).toEqual(readdirSync(dataDir).sort());
    expect(readFileSync(join(again, 'clock.json'), 'utf8')).toBe('{"offset":5}');
    const { state, uid } = await machinesOf(again);
    const disk = join(state, 'machines', 'i-1', 'disk');
    const modes = ['plain', 'closed', 'setuid'].map((name) => [name, statSync(join(disk, name)).mode & 0o7777]);
    expect(modes).toEqual([
      ['plain', 0o644],
      ['closed', 0o000],
      ['setuid', 0o4755],
    ]);
    expect(statSync(join(disk, 'plain')).uid).toBe(uid);
    expect(readlinkSync(join(disk, 'link'))).toBe('/etc/passwd');
    (await openDataDir(again, 'http://localhost:1')).release();
  });

  it('a backup is refused while a platform runs, into a folder that exists, and into the data folder', async () => {
    const data = await openDataDir(dataDir, 'http://localhost:3000');
    await expect(backUp(dataDir, backup, systemDir)).rejects.toThrow(
      `SVC_DATA_DIR ${dataDir} is in use by the platform at http://localhost:3000 (process ${process.pid}); stop it first`,
    );
    data.release();
    await expect(backUp(dataDir, parent, systemDir)).rejects.toThrow(
      `${parent} exists; name a new folder for the backup`,
    );
    const inside = join(dataDir, 'backup');
    await expect(backUp(dataDir, inside, systemDir)).rejects.toThrow(
      `${inside} lies in the data folder; name a folder elsewhere`,
    );
    expect(existsSync(backup)).toBe(false);
  });

  it('a restore is refused from what is no backup, and into a folder with something in it', async () => {
    await expect(restore(parent, join(parent, 'new'), systemDir)).rejects.toThrow(
      `${parent} is not a backup of svc: it has no data.tar`,
    );
    await backUp(dataDir, backup, systemDir);
    await expect(restore(backup, dataDir, systemDir)).rejects.toThrow(
      `SVC_DATA_DIR ${dataDir} is not empty; name a new folder`,
    );
  });

  it('what was restored only in part does not start', async () => {
    await backUp(dataDir, backup, systemDir);
    writeFileSync(join(backup, 'container.tar'), 'this is no archive');
    const again = join(parent, 'again');
    await expect(restore(backup, again, systemDir)).rejects.toThrow(/failed/);
    await expect(openDataDir(again, 'http://localhost:1')).rejects.toThrow('holds other files');
  });
});
