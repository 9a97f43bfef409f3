import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { RealClient } from './row.ts';
import type { Stage } from './stage.ts';

const checkout = fileURLToPath(new URL('../../../', import.meta.url));
const programs = join(checkout, 'node_modules/.bin');

/**
 * What rows may call: another key for one command, a file of random bytes, a wait, packages of the distribution for the
 * machine, a load balancer of the machine and its address once the machine is healthy.
 */
const prelude = `set -euo pipefail
user() { AWS_ACCESS_KEY_ID=$SVC_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY=$SVC_SECRET_ACCESS_KEY "$@"; }
reader() { AWS_ACCESS_KEY_ID=$READ_KEY_ID AWS_SECRET_ACCESS_KEY=$READ_SECRET_KEY "$@"; }
random() { head -c "$2" /dev/urandom > "$1"; }
eventually() { for _ in $(seq 200); do "$@" && return; sleep 0.1; done; return 1; }
on() { ssh -F $SSH_CONFIG web-1 "$@"; }
install_on_machine() {
  on cat /var/lib/dpkg/status > status
  mkdir -p debs/partial
  apt-get -o Dir::State::status=$PWD/status -o Dir::Cache::archives=$PWD/debs -o APT::Sandbox::User=root \\
    install -qq -y --download-only --no-install-recommends "$@"
  tar -C debs -c . | on 'rm -rf /srv/debs; mkdir /srv/debs; tar -xC /srv/debs; dpkg -i /srv/debs/*.deb'
}
balance() {
  svc load-balancer create "$@" --backend instance_id=$INSTANCE_ID --health-check-protocol tcp \\
    --health-check-interval-seconds 5 --health-check-timeout-seconds 2 --quiet
}
healthy() { svc backend list $1 --query 'backends[].health' -o json | jq -e 'all(. == "healthy")' > health; }
address() { eventually healthy $1; svc load-balancer get $1 --query public_ip; }
`;

/** How commands ended, with both streams. */
export interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Where one client works: a folder that is its home, a bucket of its own, and what it must know of the platform. */
export class Place {
  readonly dir = mkdtempSync(join(tmpdir(), 'svc-client-'));
  /** The variables of its commands. */
  readonly variables: Readonly<Record<string, string>>;
  readonly #client: RealClient;

  private constructor(client: RealClient, variables: Readonly<Record<string, string>>) {
    this.#client = client;
    this.variables = {
      ...variables,
      CHECKOUT: checkout,
      PATH: [programs, process.env.PATH].join(delimiter),
      HOME: this.dir,
      LANG: 'C.UTF-8',
    };
  }

  /** A place of the stage, with a bucket and keys of it. */
  static async at(stage: Stage, client: RealClient): Promise<Place> {
    return new Place(client, await stage.variablesFor(client.name));
  }

  /** Runs commands after those that set the client up, for at most three minutes. */
  run(commands: string): Promise<Ended> {
    return this.#bash(`${this.#client.setUp ?? ''}\n${commands}`);
  }

  /** Asks the client for its version. */
  version(): Promise<Ended> {
    return this.#bash(this.#client.version);
  }

  #bash(commands: string): Promise<Ended> {
    const text = prelude + commands;
    const options = { cwd: this.dir, env: this.variables, maxBuffer: 1 << 26 };
    return new Promise((resolve) => {
      // It ends what the commands have started, too.
      const words = ['--kill-after=5', '180', 'bash', '-c', text];
      const child = execFile('timeout', words, options, (_, out, err) =>
        resolve({ code: child.exitCode ?? 1, output: out + err }),
      );
    });
  }

  close(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
