import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// biome-ignore lint/plugin: the moment of the crash is what the test varies
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { aws, bodyOf, startEngine } from '#test/lib/local/s3/killed-engine.ts';

const LANES = 6;
const ROUNDS = 12;
const UNTIL = '2099-01-01T00:00:00.000Z';
const kinds = ['retained at its upload', 'retained later', 'held'] as const;

/** A version whose lock was acknowledged. */
interface Locked {
  key: string;
  version: string;
  body: string;
  kind: (typeof kinds)[number];
}

/** Puts versions and locks them until the engine is killed. What is acknowledged is in `locked`. */
async function lockUntilDead(endpoint: string, lane: number, round: number, locked: Locked[]): Promise<void> {
  for (let n = 0; ; n += 1) {
    const kind = kinds[n % kinds.length] as Locked['kind'];
    const key = `${lane}-${n % 4}`;
    const body = bodyOf(`${lane}-${round}-${n}`, n % 2 === 0 ? 200 : 40_000);
    try {
      const version = await lockOne(`${endpoint}/locks/${key}`, kind, body);
      locked.push({ key, version, body, kind });
    } catch (error) {
      if (error instanceof Refused) throw error;
      return;
    }
  }
}

async function lockOne(url: string, kind: Locked['kind'], body: string): Promise<string> {
  const retention = { 'x-amz-object-lock-mode': 'COMPLIANCE', 'x-amz-object-lock-retain-until-date': UNTIL };
  const headers: Record<string, string> = kind === 'retained at its upload' ? retention : {};
  const reply = await done(aws.fetch(url, { method: 'PUT', body, headers }));
  const version = reply.headers.get('x-amz-version-id') ?? '';
  if (kind === 'retained later') {
    const xml = `<Retention><Mode>COMPLIANCE</Mode><RetainUntilDate>${UNTIL}</RetainUntilDate></Retention>`;
    await done(aws.fetch(`${url}?retention&versionId=${version}`, { method: 'PUT', body: xml }));
  } else if (kind === 'held') {
    const xml = '<LegalHold><Status>ON</Status></LegalHold>';
    await done(aws.fetch(`${url}?legal-hold&versionId=${version}`, { method: 'PUT', body: xml }));
  }
  return version;
}

/** Fails where it is answered by anything but success; throws where it is not answered. */
async function done(sent: Promise<Response>): Promise<Response> {
  const reply = await sent;
  const text = await reply.text();
  if (!reply.ok) throw new Refused(`${reply.status}: ${text}`);
  return reply;
}

class Refused extends Error {}

/** Neither a DELETE with the bypass header, nor an overwrite, nor a delete marker takes a locked version. */
async function check(endpoint: string, { key, version, body, kind }: Locked): Promise<void> {
  const url = `${endpoint}/locks/${key}?versionId=${version}`;
  const headers = { 'x-amz-bypass-governance-retention': 'true' };
  const { status } = await aws.fetch(url, { method: 'DELETE', headers });
  expect([kind, status]).toEqual([kind, 403]);
  const reply = await aws.fetch(url);
  expect([kind, (await reply.text()) === body]).toEqual([kind, true]);
  const shown = kind === 'held' ? 'legal-hold' : 'retain-until-date';
  expect(reply.headers.get(`x-amz-object-lock-${shown}`)).toBe(kind === 'held' ? 'ON' : UNTIL);
}

it('after SIGKILL every lock holds that was acknowledged', async () => {
  const dir = mkdtempSync(join(tmpdir(), 's3-locks-'));
  const locked: Locked[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { endpoint, kill } = await startEngine(dir);
      const lock = { 'x-amz-bucket-object-lock-enabled': 'true' };
      if (round === 0) await done(aws.fetch(`${endpoint}/locks`, { method: 'PUT', headers: lock }));
      await Promise.all(locked.map((each) => check(endpoint, each)));
      const writers = Array.from({ length: LANES }, (_, lane) => lockUntilDead(endpoint, lane, round, locked));
      await wait(50 + ((round * 137) % 300));
      await aws.fetch(`${endpoint}/locks/0-0`, { method: 'DELETE' });
      await kill();
      await Promise.all(writers);
    }
    expect(new Set(locked.map(({ kind }) => kind))).toEqual(new Set(kinds));
    const { endpoint, kill } = await startEngine(dir);
    await Promise.all(locked.map((each) => check(endpoint, each)));
    const bucket = await aws.fetch(`${endpoint}/locks`, { method: 'DELETE' });
    expect([bucket.status, await bucket.text()]).toEqual([409, expect.stringContaining('BucketNotEmpty')]);
    await kill();
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
});
