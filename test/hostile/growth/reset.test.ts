import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { homeFor, noteOwner } from '#lib/agent/hosted/homes.ts';
import { openDataDir } from '#lib/local/data/data-dir.ts';
import { resetData } from '#lib/local/data/reset.ts';
import { findTool } from '#lib/runtime/system/tools.ts';
import { depths, oddities } from './shapes.ts';

const ENTRIES = 2000;

describe('a reset of a data folder in whose machines guests have left what is deep, long and odd', () => {
  let parent: string;
  let dataDir: string;
  let systemDir: string;
  let machines: string;
  beforeEach(async () => {
    parent = mkdtempSync(join(tmpdir(), 'svc-growth-'));
    dataDir = join(parent, 'data');
    systemDir = join(parent, 'system');
    mkdirSync(systemDir);
    (await openDataDir(dataDir, 'http://localhost:1')).release();
    machines = join(dataDir, 'machines/container');
    mkdirSync(machines, { recursive: true });
  });
  afterEach(() => void execFileSync('rm', ['-rf', parent]));

  const fill = (folder: string) => {
    for (const [name, program] of [
      ['odd', oddities(ENTRIES)],
      ['deep', depths(ENTRIES)],
    ] as const) {
      mkdirSync(join(folder, name), { recursive: true });
      execFileSync(`${findTool('perl')}`, ['-'], { cwd: join(folder, name), input: program });
    }
  };
  const confirm = async () => true;

  it('removes all of it, in little memory', () => {
    fill(machines);
    const env = { ...process.env, SVC_DATA_DIR: dataDir };
    const program = ['--max-old-space-size=48', 'lib/local/data/main.ts', 'reset', '--yes'];
    const { status, stderr } = spawnSync(process.execPath, program, { env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('removes the homes of machines, also those of which an earlier one has left a part', async () => {
    const { home } = await homeFor(machines, systemDir);
    fill(join(home, 'state'));
    await noteOwner(home, machines);
    renameSync(home, `${home}.removed`);
    expect(await resetData(dataDir, { confirm, systemDir })).toBe(true);
    expect([readdirSync(systemDir), existsSync(dataDir)]).toEqual([[], false]);
  });
});
