import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RgwOptions } from '#lib/drivers/objects/rgw/engine.ts';
import { installed } from '#test/support/clients/bucket-clients.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const run = promisify(execFile);

/** A Ceph of one monitor, one OSD in memory and one gateway, unpacked from Debian's packages and run in a folder. */
export interface Ceph extends RgwOptions {
  close(): Promise<void>;
}

const packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'];
const credentials = { accessKeyId: 'OWNERKEY', secretKey: 'ownersecret' };

/** Why there can be no Ceph here, in a sentence; undefined where there can. */
export function whyNoCeph(): string | undefined {
  if (process.platform !== 'linux' || !installed('apt-get'))
    return 'Ceph is unpacked from Debian packages, and this is no Debian';
  if (process.getuid?.() !== 0) return 'apt-get fetches packages for root only';
  return existsSync('/usr/bin/python3') ? undefined : "Ceph's command needs /usr/bin/python3";
}

/**
 * Fetches the packages (66 MB, kept for later starts), unpacks them (260 MB) and starts; about 20 s without fetching.
 */
export async function startCeph(): Promise<Ceph> {
  const cache = process.env.SVC_CEPH_PACKAGES ?? join(tmpdir(), 'svc-ceph-packages');
  const dir = mkdtempSync(join(tmpdir(), 'ceph-'));
  const running: ChildProcess[] = [];
  const close = async () => {
    for (const child of running.toReversed()) {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    await unpack(cache, join(dir, 'tree'));
    const url = await startIn(dir, running);
    return { url, region: 'in-mum', owner: 'svc-owner', credentials, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function unpack(cache: string, tree: string): Promise<void> {
  mkdirSync(join(cache, 'partial'), { recursive: true });
  const options = ['-y', '-qq', '--no-install-recommends', '--download-only', '-o', `Dir::Cache::archives=${cache}`];
  await run('apt-get', ['install', ...options, ...packages], { timeout: 240_000 });
  for (const file of globSync('*.deb', { cwd: cache })) await run('dpkg', ['-x', join(cache, file), tree]);
}

async function startIn(dir: string, running: ChildProcess[]): Promise<string> {
  const [monitor, gateway] = [await unusedPort(), await unusedPort()];
  const [tree, fsid] = [join(dir, 'tree'), randomUUID()];
  for (const folder of ['mon', 'osd']) mkdirSync(join(dir, folder));
  const libraries = join(tree, 'usr/lib/x86_64-linux-gnu');
  writeFileSync(join(dir, 'ceph.conf'), configuration({ dir, libraries, fsid, monitor, gateway }));
  const env = {
    PATH: `${join(tree, 'usr/bin')}:/usr/bin:/bin`,
    LD_LIBRARY_PATH: [libraries, join(libraries, 'ceph'), join(tree, 'lib/x86_64-linux-gnu')].join(':'),
    PYTHONPATH: join(tree, 'usr/lib/python3/dist-packages'),
    CEPH_CONF: join(dir, 'ceph.conf'),
  };
  const tool = (name: string, ...args: string[]) =>
    run(join(tree, 'usr/bin', name), args, { cwd: dir, env, timeout: 60_000 });
  const serve = (name: string, ...args: string[]) =>
    running.push(spawn(join(tree, 'usr/bin', name), [...args, '-f'], { cwd: dir, env, stdio: 'ignore' }));
  const ceph = (...args: string[]) =>
    run('/usr/bin/python3', [join(tree, 'usr/bin/ceph'), ...args], { cwd: dir, env, timeout: 60_000 });
  const map = join(dir, 'monmap');
  await tool('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', `[v2:127.0.0.1:${monitor}]`, map);
  await tool('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map);
  serve('ceph-mon', '-i', 'a');
  const osd = randomUUID();
  await tool('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
  await ceph('osd', 'new', osd, '0');
  serve('ceph-osd', '-i', '0');
  await eventually(async () => (await ceph('osd', 'stat')).stdout.includes('1 up'));
  await makeRealm((...args) => tool('radosgw-admin', '-n', 'client.rgw', ...args), `http://127.0.0.1:${gateway}`);
  serve('radosgw', '-n', 'client.rgw');
  const url = `http://127.0.0.1:${gateway}`;
  await eventually(() => fetch(url).catch(() => undefined));
  return url;
}

/** `rgw region` in the configuration would not do: the name of the region is the zone group's. */
async function makeRealm(admin: (...args: string[]) => Promise<unknown>, url: string): Promise<void> {
  const at = ['--endpoints', url, '--master', '--default'];
  await admin('realm', 'create', '--rgw-realm=svc', '--default');
  await admin('zonegroup', 'create', '--rgw-zonegroup=in-mum', '--api-name=in-mum', ...at);
  await admin('zone', 'create', '--rgw-zonegroup=in-mum', '--rgw-zone=in-mum-1', ...at);
  await admin('period', 'update', '--commit');
  const { accessKeyId, secretKey } = credentials;
  const keys = ['--access-key', accessKeyId, '--secret-key', secretKey];
  const caps = '--caps=users=*;buckets=*;user-policy=*';
  await admin('user', 'create', '--uid=svc-owner', '--display-name=owner', '--max-buckets=0', ...keys, caps);
}

interface Places {
  dir: string;
  libraries: string;
  fsid: string;
  monitor: number;
  gateway: number;
}

/** Without authentication the monitor's configuration must allow unencrypted clients, or the gateway is refused. */
function configuration({ dir, libraries, fsid, monitor, gateway }: Places): string {
  const modes = ['cluster', 'service', 'client', 'mon cluster', 'mon service', 'mon client'];
  const auth = ['cluster', 'service', 'client'];
  return [
    '[global]',
    `fsid = ${fsid}`,
    `mon host = v2:127.0.0.1:${monitor}`,
    ...auth.map((each) => `auth ${each} required = none`),
    ...modes.map((each) => `ms ${each} mode = crc secure`),
    'osd pool default size = 1',
    'osd pool default min size = 1',
    'osd pool default pg num = 4',
    'osd crush chooseleaf type = 0',
    'mon allow pool size one = true',
    'mon data avail crit = 1',
    'public addr = 127.0.0.1',
    'cluster addr = 127.0.0.1',
    `run dir = ${dir}`,
    `admin socket = ${dir}/$name.asok`,
    `log file = ${dir}/$name.log`,
    `pid file = ${dir}/$name.pid`,
    `crash dir = ${dir}`,
    `plugin dir = ${libraries}/ceph`,
    `erasure code dir = ${libraries}/ceph/erasure-code`,
    `osd class dir = ${libraries}/rados-classes`,
    `mon data = ${dir}/mon`,
    `osd data = ${dir}/osd`,
    'osd objectstore = memstore',
    'memstore device bytes = 2147483648',
    '[client.rgw]',
    `rgw frontends = beast endpoint=127.0.0.1:${gateway} tcp_nodelay=1`,
    `rgw data = ${dir}`,
    '',
  ].join('\n');
}
