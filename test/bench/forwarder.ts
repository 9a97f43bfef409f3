import { type ChildProcess, spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { MachineSpec } from '#lib/model/compute/machine.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import { driverHome } from '#test/lib/runtime/support/driver-home.ts';
import { someAddress } from '#test/lib/runtime/support/guest-net.ts';
import { inbound, machineSpec, rule } from '#test/lib/runtime/support/machine-spec.ts';
import { OpenSsh } from '#test/lib/runtime/support/openssh.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { atLeast, type Line, skipped } from './line.ts';
import { median } from './statistics.ts';

const budget = 'elastic IP, throughput against a bare Node TCP pipe';
const megabytes = 200;
const rounds = 7;
const port = 8080;

/** Tells its port, then gives every connection the same number of zeros. */
const source = (host: string, at: number) =>
  `my $s = IO::Socket::INET->new(LocalAddr => "${host}", LocalPort => ${at}, Listen => 5, ReuseAddr => 1) or die; $| = 1; print $s->sockport, "\\n"; my $b = "0" x 65536; $SIG{PIPE} = "IGNORE"; while (my $c = $s->accept) { for (1 .. ${megabytes * 16}) { $c->syswrite($b) or last } close $c }`;

/** The least that a Node program does to forward a port; it tells its own. */
const pipe = (to: number) =>
  `import { connect, createServer } from 'node:net'; createServer({ noDelay: true }, (near) => { const far = connect({ port: ${to}, host: '127.0.0.1', noDelay: true }); near.pipe(far).pipe(near); for (const s of [near, far]) s.on('error', () => {}); }).listen(0, '127.0.0.1', function () { console.log(this.address().port); })`;

/** What comes out of a machine through its elastic IP, against what comes through a pipe on the host, in turns. */
export async function benchForwarder(): Promise<Line[]> {
  const home = await driverHome();
  const ssh = await OpenSsh.open();
  try {
    const driver = await home.open('container');
    try {
      const key = await ssh.makeKey('bench');
      const image = driver.images().find(({ available }) => available)?.id ?? '';
      const settings = { addresses: [someAddress()], firewall: inbound(rule('tcp', port)) };
      const spec = await machineSpec(image, { authorized_keys: [key.line], ...settings });
      const { host_key } = await driver.create(spec);
      const serve = `nohup perl -MIO::Socket::INET -e '${source('0.0.0.0', port)}' >/dev/null 2>&1 &`;
      await ssh.run({ spec, key, hostKey: host_key }, serve);
      return [await compare(spec)];
    } finally {
      await driver.close();
    }
  } catch (error) {
    if (error instanceof DriverError && error.code === 'UNSUPPORTED') return [skipped(budget, '≥ 0.8', error.message)];
    throw error;
  } finally {
    await ssh.close();
    await home.remove();
  }
}

async function compare({ addresses: [address = ''] }: MachineSpec): Promise<Line> {
  const children: ChildProcess[] = [];
  const started = (file: string, ...args: string[]) => {
    const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(child);
    return toldPort(child);
  };
  try {
    const direct = await started('perl', '-MIO::Socket::INET', '-e', source('127.0.0.1', 0));
    const piped = await started(process.execPath, '--input-type=module', '-e', pipe(direct));
    for (const at of [{ host: address, port }, { port: piped }]) await eventually(async () => (await received(at)) > 0);
    const ratios: number[] = [];
    let best = 0;
    for (let round = 0; round < rounds; round++) {
      const bare = await speed({ port: piped });
      const forwarded = await speed({ host: address, port });
      ratios.push(forwarded / bare);
      best = Math.max(best, forwarded);
    }
    return atLeast(budget, 0.8, { value: median(ratios), note: `${best.toFixed(0)} MB/s at best` });
  } finally {
    for (const child of children) child.kill();
  }
}

/** What a program says first. */
async function toldPort(child: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: child.stdout as Readable })) return Number(line);
  throw new Error(`${child.spawnfile} ended without telling its port`);
}

interface Place {
  readonly host?: string;
  readonly port: number;
}

/** Megabytes a second. */
async function speed(place: Place): Promise<number> {
  const began = performance.now();
  const bytes = await received(place);
  if (bytes !== megabytes * 1_048_576) throw new Error(`${bytes} bytes came instead of ${megabytes} MB`);
  return (megabytes * 1000) / (performance.now() - began);
}

/** Bytes that come until the connection ends. */
function received({ host = '127.0.0.1', port: at }: Place): Promise<number> {
  return new Promise((resolve) => {
    let bytes = 0;
    const socket = connect({ host, port: at });
    socket.on('data', (data: Buffer) => {
      bytes += data.length;
    });
    socket.on('error', () => undefined).on('close', () => resolve(bytes));
  });
}
