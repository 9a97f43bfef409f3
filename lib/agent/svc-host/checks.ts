import { existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { ownPlace } from '#lib/agent/console/doors.ts';
import { readOwnCertificate } from '#lib/agent/console/own-certificate.ts';
import { isOwnAddress } from '#lib/agent/detected.ts';
import { markScope, scopeFolder } from '#lib/agent/hosted/disk-scope.ts';
import { SYSTEM_STATE } from '#lib/agent/hosted/homes.ts';
import { clockFault } from '#lib/agent/link/clock.ts';
import { transportTo } from '#lib/agent/link/transport.ts';
import { openDriver } from '#lib/agent/open-driver.ts';
import { joinedPlace } from '#lib/agent/place.ts';
import { hostProtocol, protocolHeader } from '#lib/model/compute/host-call.ts';
import { writeIpv4 } from '#lib/model/platform/addresses.ts';
import { parseBlock } from '#lib/model/platform/ipv4.ts';
import { missingLimits, planLimits } from '#lib/model/platform/plan-limits.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import { HostError } from './host-error.ts';
import type { JoinPlan } from './join-plan.ts';

/* What is checked before a machine becomes a host: each check says what is right, or throws what is wrong. */

/** GiB: the disk of the smallest machine. */
const leastDisk = 10;

/** Checks everything, cheapest first, and says each line. Answers the driver that works here. */
export async function checkAll(plan: JoinPlan, say: (line: string) => void): Promise<string> {
  say(await checkAddresses(plan));
  for (const line of await checkConsoles(plan)) say(line);
  say(checkDisk(plan));
  say(await checkControlPlane(plan.url));
  const { driver, lines } = await checkDriver(plan);
  for (const line of lines) say(line);
  return driver;
}

/** The addresses are this machine's own, and others reach them. */
async function checkAddresses({ settings }: JoinPlan): Promise<string> {
  const { publicIp, addressPool } = joinedPlace({ ...settings, SVC_HOST: 'joining' });
  const own = settings.SVC_LISTEN_IP || publicIp;
  if (!isOwnAddress(own))
    throw new HostError(
      `${own} is no address of this machine: say its own with --listen-ip, where a router translates the public one`,
    );
  if (addressPool === null) return `addresses: ${own} is this machine's`;
  const { base, size } = parseBlock(addressPool);
  const last = writeIpv4(base + size - 1);
  if (await listens(last)) return `addresses: ${own} and ${addressPool} are this machine's`;
  throw new HostError(
    `${last} of the address pool is no address of this machine: run "ip route add local ${addressPool} dev lo", at every boot`,
  );
}

/** Consoles, where it is to serve them: a certificate for their address, and a port that is free. */
async function checkConsoles({ settings }: JoinPlan): Promise<string[]> {
  const [place, until] = certified(settings);
  if (!place) return [];
  const { host, port } = place.listen;
  if (!(await listens(host, port))) throw new HostError(`port ${port} of ${host}, for consoles, is not available`);
  return [`consoles: ${place.address.origin}, certificate until ${until.toISOString()}`];
}

/** Where consoles are served, and until when their certificate is good. */
function certified(settings: JoinPlan['settings']) {
  try {
    const place = ownPlace(settings.SVC_PUBLIC_IP, settings);
    if (!place) return [];
    return [place, readOwnCertificate(place.files, place.address.host, new Date()).until] as const;
  } catch (error) {
    throw new HostError((error as Error).message, { cause: error });
  }
}

function listens(host: string, port = 0): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen({ host, port }, () => server.close(() => resolve(true)));
  });
}

/** There is room where machines will be. */
function checkDisk({ stateDir, settings }: JoinPlan): string {
  const scope = settings.SVC_DISK_SCOPE;
  if (scope) markScope(SYSTEM_STATE, scope);
  const own = process.getuid?.() === 0 ? SYSTEM_STATE : stateDir;
  const folder = scope ? scopeFolder(SYSTEM_STATE, scope) : own;
  const { bavail, bsize } = statfsSync(existing(folder));
  const free = Math.floor((bavail * bsize) / 2 ** 30);
  if (free < leastDisk)
    throw new HostError(`${folder} has ${free} GiB free, and the smallest machine needs ${leastDisk} GiB`);
  return `disk: ${free} GiB free in ${folder}`;
}

/** A folder, or the nearest around it that exists. */
function existing(folder: string): string {
  return existsSync(folder) || folder === dirname(folder) ? folder : existing(dirname(folder));
}

/** The control plane is there, speaks this version of the protocol, and has the same time. */
async function checkControlPlane(url: string): Promise<string> {
  const transport = transportTo(url);
  try {
    const headers = { [protocolHeader]: String(hostProtocol) };
    const target = '/hosts/self/machines?epoch=1';
    const { status, code, date, text } = await transport.send({ method: 'GET', target, headers, body: '' });
    if (code === 'protocol_unsupported') throw new HostError(`${url} refuses this svc-host: ${text}`);
    // Whoever has not signed is refused so; anybody else is another server.
    if (status !== 401 || code !== 'invalid_host_signature')
      throw new HostError(`${url} is no host API: it answers ${status} to ${target}`);
    const fault = clockFault(date);
    if (fault) throw new HostError(fault);
    return `control plane: ${url} answers, and the clocks agree`;
  } finally {
    transport.close();
  }
}

/** Machines work here: one is made, tried and removed. */
async function checkDriver({ settings, stateDir }: JoinPlan): Promise<{ driver: string; lines: string[] }> {
  const said: string[] = [];
  const options = {
    dir: join(stateDir, 'machines'),
    timeScale: 1,
    publicIp: settings.SVC_PUBLIC_IP,
    diskScope: setting('SVC_DISK_SCOPE', settings),
    mayFallBack: false,
    log: (line: string) => void said.push(line),
  };
  const driver = await openDriver(setting('SVC_COMPUTE', settings), options).catch((error: Error) => {
    throw new HostError([error.message, ...said].join('\n'), { cause: error });
  });
  const { kind } = driver;
  const limits = limitsLine(driver.capabilities(), said);
  await driver.close().catch(ignore);
  const isRecord = kind === 'simulated';
  if (isRecord) return { driver: kind, lines: ['machines: simulated, nobody can log in to them'] };
  return { driver: kind, lines: [`machines: the driver ${kind} works here`, limits] };
}

/** Which limits machines have here, and which they have not, with what the log said of it. */
export function limitsLine(capabilities: readonly string[], said: readonly string[]): string {
  const missing = missingLimits(capabilities);
  if (missing.length === 0) return `limits: ${planLimits.join(', ')}`;
  const why = said.filter((line) => line.includes('limits of') || line.includes('control groups'));
  const reason = why.length > 0 ? ` (${why.join('; ')})` : '';
  return `limits: machines may take more ${missing.join(', ')} than their plan has${reason}; docs/hosts.md says what each needs`;
}
