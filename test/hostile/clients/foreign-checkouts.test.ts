import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folder, isRoot, planted, stranger, svcAs, victims } from './ground.ts';

/* Folders in which somebody else's code waits for `svc up`. */
const code = "require('node:fs').writeFileSync(process.env.PROOF, 'ran')";

/** A checkout of `owner` in a folder, whose starter leaves a proof behind. */
function checkoutOf(root: string, owner: number): void {
  planted(
    root,
    'lib/local/start.mjs',
    `import { createRequire } from 'node:module'; const require = createRequire('/'); ${code}`,
    owner,
  );
  planted(root, 'package.json', '{"name": "svc"}', owner);
}

async function up(uid: number, cwd: string, env: NodeJS.ProcessEnv = {}) {
  const home = folder(uid);
  const proof = join(home, 'proof');
  const ended = await svcAs(uid, ['up', '--wait-timeout', '20'], { cwd, env: { HOME: home, PROOF: proof, ...env } });
  return { ...ended, ran: existsSync(proof) };
}

const refusal = (root: string, why: string) => ({
  code: 4,
  out: '',
  err: `svc: ${root}: is not used: ${why} (unsafe_directory)\ntry: SVC_SAFE_DIRECTORY=${root}, where you trust everybody who can write there\n`,
  ran: false,
});

describe.each(victims)('uid %i, whose svc up', (uid) => {
  test.runIf(isRoot)('climbs to a checkout of another user, runs none of it', async () => {
    const root = folder(stranger);
    checkoutOf(root, stranger);
    planted(root, 'work/here', '', uid);
    expect(await up(uid, join(root, 'work'))).toEqual(
      refusal(root, `${root} belongs to another user (uid ${stranger})`),
    );
  });

  test('climbs to a checkout to which others may write, runs none of it', async () => {
    const root = folder(uid);
    checkoutOf(root, uid);
    mkdirSync(join(root, 'work'));
    chmodSync(root, 0o777);
    expect(await up(uid, join(root, 'work'))).toEqual(refusal(root, `other users may write to ${root}`));
  });

  test('finds its checkout below a folder to which others may write, runs none of it', async () => {
    const above = folder(uid);
    planted(above, 'svc/here', '', uid);
    checkoutOf(join(above, 'svc'), uid);
    chmodSync(above, 0o777);
    const root = join(above, 'svc');
    expect(await up(uid, root)).toEqual(refusal(root, `other users may write to ${above}`));
  });

  test('finds one file of its checkout that others may change, runs none of it', async () => {
    const root = folder(uid);
    checkoutOf(root, uid);
    const part = join(root, 'node_modules/pkg/index.js');
    planted(root, 'node_modules/pkg/index.js', '', uid);
    chmodSync(part, 0o666);
    expect(await up(uid, root)).toEqual(refusal(root, `other users may write to ${part}`));
  });

  test.runIf(isRoot)('follows a link of its checkout to what is another user’s, runs none of it', async () => {
    const [root, elsewhere] = [folder(uid), folder(stranger)];
    checkoutOf(root, uid);
    writeFileSync(join(elsewhere, 'node'), '#!/bin/sh\n', { mode: 0o755 });
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(elsewhere, join(root, 'node_modules/.bin'));
    const ended = await up(uid, root);
    expect(ended).toMatchObject({ code: 4, ran: false, err: expect.stringContaining('belongs to another user') });
  });

  test.runIf(isRoot)('would find packages that another user put above it, runs none of it', async () => {
    const above = folder(uid);
    planted(above, 'svc/here', '', uid);
    checkoutOf(join(above, 'svc'), uid);
    planted(above, 'node_modules/bufferutil/index.js', code, stranger);
    const ended = await up(uid, join(above, 'svc'));
    expect(ended).toMatchObject({ code: 4, ran: false, err: expect.stringContaining(join(above, 'node_modules')) });
  });

  test('runs its own checkout below a sticky folder, and one that the user allows', async () => {
    const sticky = folder(uid);
    planted(sticky, 'svc/here', '', uid);
    const root = join(sticky, 'svc');
    checkoutOf(root, uid);
    chmodSync(sticky, 0o1777);
    expect(await up(uid, root)).toMatchObject({ ran: true });
    chmodSync(root, 0o777);
    expect(await up(uid, root)).toMatchObject({ code: 4, ran: false });
    expect(await up(uid, root, { SVC_SAFE_DIRECTORY: `/nowhere:${root}` })).toMatchObject({ ran: true });
  });
});
