import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { routes } from '#lib/generated/client/routes.ts';

const root = new URL('../../../', import.meta.url).pathname;
const sources = globSync('lib/web/{pages,parts,shell}/**/*.{ts,tsx}', { cwd: root });
const document: { paths: Record<string, Record<string, { operationId: string; parameters?: { $ref?: string }[] }>> } =
  JSON.parse(readFileSync(`${root}lib/generated/openapi.json`, 'utf8'));
const textOf = (path: string): string => readFileSync(root + path, 'utf8');

/** The calls that show no command, each with the reason. */
const untold: Readonly<Record<string, string>> = {
  switchAccount: 'it changes the cookies of this browser; a command line has a profile for each account',
  putBucketCors:
    'the form that makes a bucket says in words that it adds the rule; the rule’s own form has the command',
  createMultipartUpload: 'a part of an upload, which is svc cp',
  completeMultipartUpload: 'a part of an upload, which is svc cp',
};

/** The operations that a source calls without a form of its own. */
const called = (text: string): string[] =>
  [...text.matchAll(/(?:useAct|\bchange|\bkeyed)\(\s*'(\w+)'/g)].flatMap(([, operation]) => operation ?? []);

/** The questions of a source before something is destroyed, as they are written. */
const questions = (text: string): string[] => [...text.matchAll(/<Confirm\n[\s\S]*?\n\s*>/g)].map(([one]) => one);

/** What is asked without a name: nothing is destroyed by it. */
const nameless = ['logout'];

/** The operation of a question, or the name of what holds one of several. */
const operationOf = (question: string): string => /operation=["{]+(\w+)/.exec(question)?.[1] ?? '';

/** Operations that end something and have no question of their own, each with the reason. */
const unasked: Readonly<Record<string, string>> = {
  deleteBucketCors: 'the console never calls it',
  deleteBucketLifecycle: 'the console never calls it',
  deleteBucketPolicy: 'the console never calls it',
  detachGroupPolicy: 'pages/access/policies/attached.tsx asks for both as `detach`',
  detachUserPolicy: 'pages/access/policies/attached.tsx asks for both as `detach`',
  removeImage: 'the console never calls it',
};

describe('what a click of the console does', () => {
  it.each(sources.filter((path) => called(textOf(path)).length > 0))('%s shows it as a command', (path) => {
    const text = textOf(path);
    const isShown = (operation: string) =>
      new RegExp(`operation(?:=|: )["']${operation}["']`).test(text) || operation in untold;
    expect(called(text).filter((operation) => !isShown(operation))).toEqual([]);
  });

  const asked = sources.flatMap((path) => questions(textOf(path)));

  it('is asked with the name of what it destroys', () => {
    expect(asked.length).toBeGreaterThan(30);
    const without = asked.filter((one) => !/\n\s*name=/.test(one));
    expect(without.map(operationOf)).toEqual(nameless);
  });

  it('is asked before anything that the API deletes', () => {
    const deleting = Object.entries(routes).flatMap(([operation, route]) =>
      route.startsWith('DELETE ') ? operation : [],
    );
    const questioned = new Set(asked.map(operationOf));
    const left = deleting.filter((operation) => !questioned.has(operation));
    expect(left.toSorted()).toEqual(Object.keys(unasked).toSorted());
  });

  it('foretells what goes with what it destroys, wherever the API can', () => {
    const foretold = new Set(
      Object.values(document.paths).flatMap((path) =>
        Object.values(path).flatMap(({ operationId, parameters = [] }) =>
          parameters.some(({ $ref }) => $ref?.endsWith('/DryRun')) ? operationId : [],
        ),
      ),
    );
    expect(foretold.size).toBeGreaterThan(40);
    const silent = asked.filter((one) => foretold.has(operationOf(one)) && !/\n\s*preview\n/.test(one));
    expect(silent.map(operationOf)).toEqual([]);
  });
});
