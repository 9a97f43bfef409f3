import { request } from 'node:http';
import { connect } from 'node:net';
import type { HealthCheckSpec } from '#lib/runtime/balancer/spec.ts';

/** Where a probe goes, and the address that it comes from. */
export interface ProbeTarget {
  readonly host: string;
  readonly port: number;
  readonly source: string | null;
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

function ask({ host, port, source }: ProbeTarget, { path, expected }: HealthCheckSpec, done: Done): () => void {
  const headers = { host: `${host}:${port}`, 'user-agent': 'svc-health-check', connection: 'close' };
  const call = request({ host, port, path, headers, agent: false, ...local(source) }, ({ statusCode = 0 }) => {
    const isExpected = expected.some(({ from, to }) => statusCode >= from && statusCode <= to);
    done(isExpected ? null : `unexpected_status_${statusCode}`);
    call.destroy();
  });
  call.on('error', (error) => done(reasonOf(error)));
  call.end();
  return () => call.destroy();
}

function knock({ host, port, source }: ProbeTarget, done: Done): () => void {
  const socket = connect({ host, port, ...local(source) });
  socket.on('error', (error) => done(reasonOf(error)));
  socket.once('connect', () => {
    done(null);
    socket.destroy();
  });
  return () => socket.destroy();
}

/** An unreachable address counts as a timeout; every other error counts as a refusal. */
const reasonOf = ({ code }: NodeJS.ErrnoException): string =>
  code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' ? 'timeout' : 'connection_refused';
