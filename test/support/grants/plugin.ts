import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vitest/config';
import type { TestProject, Vitest } from 'vitest/node';
import { type Granted, readGranted } from './granted.ts';
import { judged } from './judge.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** How many projects run under roles (vitest.config.ts). */
const underRole = 2;

interface Run {
  granted: Granted;
  recorded: string;
  projects: TestProject[];
}

/** One for all projects. */
let run: Run | undefined;

/**
 * Lets the tests of a project run every handler under its role (recorder.ts, which is among the project's setup files).
 * When the run ends, a refused call fails it, and, where all tests ran, a grant that no test needed.
 */
export const underRoles = (): Plugin => ({
  name: 'under-roles',
  enforce: 'pre',
  configureVitest({ vitest, project }) {
    run ??= begin(vitest);
    run.projects.push(project);
    project.provide('granted', run.granted);
    project.provide('recorded', run.recorded);
    project.provide('shared', !project.config.isolate);
  },
  transform(code, id) {
    const [, module] = /\/((?:functions|statemachines)\/.*)\.ts$/.exec(id.replace(root, '/')) ?? [];
    if (module !== undefined && run?.granted.functions[module]) return named(code, module);
    return id.endsWith('/lib/model/platform/settings.ts') ? watched(code) : undefined;
  },
});

function named(code: string, module: string): string {
  const inner = code.replace('export const handler = ', 'const ownHandler = ');
  const outer = `globalThis.svcGranted?.(${JSON.stringify(module)}, ownHandler) ?? ownHandler`;
  return `${inner}\nexport const handler: typeof ownHandler = ${outer};\n`;
}

function watched(code: string): string {
  const read = /^(export function setting<.*\{\n)/m;
  if (!read.test(code)) throw new Error('settings.ts: where is setting()?');
  return code.replace(read, '$1  (globalThis as { svcSetting?: (name: string) => void }).svcSetting?.(name);\n');
}

function begin(vitest: Vitest): Run {
  const recorded = mkdtempSync(join(tmpdir(), 'svc-grants-'));
  const own: Run = { granted: readGranted(root), recorded, projects: [] };
  vitest.onClose(async () => {
    const lines = readdirSync(recorded).flatMap((file) =>
      readFileSync(join(recorded, file), 'utf8').trim().split('\n'),
    );
    rmSync(recorded, { recursive: true });
    const wrong = judged(own.granted, new Set(lines), await isWhole(vitest, own.projects));
    if (wrong.length === 0) return;
    console.error(`Least privilege (lib/deploy/access.yml, access in functions.yml):\n${wrong.join('\n')}`);
    process.exitCode = 1;
  });
  return own;
}

/** Whether every file of the projects under roles ran to its end: none was chosen by name, and none failed. */
async function isWhole(vitest: Vitest, projects: readonly TestProject[]): Promise<boolean> {
  const files = await Promise.all(projects.map((project) => project.globTestFiles()));
  const passed = vitest.state.getTestModules().filter((file) => projects.includes(file.project) && file.ok());
  const all = files.reduce((sum, { testFiles }) => sum + testFiles.length, 0);
  return projects.length === underRole && passed.length === all && !vitest.getGlobalTestNamePattern();
}
