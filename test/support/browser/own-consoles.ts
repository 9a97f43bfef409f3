import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handler as createTicket } from '#functions/compute/instances/console-ticket.ts';
import { OwnDoor } from '#lib/agent/console/own-door.ts';
import { startRelay } from '#lib/agent/console/relay.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { readConsoleAddress } from '#lib/model/platform/console-address.ts';
import { call } from '#lib/testing/functions/call.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { consoleShells } from '#test/support/consoles/console-shells.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { type Made, makeCertificate } from '#test/support/http/certificate.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';

/** The origin of pages of the deployment that a test makes. */
export const pages = 'https://console.example.in';

/** A host that has joined, and serves consoles of its machines by itself. */
export interface OwnConsoleHost {
  readonly id: string;
  /** `wss://127.0.0.1:<port>`. */
  readonly origin: string;
  readonly door: OwnDoor;
  /** Of its certificate and its key. */
  readonly files: { readonly cert: string; readonly key: string };
  /** What it has logged. */
  readonly log: string[];
  /** The certificates that clients are to trust. */
  readonly ca: string;
  /** Replaces the files of the certificate. */
  renew(pair: Pick<Made, 'cert' | 'key'>): void;
  /** A new instance of that host, running. */
  machine(owner: Parameters<typeof launched>[0]): Promise<Instance>;
  close(): Promise<void>;
}

/** Opens such a host on a table that the test has made; its certificate is good for a day. */
export async function openOwnConsoles(pair: Pick<Made, 'cert' | 'key'> = certificate()): Promise<OwnConsoleHost> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-own-consoles-'));
  const files = { cert: join(dir, 'cert.pem'), key: join(dir, 'key.pem') };
  const log: string[] = [];
  const renew = ({ cert, key }: Pick<Made, 'cert' | 'key'>) => {
    writeFileSync(files.cert, cert);
    writeFileSync(files.key, key);
  };
  renew(pair);
  const port = await unusedPort();
  const address = readConsoleAddress(`wss://127.0.0.1:${port}`);
  if (!address) throw new Error('the address is none');
  const door = await OwnDoor.open({
    address,
    files,
    listen: { host: '127.0.0.1', port },
    log: (text) => void log.push(text),
  });
  door.allow([pages]);
  const { id } = await standInHost({
    driver: 'container',
    capabilities: ['ssh', 'console'],
    console_url: address.origin,
  });
  const shells = consoleShells(dir);
  const relay = startRelay(door, { driver: shells, link: await linkOf(id), idleMs: 60_000, log: () => undefined });
  return {
    id,
    origin: address.origin,
    door,
    files,
    log,
    ca: pair.cert,
    renew,
    machine: async (owner) => {
      const instance = await launched(owner);
      await putInto(instance, { ...up, host_key: shells.hostKey, host_id: id });
      return instance;
    },
    close: async () => {
      await relay.close();
      shells.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A certificate for the address of such a host. */
export const certificate = (wish: Parameters<typeof makeCertificate>[0] = {}): Made =>
  makeCertificate({ names: ['127.0.0.1'], ...wish });

/** A ticket for a machine, as its owner asks for it: the address that it opens. */
export async function ticketFor({ bearer }: { bearer: string }, { id }: Pick<Instance, 'id'>): Promise<string> {
  const { status, body } = await call(createTicket, { bearer, params: { id } });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.url;
}
