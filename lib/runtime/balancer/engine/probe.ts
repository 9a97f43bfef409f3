import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { HealthCheckSpec, ProxyProtocol } from '#lib/runtime/balancer/spec.ts';
import { proxyHeader } from './proxy-header.ts';

/** Where a probe goes, and the address that it comes from. */
export interface ProbeTarget {
  readonly host: string;
  readonly port: number;
  readonly source: string | null;
  /** What connections there begin with. */
  readonly proxy: ProxyProtocol;
}

/** Checks one port of a backend. Resolves to null when it is healthy, otherwise to the reason of contract 3.6. */
export function probe(target: ProbeTarget, check: HealthCheckSpec): Promise<string | null> {
  return new Promise((done) => {
    const abort = check.protocol === 'http' ? ask(target, check, done) : knock(target, done);
    const timer = setTimeout(() => {
      done('timeout');
      abort();
    }, check.timeout_seconds * 1000);
    timer.unref();
  });
}

type Done = (reason: string | null) => void;

const local = (source: string | null) => (source === null ? {} : { localAddress: source });

/** A connection that says that no client is behind it, where a backend waits for such a header. */
function begin({ host, port, source, proxy }: ProbeTarget): Socket {
  const socket = connect({ host, port, ...local(source) });
  if (proxy !== 'none') socket.write(proxyHeader(proxy, null));
  return socket;
}

function ask(target: ProbeTarget, { path, expected }: HealthCheckSpec, done: Done): () => void {
  const headers = { host: `${target.host}:${target.port}`, 'user-agent': 'svc-health-check', connection: 'close' };
  const call = request({ path, headers, createConnection: () => begin(target) }, ({ statusCode = 0 }) => {
    const isExpected = expected.some(({ from, to }) => statusCode >= from && statusCode <= to);
    done(isExpected ? null : `unexpected_status_${statusCode}`);
    call.destroy();
  });
  call.on('error', (error) => done(reasonOf(error)));
  call.end();
  return () => call.destroy();
}

function knock(target: ProbeTarget, done: Done): () => void {
  const socket = begin(target);
  socket.on('error', (error) => done(reasonOf(error)));
  socket.once('connect', () => {
    done(null);
    if (target.proxy === 'none') socket.destroy();
    // The header goes before the end, or the backend would take the check for a broken client.
    else socket.destroySoon();
  });
  return () => socket.destroy();
}

/** An unreachable address counts as a timeout; every other error counts as a refusal. */
const reasonOf = ({ code }: NodeJS.ErrnoException): string =>
  code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' ? 'timeout' : 'connection_refused';
