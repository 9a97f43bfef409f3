import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Plugin } from 'vitest/config';
import type { Vitest } from 'vitest/node';
import { eventually } from '#test/support/vitest/eventually.ts';

/** A process that files of one worker share. It outlives them, so that the command ends it. */
export interface Lasting {
  pid: number;
  /** What it leaves behind. */
  dir: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder into which each worker writes what lasts longer than a file. */
    lasting: string;
  }
}

/** One for all projects. */
let folder: string | undefined;

/** Lets the files of a project share what is started once in a worker (lasting.ts), and ends it after the run. */
export const sharing = (): Plugin => ({
  name: 'sharing',
  configureVitest({ vitest, project }) {
    folder ??= begin(vitest);
    project.provide('lasting', folder);
  },
});

function begin(vitest: Vitest): string {
  const own = mkdtempSync(join(tmpdir(), 'svc-lasting-'));
  vitest.onClose(async () => {
    const all = readdirSync(own).map((file): Lasting => JSON.parse(readFileSync(join(own, file), 'utf8')));
    await Promise.all(all.map(end));
    rmSync(own, { recursive: true });
  });
  return own;
}

async function end({ pid, dir }: Lasting): Promise<void> {
  const isThere = (signal: NodeJS.Signals | 0) => {
    try {
      return process.kill(pid, signal);
    } catch {
      return false;
    }
  };
  if (isThere('SIGTERM')) await eventually(() => !isThere(0), { patience: 20_000 }).catch(() => isThere('SIGKILL'));
  rmSync(dir, { recursive: true, force: true });
}
