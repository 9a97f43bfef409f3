import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { socketFolder } from '#lib/local/data/left-overs.ts';
import { StartError } from '#lib/local/start-error.ts';
import { endpointAt, socketOf } from '#lib/model/platform/endpoint.ts';
import { openConnections } from './connections.ts';
import { type Engine, type Failure, startEngine } from './engine-process.ts';
import { dynoxideBinary, firstExecutable, MACHINE, tied } from './programs.ts';

const START_ATTEMPTS = 5;
const RELAY = fileURLToPath(new URL('relay.pl', import.meta.url));
/** In a network namespace of its own every port is free. */
const INNER_PORT = 8000;

interface EngineOptions {
  /** The SQLite file; without it the engine keeps everything in memory. */
  readonly file?: string;
  /** The unix socket to serve; without it the engine makes one. */
  readonly socketPath?: string;
  /** The endpoint to serve again after a restart; without it the engine chooses one. */
  readonly at?: string;
  /** False makes it listen on the loopback address, as it does where namespaces are not available. */
  readonly isolated?: boolean;
  readonly binary?: string | undefined;
}

/**
 * Starts the engine in a network namespace of its own, behind a unix socket that only this user can reach. Without
 * network namespaces it listens on a loopback port, which every user of this machine can reach. Where setpriv exists,
 * the engine dies with this process even on SIGKILL. Refuses where there is no engine or it does not answer within 5 s.
 */
export async function startDynoxide(options: EngineOptions = {}): Promise<Engine> {
  const binary = 'binary' in options ? options.binary : dynoxideBinary();
  if (binary === undefined) {
    throw new StartError(
      `there is no embedded DynamoDB for ${MACHINE} here; run "npm ci" without --omit=optional, or start a DynamoDB-compatible server and set SVC_DYNAMODB_ENDPOINT to its URL`,
    );
  }
  const started = (await startIsolated(binary, options)) ?? (await startOpenly(binary, options));
  if ('endpoint' in started) return started;
  throw new StartError(`the embedded DynamoDB did not start: ${started.failure.trim() || 'it gave no reason'}`);
}

/** Undefined where it may not or cannot have a network namespace of its own. */
async function startIsolated(
  binary: string,
  { file, socketPath, at, isolated = true }: EngineOptions,
): Promise<Engine | Failure | undefined> {
  const given = at === undefined ? socketPath : socketOf(at);
  const unshare = firstExecutable(['/usr/bin/unshare', '/bin/unshare']);
  const perl = firstExecutable(['/usr/bin/perl', '/bin/perl']);
  if (!isolated || !unshare || !perl || (at !== undefined && given === undefined)) return undefined;
  const path = given ?? `${socketFolder()}/dynamodb`;
  // Root needs no user namespace, which some systems do not allow.
  const namespace = [unshare, process.getuid?.() === 0 ? '-n' : '-Urn', '--'];
  const relay = [...tied(), perl, RELAY, path, String(INNER_PORT)];
  const started = await startEngine(
    [...namespace, ...relay, ...tied(), ...command(binary, '127.0.0.1', INNER_PORT, file)],
    endpointAt(path),
  );
  if ('endpoint' in started) openConnections({ engine: started, port: INNER_PORT, socketPath: path });
  // If its own network was set up, the engine itself failed.
  return 'endpoint' in started || started.output.startsWith('isolated\n') || at !== undefined ? started : undefined;
}

async function startOpenly(binary: string, { file, at }: EngineOptions): Promise<Engine | Failure> {
  for (let attempt = 1; ; attempt++) {
    const { host, port } = at === undefined ? await newAddress() : addressOf(at);
    const started = await startEngine(command(binary, host, port, file), `http://${host}:${port}`);
    // Only a port that another program took meanwhile is worth another attempt.
    const taken = 'failure' in started && at === undefined && /in use/i.test(started.failure);
    if (!taken || attempt === START_ATTEMPTS) return started;
  }
}

function command(binary: string, host: string, port: number, file: string | undefined): string[] {
  return [binary, 'serve', '--host', host, '--port', String(port), ...(file ? ['--db-path', file] : [])];
}

interface Address {
  readonly host: string;
  readonly port: number;
}

function addressOf(endpoint: string): Address {
  const { hostname, port } = new URL(endpoint);
  return { host: hostname, port: Number(port) };
}

/**
 * A loopback address that web pages cannot find by trying. The engine answers every origin and accepts every signature,
 * so on 127.0.0.1 any page in a browser could read and write the table. Linux has all of 127.0.0.0/8.
 */
async function newAddress(): Promise<Address> {
  const linux = process.platform === 'linux';
  const host = linux ? `127.${randomInt(64, 255)}.${randomInt(256)}.${randomInt(1, 255)}` : '127.0.0.1';
  return { host, port: await freePort(host) };
}

/** A port of this address that was just free. */
async function freePort(host: string): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was assigned');
  return address.port;
}
