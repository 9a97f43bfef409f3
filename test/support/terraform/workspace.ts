import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** What a command of Terraform ended with. */
export interface Ended {
  readonly status: number;
  readonly output: string;
}

/** A folder in which Terraform works. */
export interface Workspace {
  readonly dir: string;
  /** Puts the configuration in place of the one before. */
  configure(text: string): Promise<void>;
  run(...args: string[]): Promise<Ended>;
  /** Starts a command and leaves it running. */
  start(...args: string[]): ChildProcess;
  /** What the state holds of a resource, by its address. */
  values(address: string): Promise<Record<string, unknown> | undefined>;
  remove(): Promise<void>;
}

const folders = (process.env.PATH ?? '').split(delimiter);
/** Whether Terraform is installed: where it is not, its tests are skipped, and the protocol's own hold. */
export const isInstalled = folders.some((folder) => existsSync(join(folder, 'terraform')));

const head = `terraform {
  required_providers {
    svc = { source = "svc.invalid/svc/svc" }
  }
}
`;

/** A new folder, in which Terraform has these variables beside those that find programs. */
export async function workspace(env: Record<string, string>): Promise<Workspace> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-terraform-'));
  const bare = { PATH: process.env.PATH ?? '', HOME: dir, CHECKPOINT_DISABLE: '1', TF_IN_AUTOMATION: '1' };
  const run = (...args: string[]) => started(dir, { ...bare, ...env }, args);
  return {
    dir,
    configure: (text) => writeFile(join(dir, 'main.tf'), head + text),
    run,
    start: (...args) => spawn('terraform', args, { cwd: dir, env: { ...bare, ...env }, stdio: 'ignore' }),
    values: async (address) => {
      const { output } = await run('show', '-json');
      const resources = JSON.parse(output).values?.root_module?.resources ?? [];
      return resources.find((one: { address: string }) => one.address === address)?.values;
    },
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

function started(cwd: string, env: Record<string, string>, args: readonly string[]): Promise<Ended> {
  const [command = '', ...rest] = args;
  const plain = ['show', 'state'].includes(command) ? [] : ['-no-color'];
  return new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: 1 << 26 };
    const child = execFile('terraform', [command, ...plain, ...rest], options, (_, stdout, stderr) => {
      resolve({ status: child.exitCode ?? 1, output: stdout + stderr });
    });
  });
}
