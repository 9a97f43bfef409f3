import { run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';

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
