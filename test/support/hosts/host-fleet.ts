import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endLeftMachines } from '#lib/agent/hosted/left.ts';
import { runOperator } from '#test/support/accounts/operator-program.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { installHost } from './installed-host.ts';
import { JoinedHost } from './joined-host.ts';
import { type Computer, openWire, type Wire } from './wire.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const door = fileURLToPath(new URL('./host-door.ts', import.meta.url));
const port = 8443;

/** A platform whose host API answers over HTTPS on a wire, and computers on that wire with svc-host installed. */
export class HostFleet {
  readonly dir = mkdtempSync(join(tmpdir(), 'svc-fleet-'));
  readonly wire: Wire = openWire();
  readonly hosts: JoinedHost[] = [];
  readonly #certificate = makeCertificate({ names: [this.wire.middle.address] });
  readonly #doors: ChildProcess[] = [];
  #installed = '';
  platform!: RunningPlatform;
  /** Who operates it. */
  operator!: Client;

  /** Starts it. `local`, the laptop's own host, takes no machines. */
  static async open(): Promise<HostFleet> {
    const fleet = new HostFleet();
    try {
      await fleet.#open();
      return fleet;
    } catch (error) {
      await fleet.close();
      throw error;
    }
  }

  async #open(): Promise<void> {
    writeFileSync(this.authority, this.#certificate.cert);
    this.#installed = await installHost(root, this.dir);
    const dataDir = join(this.dir, 'data');
    this.platform = await startPlatform({ dataDir, env: { SVC_COMPUTE: 'container' } });
    this.operator = await Client.verified(this.platform.baseUrl);
    const said = await runOperator(dataDir, this.operator.email);
    if (said.status !== 0) throw new Error(said.stderr);
    demand(await this.operator.post('/platform/hosts/local/drain'), 200);
    await this.openDoor(port);
  }

  /** The file with the certificate of whoever signs for the host API. */
  get authority(): string {
    return join(this.dir, 'authority.pem');
  }

  get url(): string {
    return `https://${this.wire.middle.address}:${port}`;
  }

  /** Opens a door to the host API at a port; it gives every call these headers. Answers its address. */
  async openDoor(at: number, headers?: Readonly<Record<string, string>>): Promise<string> {
    const { socketDir } = JSON.parse(readFileSync(join(this.platform.dataDir, 'run.json'), 'utf8'));
    const host = this.wire.middle.address;
    const { cert, key } = this.#certificate;
    const words = JSON.stringify({ socketPath: `${socketDir}/hosts`, host, port: at, cert, key, headers });
    const program = [process.execPath, door, words];
    const child = this.wire.middle.start(program, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#doors.push(child);
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    return `https://${host}:${at}`;
  }

  /** A join token, as an operator gives it to whoever sets a computer up. */
  async token(body: { host_id?: string; disk_scope?: string } = {}): Promise<string> {
    return demand(await this.operator.post('/platform/join-tokens', body), 201).body.token;
  }

  /** Another computer on the wire, with svc-host installed; it is no host yet. */
  computer(computer: Computer = this.wire.computer()): JoinedHost {
    const host = new JoinedHost(computer, {
      program: join(this.#installed, 'usr/bin/svc-host'),
      stateDir: join(this.dir, `state-${this.hosts.length}`),
      authority: this.authority,
    });
    this.hosts.push(host);
    return host;
  }

  /** A computer that has joined and serves. */
  async host(...options: readonly string[]): Promise<JoinedHost> {
    const host = this.computer();
    await host.join(this.url, await this.token(), ...options);
    await host.run();
    return host;
  }

  /** What operators see of a host. */
  async shown(id: string) {
    return demand(await this.operator.get(`/platform/hosts/${id}`), 200).body;
  }

  async close(): Promise<void> {
    for (const host of this.hosts) {
      await host.kill('SIGTERM');
      await endLeftMachines(join(host.stateDir, 'machines'));
    }
    await this.platform?.stop();
    for (const child of this.#doors) {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    this.wire.close();
    rmSync(this.dir, { recursive: true, force: true });
  }
}
