import { expect, test } from 'vitest';
import { foreignPlatform } from './ground.ts';

/* A script whose secret is missing, on a machine whose owner is logged in. */
const credentials = { SVC_ACCESS_KEY_ID: 'AKIDEXAMPLE', SVC_SECRET_ACCESS_KEY: 'secret', SVC_TOKEN: 'token' };

async function asOwner() {
  const platform = await foreignPlatform({
    'POST /auth/login': () => ({
      body: { access_token: 'owner', refresh_token: 'r', account_id: '1', user: { email: 'ann@example.com' } },
    }),
    'GET /auth/me': () => ({ body: { type: 'root', id: 'usr-1', account_id: '1' } }),
  });
  await platform.svc(['login', 'ann@example.com', '--password-stdin'], { input: 'password\n' });
  platform.came.length = 0;
  return platform;
}

test.each([
  'SVC_ACCESS_KEY_ID',
  'SVC_SECRET_ACCESS_KEY',
  'SVC_TOKEN',
  'SVC_CONTEXT',
  'SVC_ENDPOINT',
  'SVC_OUTPUT',
  'SVC_DATA_DIR',
  'SVC_CONFIG_DIR',
])('%s that is set and empty does not fall back to the owner’s login', async (name) => {
  const { svc, came } = await asOwner();
  for (const empty of ['', ' '])
    expect(await svc(['whoami'], { env: { [name]: empty } })).toEqual({
      code: 2,
      out: '',
      err: `svc: ${name}: is set and empty (a value, or not set)\n`,
    });
  const others = Object.fromEntries(Object.entries(credentials).filter(([other]) => other !== name));
  expect((await svc(['whoami'], { env: { ...others, [name]: '' } })).code).toBe(2);
  expect(came).toEqual([]);
});

test.each([
  ['SVC_ACCESS_KEY_ID', 'SVC_SECRET_ACCESS_KEY'],
  ['SVC_SECRET_ACCESS_KEY', 'SVC_ACCESS_KEY_ID'],
])('%s without %s does not fall back to the owner’s login', async (name, missing) => {
  const { svc, came } = await asOwner();
  expect(await svc(['whoami'], { env: { [name]: 'x' } })).toEqual({
    code: 2,
    out: '',
    err: `svc: ${missing}: is not set (${name} is, and needs it)\n`,
  });
  expect(came).toEqual([]);
});
