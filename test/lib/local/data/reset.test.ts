import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { noteOwner } from '#lib/agent/hosted/homes.ts';
import { openDataDir } from '#lib/local/data/data-dir.ts';
import { resetData } from '#lib/local/data/reset.ts';
import { markOf } from '#lib/runtime/system/processes.ts';

let parent: string;
let dataDir: string;
let systemDir: string;
beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'svc-reset-'));
  dataDir = join(parent, 'state');
  systemDir = join(parent, 'system');
  mkdirSync(systemDir);
  (await openDataDir(dataDir, 'http://localhost:1')).release();
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** A home of machines of a data folder, under this name. */
async function homeOf(data: string, name: string): Promise<string> {
  const home = join(systemDir, name);
  const owner = join(data, 'machines', 'container');
  mkdirSync(owner, { recursive: true });
  mkdirSync(join(home, 'state'), { recursive: true });
  await noteOwner(home, owner);
  return home;
}

const reset = (folder = dataDir, confirm = async (_paths: readonly string[]) => true) =>
  resetData(folder, { confirm, systemDir });

/** The sentence of a refusal, without the name of the folder. */
const refusal = async (folder = dataDir): Promise<string> => {
  const error = await reset(folder).catch((refused: Error) => refused);
  return (error as Error).message.replace(`SVC_DATA_DIR ${folder} `, '');
};

describe('reset', () => {
  it('removes the folder and the homes of its machines, which it names first, and no others', async () => {
    const home = await homeOf(dataDir, '0123456789abcdef');
    const others = await homeOf(join(parent, 'other'), 'fedcba9876543210');
    let named: readonly string[] = [];
    const confirm = async (paths: readonly string[]) => {
      named = paths;
      return true;
    };
    expect(await reset(dataDir, confirm)).toBe(true);
    expect(named).toEqual([dataDir, home]);
    expect([dataDir, home, others].map((at) => existsSync(at))).toEqual([false, false, true]);
    (await openDataDir(dataDir, 'http://localhost:1')).release();
  });

  it('removes nothing unless that is confirmed, and leaves the folder free', async () => {
    const home = await homeOf(dataDir, '0123456789abcdef');
    expect(await reset(dataDir, async () => false)).toBe(false);
    expect([dataDir, home, join(dataDir, 'format')].map((at) => existsSync(at))).toEqual([true, true, true]);
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);
  });

  it('follows no links out', async () => {
    const home = await homeOf(dataDir, '0123456789abcdef');
    const thesis = join(parent, 'thesis');
    mkdirSync(thesis);
    writeFileSync(join(thesis, 'one.tex'), 'years of work');
    for (const folder of [dataDir, join(home, 'state'), join(dataDir, 'keys')])
      symlinkSync(thesis, join(folder, 'link'));
    symlinkSync(thesis, join(systemDir, '00000000000000ff'));
    writeFileSync(join(thesis, 'data-dir'), readFileSync(join(home, 'data-dir')));
    expect(await reset()).toBe(true);
    expect(readFileSync(join(thesis, 'one.tex'), 'utf8')).toBe('years of work');
    expect(existsSync(home)).toBe(false);
  });

  it('is refused while a platform runs on the folder', async () => {
    const data = await openDataDir(dataDir, 'http://localhost:3000');
    const sentence = `is in use by the platform at http://localhost:3000 (process ${process.pid}); stop it first`;
    expect(await refusal()).toBe(sentence);
    data.release();
    expect(await reset()).toBe(true);
  });

  it('is refused while machines go on', async () => {
    const home = await homeOf(dataDir, '0123456789abcdef');
    writeFileSync(join(home, 'state', 'runtime.json'), JSON.stringify({ runtime: markOf(process.pid) }));
    expect(await refusal()).toBe(`machines in ${home} still run; end them first`);
    expect([dataDir, home].map((at) => existsSync(at))).toEqual([true, true]);
  });

  it('is refused for what is no data folder of svc', async () => {
    expect(await refusal(join(parent, 'absent'))).toBe('does not exist');
    const file = join(parent, 'file');
    writeFileSync(file, '');
    expect(await refusal(file)).toBe('is not a folder');
    const link = join(parent, 'link');
    symlinkSync(dataDir, link);
    expect(await refusal(link)).toBe(`is a link; name the folder itself: ${dataDir}`);
    const foreign = join(parent, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'thesis.tex'), 'years of work');
    expect(await refusal(foreign)).toBe('is not a data folder of svc: it has no file "format" with a number');
    writeFileSync(join(foreign, 'format'), 'A4\n');
    expect(await refusal(foreign)).toBe('is not a data folder of svc: it has no file "format" with a number');
    writeFileSync(join(foreign, 'format'), '1\n');
    expect(await refusal(foreign)).toBe('is not a data folder of svc: it has no folder "keys"');
    expect(readFileSync(join(foreign, 'thesis.tex'), 'utf8')).toBe('years of work');
  });

  it('by npm run reset needs --yes where there is no terminal', () => {
    const env = { ...process.env, SVC_DATA_DIR: dataDir };
    const run = (...args: string[]) => {
      const program = ['lib/local/data/main.ts', 'reset', ...args];
      const { status, stdout, stderr } = spawnSync(process.execPath, program, { env, encoding: 'utf8' });
      return { status, stdout, stderr };
    };
    const named = `This removes, with every account, bucket, disk and key in them:\n  ${dataDir}\n`;
    const stderr = 'svc: there is no terminal to ask on; to remove all that: --yes\n';
    expect(run()).toEqual({ status: 1, stdout: named, stderr });
    expect(existsSync(dataDir)).toBe(true);
    expect(run('--yes')).toEqual({ status: 0, stdout: `${named}removed\n`, stderr: '' });
    expect(existsSync(dataDir)).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)("is refused for another user's folder", async () => {
    chownSync(dataDir, 4242, 4242);
    expect(await refusal()).toBe('belongs to another user (uid 4242)');
  });
});
