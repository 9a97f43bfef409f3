import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lackLine, ownSubIds } from '#lib/agent/hosted/sub-ids.ts';
import { findTool } from '#lib/runtime/system/tools.ts';

const ana = { name: 'ana', uid: 1001 };
const without = findTool('newuidmap') === null ? ' (newuidmap is not installed)' : '';

describe.skipIf(without !== '')(`ids of an ordinary user${without}`, () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'svc-ids-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));
  const ids = (uids: string, gids = uids, user: typeof ana | null = ana) => {
    const files = { uid: join(dir, 'uid'), gid: join(dir, 'gid') };
    writeFileSync(files.uid, uids);
    writeFileSync(files.gid, gids);
    return ownSubIds({ user, files });
  };

  it('are the first of a line with enough of them, by the name or by the number', () => {
    expect(ids('bob:100000:65536\nana:165536:65536\n')).toMatchObject({ first: 165_536, first_gid: 165_536 });
    expect(ids('# ids\nana:5:100\n1001:300000:65535\n', 'ana:400000:70000\n')).toMatchObject({
      first: 300_000,
      first_gid: 400_000,
    });
  });

  it('are missing with the command that adds those that nobody has', () => {
    expect(ids('bob:100000:65536\nanabel:165536:65536\nana:231072:65534\n')).toEqual({
      missing: 'ana has no 65536 ids in /etc/subuid and /etc/subgid',
      command: 'sudo usermod --add-subuids 296606-362141 --add-subgids 296606-362141 ana',
    });
    expect(ids('ana:100000:65536\n', '')).toEqual({
      missing: 'ana has no 65536 ids in /etc/subgid',
      command: 'sudo usermod --add-subgids 165536-231071 ana',
    });
  });

  it('are not to be had without a name, which newuidmap asks for', () => {
    expect(ids('1001:300000:65536\n', undefined, null)).toEqual({
      missing: 'the user of this process has no name in /etc/passwd',
      command: null,
    });
  });

  it('are missed in one line', () => {
    expect(lackLine({ missing: 'it is not installed', command: 'sudo apt-get install -y it' })).toBe(
      'it is not installed (sudo apt-get install -y it)',
    );
    expect(lackLine({ missing: 'there is none', command: null })).toBe('there is none');
  });
});
