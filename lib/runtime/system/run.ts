import { spawn } from 'node:child_process';
import type { Launch } from '#lib/runtime/launch.ts';
import { ignore } from './errors.ts';
import { HOST_ENV } from './tools.ts';

/** The result of a program that has ended. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const KEPT_BYTES = 64 * 1024;

/**
 * Runs a program to its end with `input` on stdin. Keeps the first 64 KiB of each output stream. Aborting kills the
 * program.
 */
export function run(launch: Launch, options: { input?: string | Buffer; signal?: AbortSignal } = {}): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(launch.file, launch.args, {
      cwd: launch.cwd,
      env: launch.env,
      stdio: 'pipe',
      killSignal: 'SIGKILL',
      ...(options.signal ? { signal: options.signal } : {}),
    });
    const kept = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        if (kept[name].length < KEPT_BYTES) kept[name] += text;
      });
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...kept }));
    // A program may end without reading its input.
    child.stdin.on('error', ignore);
    child.stdin.end(options.input ?? '');
  });
}

/** Runs a program of the host to its end and answers its output. Rejects with its error output when it fails. */
export async function runTool(file: string, args: readonly string[], cwd = '/'): Promise<string> {
  const { code, stdout, stderr } = await run({
    file,
    args,
    cwd,
    env: { ...HOST_ENV, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (code === 0) return stdout;
  throw new Error(`${file} ${args.slice(0, 3).join(' ')} failed: ${stderr.trim().slice(-300) || `status ${code}`}`);
}
