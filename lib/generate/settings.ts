import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Setting } from '#lib/model/platform/setting.ts';
import { settings } from '#lib/model/platform/settings.ts';

const source = fileURLToPath(new URL('../model/platform/settings.ts', import.meta.url));
const section = /^ {2}\/\/ (Set by .*)\.$/;
const about = /^ {2}\/\*\* (.*)\. \*\/$/;
const variable = /^ {2}'?([A-Z][\w<>]*)'?: /;

/** The variables under each heading, with what their comments say. */
export function documented(): Map<string, [name: string, about: string][]> {
  const found = new Map<string, [string, string][]>();
  let [heading, words] = ['', ''];
  for (const line of readFileSync(source, 'utf8').split('\n')) {
    heading = section.exec(line)?.[1] ?? heading;
    const name = variable.exec(line)?.[1];
    if (name) found.set(heading, [...(found.get(heading) ?? []), [name, words]]);
    words = about.exec(line)?.[1] ?? '';
  }
  return found;
}

/** docs/settings.md: every environment variable that is read. */
export function settingsPage(): string {
  const sections = [...documented()].map(([heading, rows]) => [`## ${heading}`, '', ...table(rows), ''].join('\n'));
  return [
    '# Settings',
    '',
    'Every environment variable that is read, made from `lib/model/platform/settings.ts` by `npm run openapi`. A variable that',
    'is blank counts as not set. What is not allowed is refused with the name of the variable and what is allowed.',
    "[A local platform](laptop.md#settings) says more about a laptop's own.",
    '',
    '**You need** nothing; it is a reference. **It takes** 5 minutes to read.',
    '',
    sections.join('\n'),
  ].join('\n');
}

function table(rows: readonly [name: string, about: string][]): string[] {
  const all: Readonly<Record<string, Setting<unknown>>> = settings;
  return [
    '| variable | allowed | default | |',
    '|---|---|---|---|',
    ...rows.map(([name, words]) => {
      const { allowed, fallback } = all[name] as Setting<unknown>;
      return `| \`${name}\` | ${allowed} | ${shown(fallback)} | ${words} |`;
    }),
  ];
}

const shown = (fallback: unknown) => {
  const text = fallback === undefined ? '' : String(fallback);
  return text === '' ? 'none' : `\`${text}\``;
};
