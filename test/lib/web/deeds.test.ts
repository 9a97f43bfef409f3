import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url).pathname;
const sources = globSync('lib/web/{pages,parts,shell}/**/*.{ts,tsx}', { cwd: root });
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

/** What is asked without a name: the same page puts it back at a press, or it has no name. */
const nameless = [
  'cancelAutopay',
  'cancelSubscription',
  'deleteSession',
  '{detach}',
  'logout',
  'removeLoadBalancerBackend',
  'removeUserFromGroup',
];

describe('what a click of the console does', () => {
  it.each(sources.filter((path) => called(textOf(path)).length > 0))('%s shows it as a command', (path) => {
    const text = textOf(path);
    const isShown = (operation: string) =>
      new RegExp(`operation(?:=|: )["']${operation}["']`).test(text) || operation in untold;
    expect(called(text).filter((operation) => !isShown(operation))).toEqual([]);
  });

  it('is asked with the name of what it destroys', () => {
    const asked = sources.flatMap((path) => questions(textOf(path)));
    expect(asked.length).toBeGreaterThan(30);
    const without = asked.filter((one) => !/\n\s*name=/.test(one));
    const operations = without.map((one) => /operation=["{]+(\w+)/.exec(one)?.[1]);
    expect(new Set(operations)).toEqual(new Set(nameless.map((one) => one.replace(/[{}]/g, ''))));
  });
});
