import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OnLoadResult, Plugin } from 'esbuild';

/* What makes the first load small: which files are bundled together, and what of other packages is left out. */

const web = fileURLToPath(new URL('../', import.meta.url));

/** What is loaded later than the first load, and is no page or a part of several. */
const others = new Set(['api/command.ts', 'parts/chart-plot.ts', 'shell/palette.tsx']);

const ownName = (path: string): string => relative(web, path).replaceAll('\\', '/');

/** The files that may be loaded later than the first load, or are a part of one that is. */
function mayBeLater(path: string): boolean {
  const own = ownName(path);
  if (others.has(own)) return true;
  return own.startsWith('pages/') && own.endsWith('.tsx');
}

/** A file of the console, with one more import at its end. */
const importing = (path: string, also: string): OnLoadResult => ({
  contents: `${readFileSync(path, 'utf8')}\nimport '#lib/web/${also}';\n`,
  loader: path.endsWith('x') ? 'tsx' : 'ts',
});

/** Has every file that may be loaded later import what most of them are made of. */
const withCore: Plugin = {
  name: 'with-core',
  setup({ onLoad }) {
    onLoad({ filter: /\.tsx$|(?:command|chart-plot|preview|size)\.ts$/ }, ({ path }) => {
      if (mayBeLater(path)) return importing(path, 'core.ts');
      return isOfLater(path) ? importing(path, 'later.ts') : undefined;
    });
  },
};

const later = readFileSync(`${web}later.ts`, 'utf8');

/** Whether a file is one of those that come together, after the first load. */
const isOfLater = (path: string): boolean => later.includes(`'./${ownName(path)}'`);

/** Changes are made by `api/act.ts`, so the part of TanStack Query that keeps its own is left out. */
const withoutMutations: Plugin = {
  name: 'without-mutations',
  setup({ onLoad }) {
    onLoad({ filter: /query-core\/build\/modern\/mutationCache\.js$/ }, () => ({
      contents: `export class MutationCache {
        clear() {}
        findAll() { return []; }
        resumePausedMutations() { return Promise.resolve(); }
      }`,
    }));
  },
};

/** Charts have numbers as a table and no legend of uPlot's. */
const withoutLegends: Plugin = {
  name: 'without-legends',
  setup({ onLoad }) {
    onLoad({ filter: /uPlot\.min\.css$/ }, ({ path }) => {
      const rules = readFileSync(path, 'utf8').split('}');
      return {
        contents: rules.filter((rule) => !/\.u-(?:inline|legend|series|title)\b/.test(rule)).join('}'),
        loader: 'css',
      };
    });
  },
};

type CommandRow = Readonly<Record<string, unknown>> & { readonly flags: readonly Readonly<Record<string, unknown>>[] };

const slimmed = ({ noun, verb, operation, summary, args, flags }: CommandRow): CommandRow => ({
  noun,
  verb,
  operation,
  summary,
  args,
  flags: flags.map(({ name, at, type, in: where }) => ({ name, at, type, in: where })),
});

/** What the console says of a command: without the help's texts, which are most of the table. */
const slimCommands: Plugin = {
  name: 'slim-commands',
  setup({ onLoad }) {
    onLoad({ filter: /generated\/commands\.json$/ }, ({ path }) => {
      const made: { commands: Record<string, CommandRow[]> } = JSON.parse(readFileSync(path, 'utf8'));
      const commands = Object.fromEntries(
        Object.entries(made.commands).map(([noun, own]) => [noun, own.map((command) => slimmed(command))]),
      );
      return { contents: JSON.stringify({ commands }), loader: 'json' };
    });
  },
};

/** What the console writes of resources of Terraform: without what they are described by. */
const slimResources: Plugin = {
  name: 'slim-resources',
  setup({ onLoad }) {
    onLoad({ filter: /generated\/terraform\/schemas\.json$/ }, ({ path }) => {
      const isText = (key: string, value: unknown) => key === 'description' && typeof value === 'string';
      const slim = JSON.parse(readFileSync(path, 'utf8'), (key, value) => (isText(key, value) ? undefined : value));
      return { contents: JSON.stringify(slim), loader: 'json' };
    });
  },
};

/** Pages follow the activity feed and wait for nothing, so what the client waits with is left out. */
const withoutWaits: Plugin = {
  name: 'without-waits',
  setup({ onLoad }) {
    onLoad({ filter: /lib[\\/]client[\\/](?:held|wait)\.ts$/ }, () => ({
      contents:
        'export const heldOrPolled = (ask, operation, args) => ask(operation, args);\nexport const awaited = undefined;',
    }));
  },
};

/** All of these, in the order in which they look at a file. */
export const slim: Plugin[] = [slimCommands, slimResources, withCore, withoutMutations, withoutLegends, withoutWaits];
