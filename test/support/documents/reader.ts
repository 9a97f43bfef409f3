import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { privateSsh } from '#test/support/clients/ssh.ts';
import type { Block } from './documents.ts';

/** What went wrong in a block, and its output. */
export interface Read {
  readonly faults: string[];
  readonly output: string;
}

/** Runs the blocks that are named on descriptor 4, each when its name comes, in one shell, as if they were pasted. */
const SHELL = `
set -E
trap 'echo "fault status $? of: $BASH_COMMAND" >&3' ERR
while IFS= read -r block <&4; do
  case $block in
    *.sh) source "$block" ;;
    *.python) python3 "$block" ;;
    *.js) node "$block" ;;
  esac </dev/null 4<&-
  echo done >&3
done
`;

/** The program `curl` of a reader: it also notes the exit status, the status of the answer and the arguments. */
const CURL = `#!/bin/sh
head=$(mktemp)
/usr/bin/curl -D "$head" "$@"
status=$?
answer=$(sed -n 's/^HTTP[^ ]* \\([0-9]*\\).*/\\1/p' "$head" | tail -n 1)
rm -f "$head"
printf '%s %s %s\\n' "$status" "\${answer:-none}" "$(printf '%s ' "$@" | tr '\\n' ' ' | cut -c 1-200)" >> "$CURL_LOG"
exit $status
`;

/** Where `svc` is. */
const programs = fileURLToPath(new URL('../../../node_modules/.bin', import.meta.url));

/** A shell in which a reader of a document pastes its blocks. */
export class Reader {
  readonly #dir: string;
  readonly #shell: ChildProcess;
  readonly #said: Interface;
  /** Rejects when the shell ends. */
  readonly #ended: Promise<never>;
  #output = '';
  #count = 0;

  /** `wrapper` comes before bash; `home` is an empty folder for what the reader keeps and works in. */
  constructor(home: string, wrapper: readonly string[], variables: Record<string, string>) {
    this.#dir = join(home, '.reader');
    mkdirSync(this.#dir, { recursive: true });
    privateSsh(this.#dir);
    writeFileSync(join(this.#dir, 'curl'), CURL);
    chmodSync(join(this.#dir, 'curl'), 0o755);
    writeFileSync(this.#log, '');
    const [file = '', ...args] = [...wrapper, 'bash', '-c', SHELL];
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(SVC|AWS|SLS|VITEST|NODE_|npm_|API$|BASE$)/.test(name),
    );
    const env = {
      ...Object.fromEntries(own),
      HOME: home,
      PATH: [this.#dir, programs, process.env.PATH].join(':'),
      CURL_LOG: this.#log,
      ...variables,
    };
    this.#shell = spawn(file, args, { cwd: home, env, stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe'] });
    for (const stream of [this.#shell.stdout, this.#shell.stderr]) {
      stream?.on('data', (text: Buffer) => {
        this.#output += text;
      });
    }
    this.#ended = new Promise((_resolve, reject) => {
      this.#shell.once('exit', (status) => reject(new Error(`the shell ended (${status}): ${this.#output}`)));
    });
    this.#ended.catch(() => undefined);
    this.#said = createInterface({ input: this.#shell.stdio[3] as Readable });
  }

  get #log(): string {
    return join(this.#dir, 'curl.log');
  }

  /**
   * Pastes a block. A fault is a command that fails, a call of curl that fails without a "||" in the block, a refusal
   * that no comment of the block names (`# 409: …`), and a named one that did not come.
   */
  async paste(block: Pick<Block, 'language' | 'text'>): Promise<Read> {
    this.#count += 1;
    const file = join(this.#dir, `${this.#count}.${block.language}`);
    writeFileSync(file, block.text);
    writeFileSync(this.#log, '');
    this.#output = '';
    const faults: string[] = [];
    const done = new Promise<void>((resolve) => {
      this.#said.removeAllListeners('line').on('line', (line) => (line === 'done' ? resolve() : faults.push(line)));
    });
    (this.#shell.stdio[4] as Writable).write(`${file}\n`);
    await Promise.race([done, this.#ended]);
    return { faults: [...faults, ...this.#callFaults(block.text)], output: this.#output };
  }

  #callFaults(text: string): string[] {
    const calls = readFileSync(this.#log, 'utf8').trim().split('\n').filter(Boolean);
    const broken = calls.filter((call) => !call.startsWith('0 '));
    const refused = calls.filter((call) => /^0 [45]/.test(call));
    const seen = refused.map((call) => call.split(' ')[1]);
    const announced = [...text.matchAll(/# (4\d\d|5\d\d)\b/g)].map(([, status]) => status);
    const refusals = String(seen) === String(announced) ? [] : [`announced ${announced}`, ...refused];
    return [...(text.includes('||') ? [] : broken), ...refusals];
  }

  /** Ends the shell, and what still runs in it. */
  close(): void {
    (this.#shell.stdio[4] as Writable).end();
    this.#shell.kill('SIGKILL');
  }
}
