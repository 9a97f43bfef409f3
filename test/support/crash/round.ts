import { randomUUID } from 'node:crypto';
// biome-ignore lint/plugin: the moment of the crash is what the test varies
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { ask, passphrase } from '#test/support/http/client.ts';
import { KeyedRequests, repeat, type Sent } from './requests.ts';
import { type CrashSite, leftBehind, sshAnswers } from './site.ts';

const targets = { stop: 'stopped', start: 'running', reboot: 'running', terminate: 'terminated' } as const;
export type Verb = keyof typeof targets;

/** The requests of one round. */
export interface Asked {
  readonly operations: { readonly verb: Verb; readonly before: Instance; readonly sent: Sent }[];
  readonly launch: { readonly name: string; readonly sent: Sent };
  readonly sign: { readonly email: string; readonly sent: Sent };
}

/** Breaks a running platform, and brings it up again. */
export type Blow = (site: CrashSite, publicIp: string | undefined) => Promise<void>;

/** SIGKILL for the whole platform, a check that nothing is left behind, and its next start. */
export const killEverything: Blow = async (site, publicIp) => {
  await site.crash();
  await expect.poll(() => leftBehind(site.dataDir, publicIp)).toEqual([]);
  await site.restart();
};

/** SIGKILL for the platform, whose machines go on, and its next start. */
export const killPlatform: Blow = async (site) => {
  await site.kill();
  await site.restart();
};

/**
 * Sends operations of every kind at once under keys, and breaks the platform `moment` milliseconds later. Then nothing
 * that was acknowledged is lost, no other operation is half done, and machines that should run answer.
 */
export async function crashRound(site: CrashSite, moment: number, blow: Blow = killEverything): Promise<void> {
  const requests = new KeyedRequests();
  const asked = await askForEverything(site, requests, moment);
  // The moment is the test's parameter, not a wait for a condition.
  await wait(moment);
  await blow(site, asked.operations[0]?.before.public_ip);
  await requests.ended();
  await site.settled();
  await expectLaunch(site, asked.launch);
  for (const operation of asked.operations) await expectOperation(site, operation);
  await expectAccount(site, asked.sign);
  const running = (await site.settled()).filter(({ status }) => status === 'running');
  for (const machine of running) await expect.poll(() => sshAnswers(machine)).toBe(true);
}

async function askForEverything(site: CrashSite, requests: KeyedRequests, moment: number): Promise<Asked> {
  const { client } = site;
  const { baseUrl, token } = client;
  const settled = await site.settled();
  const running = settled.filter(({ status }) => status === 'running');
  const verbs: Verb[] = ['stop', 'reboot', 'terminate'];
  const chosen: [Verb, Instance | undefined][] = verbs.map((verb, i) => [verb, running[i]]);
  chosen.push(['start', settled.find(({ status }) => status === 'stopped')]);
  const name = `crash-${moment}-${randomUUID().slice(0, 8)}`;
  const body = await client.launchBody({ name });
  const email = `${name}@example.com`;
  const operations = chosen.flatMap(([verb, before]) => {
    if (!before) return [];
    const path = `/compute/instances/${before.id}${verb === 'terminate' ? '' : `/${verb}`}`;
    const method = verb === 'terminate' ? 'DELETE' : 'POST';
    return [{ verb, before, sent: requests.send(baseUrl, path, { method, token }) }];
  });
  const launch = { name, sent: requests.send(baseUrl, '/compute/instances', { method: 'POST', token, body }) };
  const account = { email, password: passphrase };
  const sign = { email, sent: requests.send(baseUrl, '/auth/register', { method: 'POST', body: account }) };
  return { operations, launch, sign };
}

/**
 * If the launch was acknowledged, one machine of this name runs. Otherwise there is one, which the repeated request
 * answers, or none.
 */
export async function expectLaunch(site: CrashSite, { name, sent }: Asked['launch']): Promise<void> {
  const again = await repeat(site.client.baseUrl, sent);
  const named = (await site.settled()).filter((one) => one.name === name);
  expect(named.map(({ id, status }) => [id, status])).toEqual(again ? [[again.body.id, 'running']] : []);
}

/** If the operation was acknowledged, it is done. Otherwise it is done, or the state is as before. */
export async function expectOperation(
  site: CrashSite,
  { verb, before, sent }: Asked['operations'][number],
): Promise<void> {
  const again = await repeat(site.client.baseUrl, sent);
  if (again) await site.settled();
  const { status } = await site.client.until(before.id, again ? targets[verb] : before.status);
  expect(status).toBe(again ? targets[verb] : before.status);
}

/** If the sign-up was acknowledged, a login succeeds. Otherwise it succeeds exactly when the repeated request does. */
export async function expectAccount({ client }: CrashSite, { email, sent }: Asked['sign']): Promise<void> {
  const again = await repeat(client.baseUrl, sent);
  const login = await ask(client.baseUrl, '/auth/login', { method: 'POST', body: { email, password: passphrase } });
  expect(login.status).toBe(again ? 200 : 401);
}
