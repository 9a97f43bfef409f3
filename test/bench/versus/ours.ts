import { createHash, randomUUID } from 'node:crypto';
import { localTableOf } from '#lib/operator/table.ts';
import { svcPurpose } from '#lib/standards/sigv4/canonical.ts';
import { headersToSign, requestSigner } from '#lib/standards/sigv4/sign.ts';
import { getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { putCopies } from '#test/bench/copies.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { RawClient, type Wire, wire } from './raw.ts';
import { once, type Side } from './sides.ts';

/** The platform as it is measured: no machine runs, and no rate limit sets the pace. */
export const settings = { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01', SVC_LIMITS: 'off' } as const;

/** An account with so many instances, and one of them. */
export interface Owner {
  readonly client: Client;
  readonly account: string;
  readonly id: string;
}

/** The platform with an account for each size of list. */
export interface Ours extends Side {
  readonly platform: RunningPlatform;
}

/** Starts a platform on `simulated`, and fills accounts with 18, 200 and 1,000 instances. */
export async function startOurs(): Promise<Ours> {
  const platform = await startPlatform({ env: settings });
  try {
    const { baseUrl: base, dataDir } = platform;
    const [few, many, most] = [
      await ownerOf(base, dataDir, 18),
      await ownerOf(base, dataDir, 200),
      await ownerOf(base, dataDir, 1000),
    ];
    const show = `/compute/instances/${few.id}`;
    const read = (owner: Owner, path: string) => {
      const request = wire(base, { path, headers: bearer(owner) });
      return () => once(request);
    };
    const pages = { wires: await pagesOf(base, most), status: 200 };
    const body = (name: string) => JSON.stringify({ name });
    const headers = { ...bearer(few), 'content-type': 'application/json' };
    const health = once(wire(base, { path: '/healthz' }));
    const nowhere = once(wire(base, { path: '/nothing/here' }), 404);
    return {
      name: 'svc',
      base,
      platform,
      acts: {
        show: read(few, show),
        list18: read(few, '/compute/instances?limit=18'),
        list200: read(many, '/compute/instances?limit=200'),
        list1000: () => pages,
        patch: (round) => once(wire(base, { method: 'PATCH', path: show, headers, body: body(`web-${round}`) })),
        audit: read(few, '/auth/audit-logs?limit=50'),
        signUp: () => once(signUp(base), 201),
        ...(await signedReads(base, few, show)),
        healthz: () => health,
        nowhere: () => nowhere,
      },
      stop: () => platform.stop(),
    };
  } catch (error) {
    await platform.stop();
    throw error;
  }
}

export const bearer = ({ client }: Owner) => ({ authorization: `Bearer ${client.token}` });

/** A new account with so many instances: the first is launched, and the others are copies of its record. */
export async function ownerOf(base: string, dataDir: string, size: number): Promise<Owner> {
  const client = await Client.verified(base);
  const { id, account_id: account } = await client.launch({ name: 'web-first' });
  await client.until(id, 'running');
  if (size > 1) await putCopies(await recordOf(dataDir, account, id), account, size - 1);
  return { client, account, id };
}

async function recordOf(dataDir: string, account: string, id: string): Promise<InstanceRecord> {
  const table = await localTableOf(dataDir);
  Object.assign(process.env, table.settings);
  const record = await getInstance(account, id);
  if (!record) throw new Error(`no record of ${id} in the platform's table`);
  return record;
}

function signUp(base: string): Wire {
  const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password: passphrase });
  return wire(base, { method: 'POST', path: '/auth/register', headers: { 'content-type': 'application/json' }, body });
}

/** The requests for all pages of 200, of which each names the one before. */
async function pagesOf(base: string, owner: Owner): Promise<Wire[]> {
  const client = new RawClient(base);
  const wires: Wire[] = [];
  for (let cursor = ''; wires.length === 0 || cursor !== ''; ) {
    const path = `/compute/instances?limit=200${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const request = wire(base, { path, headers: bearer(owner) });
    wires.push(request);
    cursor = JSON.parse((await client.ask(request)).body.toString()).next_cursor;
  }
  client.close();
  return wires;
}

/** A show by an IAM user's access key, signed anew each time, and by the token for which that key is exchanged. */
async function signedReads(base: string, { client }: Owner, path: string): Promise<Side['acts']> {
  const { api } = client;
  const { policies } = await api.listPolicies({ query: { name: 'AdministratorAccess' } });
  const username = 'bench';
  await api.createUser({ body: { username, policy_ids: [policies[0]?.id ?? ''] } });
  const { access_key_id: accessKeyId, secret_key: secretKey } = await api.createAccessKey({ username });
  const body = { access_key_id: accessKeyId, secret_key: secretKey };
  const { access_token } = await api.exchangeCredentials({ body });
  const byToken = once(wire(base, { path, headers: { authorization: `Bearer ${access_token}` } }));
  const { host } = new URL(base);
  const payload = createHash('sha256').digest('hex');
  const signed = () => {
    const signer = requestSigner({ accessKeyId, secretKey, ...svcPurpose, now: new Date() });
    const headers = { host, 'x-amz-date': signer.timestamp };
    const parts = { method: 'GET', path, query: '', ...headersToSign(headers), payload };
    return once(wire(base, { path, headers: { ...headers, authorization: signer.authorization(parts) } }));
  };
  return { signed, byToken: () => byToken };
}
