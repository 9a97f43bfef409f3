import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { version } from '#lib/model/platform/version.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const json = (file: string) => JSON.parse(text(file));
/** The sections of CHANGELOG.md: the heading of each, and its lines. */
const sections = text('CHANGELOG.md')
  .split(/^## /m)
  .slice(1)
  .map((section) => section.split('\n'));
const releases = sections
  .slice(1)
  .map(([heading = '']) => /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d\d-\d\d$/.exec(heading)?.[1]);

test('packages, the newest release and the files that guides name have the version of GET /healthz', () => {
  const { version: locked, packages } = json('package-lock.json');
  const own = ['', 'lib/cli/launcher'];
  expect([locked, ...own.map((path) => packages[path].version)]).toEqual([version, version, version]);
  expect(own.map((path) => json(join(path, 'package.json')).version)).toEqual([version, version]);
  expect(releases[0]).toBe(version);
  const pages = globSync('{*.md,{docs,functions}/**/*.md}', { cwd: root }).map(text).join('\n');
  const named = [...pages.matchAll(/\bsvc-[a-z-]+[- ](\d+\.\d+\.\d+)\b/g)].map(([, one]) => one);
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((one) => one !== version)).toEqual([]);
});

test('the changelog begins with what is unreleased, and each release has a date and a section on upgrading', () => {
  expect(sections[0]?.[0]).toBe('[Unreleased]');
  expect(releases).not.toContain(undefined);
  const upgrading = text('docs/upgrading.md').match(/^## \d.*$/gm);
  expect(upgrading).toEqual(releases.map((release) => `## ${release}`));
});

test('a line of the changelog has at most 300 characters, and in a release a link', () => {
  const bullets = (lines: string[]) => lines.filter((line) => /^[*-] /.test(line));
  expect(sections.flatMap(bullets).filter((line) => line.length > 300)).toEqual([]);
  const released = sections.slice(1).flatMap(bullets);
  expect(released.length).toBeGreaterThan(100);
  expect(released.filter((line) => !/\]\([\w./#-]+\)\)\.$/.test(line))).toEqual([]);
  expect(sections.flat().filter((line) => /^\s+\S/.test(line))).toEqual([]);
});

test('a pull request runs .ci/run, and every pinned version is kept current', () => {
  const { on, jobs } = parse(text('.github/workflows/ci.yml'));
  expect(Object.keys(on)).toContain('pull_request');
  const steps: { run?: string; uses?: string }[] = jobs.run.steps;
  expect(steps.map(({ run = '' }) => run).filter((run) => run.endsWith('bash .ci/run'))).toHaveLength(1);
  const { updates } = parse(text('.github/dependabot.yml'));
  const kept = updates.map((update: Record<string, string>) => `${update['package-ecosystem']} ${update.directory}`);
  expect(kept).toEqual(['npm /', 'github-actions /']);
});

test.each(['defect', 'feature'])('the form of a %s asks, and its answers are required', (name) => {
  const { body } = parse(text(`.github/ISSUE_TEMPLATE/${name}.yml`));
  const asked = body.filter(({ type }: { type: string }) => type !== 'markdown');
  const ids: string[] = asked.map(({ id }: { id: string }) => id);
  expect(new Set(ids).size).toBe(asked.length);
  expect(asked.filter((one: Asked) => one.validations?.required).length).toBeGreaterThan(1);
});

interface Asked {
  validations?: { required?: boolean };
}
