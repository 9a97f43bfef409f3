import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { atLeast, info, type Line } from './line.ts';
import { interleaved, median, timed } from './statistics.ts';

const connections = 16;
const requestsEach = 60;
const rounds = 20;

/** Requests of 1 KB of answer through the load balancer and through a bare Node proxy, one backend for both. */
export async function benchBalancer(): Promise<Line[]> {
  const backend = await start('backend');
  const proxies = { bare: await start('bare', backend.port), balancer: await start('balancer', backend.port) };
  try {
    const clients = { bare: await dial(proxies.bare.port), balancer: await dial(proxies.balancer.port) };
    const times = await interleaved(rounds, {
      bare: () => timed(() => Promise.all(clients.bare.map(ask))),
      balancer: () => timed(() => Promise.all(clients.balancer.map(ask))),
    });
    const rate = (name: 'bare' | 'balancer') => (1000 * connections * requestsEach) / median(times[name]);
    const cpu = async (name: 'bare' | 'balancer') =>
      (await cpuOf(proxies[name].child)) / ((rounds + 10) * connections * requestsEach);
    const [ours, theirs] = [rate('balancer'), rate('bare')];
    for (const socket of [...clients.bare, ...clients.balancer]) socket.destroy();
    return [
      atLeast('load balancer: requests, of a bare Node proxy', 80, {
        value: Math.round((100 * ours) / theirs),
        unit: '%',
        note: `${ours.toFixed(0)} of ${theirs.toFixed(0)} a second`,
      }),
      info(
        'load balancer: processor time of a request',
        `${(await cpu('balancer')).toFixed(0)} µs (bare: ${(await cpu('bare')).toFixed(0)} µs)`,
      ),
    ];
  } finally {
    for (const { child } of [backend, proxies.bare, proxies.balancer]) child.disconnect();
  }
}

async function start(kind: string, port = 0): Promise<{ child: ChildProcess; port: number }> {
  const child = fork(fileURLToPath(new URL('./balancer-server.ts', import.meta.url)), [kind, `${port}`]);
  const [own] = (await once(child, 'message')) as [number];
  return { child, port: own };
}

async function cpuOf(child: ChildProcess): Promise<number> {
  child.send('cpu');
  return ((await once(child, 'message')) as [number])[0];
}

const dial = (port: number): Promise<Socket[]> =>
  Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );

const question = 'GET /bench?x=1 HTTP/1.1\r\nHost: bench.example\r\nUser-Agent: bench\r\nAccept: */*\r\n\r\n';

/** Asks one after the other over one connection; an answer ends where its 1,024 bytes of x do. */
function ask(socket: Socket): Promise<void> {
  return new Promise((done, failed) => {
    let left = requestsEach;
    let body = 0;
    const broken = () => failed(new Error('a connection broke'));
    const hear = (bytes: Buffer) => {
      const cut = body === 0 ? bytes.indexOf('\r\n\r\n') + 4 : 0;
      body += bytes.length - cut;
      if (body < 1024) return;
      body = 0;
      left -= 1;
      if (left > 0) socket.write(question);
      else {
        socket.off('data', hear).off('close', broken);
        done();
      }
    };
    socket.on('data', hear).once('close', broken);
    socket.write(question);
  });
}
