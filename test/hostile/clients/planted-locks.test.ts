import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { markOf } from '#lib/local/data/processes.ts';
import { folder, isRoot, planted, stranger, svcAs, thief, victims } from './ground.ts';

/* Locks that say where a platform listens, and programs that listen there. */
const password = 'a long passphrase of the victim';
const login = ['login', 'ann@example.com', '--password-stdin'];
const unsafe = (root: string, path: string) =>
  `svc: ${path}: is not used: ${root} (unsafe_directory)\ntry: SVC_SAFE_DIRECTORY=${path}, where you trust everybody who can write there\n`;

function lockFor({ url, pid }: { url: string; pid: number }): string {
  return JSON.stringify({ ...markOf(pid), url });
}

describe.each(victims)('uid %i, whose svc login', (uid) => {
  test.runIf(isRoot)('finds a lock that another user planted above, sends no password', async () => {
    const [root, other] = [folder(), await thief(stranger)];
    chmodSync(root, 0o1777);
    planted(root, '.svc/lock', lockFor(other), stranger);
    planted(root, 'work/here', '', uid);
    const ended = await svcAs(uid, login, { cwd: join(root, 'work'), input: password });
    const path = join(root, '.svc');
    expect(ended).toEqual({ code: 4, out: '', err: unsafe(`${path} belongs to another user (uid ${stranger})`, path) });
    expect(other.stolen()).toBe('');
  });

  test('finds a lock in a folder to which others may write, sends no password', async () => {
    const [root, other] = [folder(uid), await thief(uid)];
    planted(root, '.svc/lock', lockFor(other), uid);
    chmodSync(join(root, '.svc'), 0o777);
    const ended = await svcAs(uid, login, { cwd: root, input: password });
    const path = join(root, '.svc');
    expect(ended).toEqual({ code: 4, out: '', err: unsafe(`other users may write to ${path}`, path) });
    expect(other.stolen()).toBe('');
  });

  test.runIf(isRoot)('has a lock of its own whose port another user took, sends no password', async () => {
    const [root, other] = [folder(uid), await thief(stranger)];
    planted(root, '.svc/lock', lockFor({ ...other, pid: process.pid }), uid);
    const ended = await svcAs(uid, login, { cwd: root, input: password });
    const port = new URL(other.url).port;
    expect(ended).toEqual({
      code: 4,
      out: '',
      err: `svc: nothing is sent to 127.0.0.1 port ${port}: another user (uid ${stranger}) listens there (unsafe_listener)\ntry: SVC_SAFE_USER=${stranger}, where you trust that user with what you send\n`,
    });
    expect(other.stolen()).toBe('');
  });

  test.runIf(isRoot)('is told of a port that another user took, by a flag or a variable, sends nothing', async () => {
    const other = await thief(stranger);
    const cwd = folder(uid);
    const by = [
      await svcAs(uid, ['--endpoint', other.url, ...login], { cwd, input: password }),
      await svcAs(uid, login, { cwd, input: password, env: { SVC_ENDPOINT: other.url } }),
      await svcAs(uid, ['whoami'], { cwd, env: { SVC_ENDPOINT: other.url, SVC_TOKEN: 'secret' } }),
    ];
    expect(by.map(({ code, err }) => [code, err.includes('(unsafe_listener)')])).toEqual(by.map(() => [4, true]));
    expect(other.stolen()).toBe('');
  });

  test.runIf(isRoot)('is told to trust another user, sends the password to that one', async () => {
    const other = await thief(stranger);
    const env = { SVC_ENDPOINT: other.url, SVC_SAFE_USER: `1,${stranger}` };
    const asking = svcAs(uid, login, { cwd: folder(uid), input: password, env });
    await expect.poll(() => other.stolen()).toContain(password);
    process.kill(other.pid, 'SIGKILL');
    expect((await asking).code).toBe(7);
  });
});
