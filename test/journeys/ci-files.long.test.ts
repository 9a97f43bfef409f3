import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { blocksOf } from '#test/support/documents/documents.ts';

/*
 * The CI files that docs/ci.md shows, run step by step, as their services do, in a project of its own: with the
 * platform at the address that they name, and with the checkout and its modules there, as after a run that was cached.
 */

const root = fileURLToPath(new URL('../../', import.meta.url));
const files = Object.fromEntries(blocksOf('docs/ci.md').flatMap(({ file, text }) => (file ? [[file, text]] : [])));
const run = promisify(execFile);

type Variables = Readonly<Record<string, string>>;

interface Job {
  readonly env: Variables;
  /** What is one shell in its service. */
  readonly scripts: readonly string[];
}

function gitHub(): Job {
  const { env, jobs } = parse(files['.github/workflows/test.yml'] ?? '');
  const steps: { readonly if?: string; readonly run?: string }[] = jobs.test.steps;
  return { env, scripts: steps.flatMap(({ if: condition, run: script }) => (script && !condition ? [script] : [])) };
}

function gitLab(): Job {
  const { test } = parse(files['.gitlab-ci.yml'] ?? '');
  return { env: test.variables, scripts: [[...test.before_script, ...test.script].join('\n')] };
}

// In a network of their own the address is free, and with a process namespace nothing outlives the job.
const ALONE = ['-n', '-p', '-f', '--mount-proc', '--kill-child', 'sh', '-c', 'ip link set lo up; exec bash -e job'];

describe.skipIf(process.getuid?.() !== 0)('a job of CI (which root alone can give a network)', () => {
  let project: string;

  beforeEach(() => {
    project = mkdtempSync(join(tmpdir(), 'svc-ci-'));
    symlinkSync(root, join(project, 'svc'));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, file)), { recursive: true });
      writeFileSync(join(project, file), text);
    }
  });
  afterEach(() => rmSync(project, { recursive: true }));

  it.each([
    ['GitHub Actions', gitHub()],
    ['GitLab', gitLab()],
  ])('%s starts the platform and passes the test', async (_, { env, scripts }) => {
    scripts.forEach((script, at) => {
      writeFileSync(join(project, `${at}.sh`), script);
    });
    writeFileSync(join(project, 'job'), scripts.map((_, at) => `bash -eo pipefail ${at}.sh\n`).join(''));
    const { PATH = '' } = process.env;
    const own = { PATH, HOME: project, SVC_DATA_DIR: join(project, '.svc'), CI_JOB_STATUS: 'success' };
    const { stdout } = await run('unshare', ALONE, { cwd: project, env: { ...own, ...env } });
    expect(stdout).toContain('http://localhost:3000\n');
    expect(stdout).toMatch(/^(# |ℹ )pass 1$/m);
  });
});
