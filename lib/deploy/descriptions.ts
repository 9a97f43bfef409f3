import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { parseSync, Visitor } from 'oxc-parser';

/** The methods of a schema that only describe it: they answer a copy that accepts and refuses the same. */
const describing = new Set(['describe', 'meta']);

/** The source of schemas without their descriptions and examples. Throws for what cannot be parsed. */
export function undescribed(file: string, text: string): string {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const calls: { from: number; to: number }[] = [];
  new Visitor({
    CallExpression({ callee, end }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      if (describing.has(callee.property.name)) calls.push({ from: callee.object.end, to: end });
    },
  }).visit(program);
  // From the end of the text on, so that the places of the earlier calls stay; each ends before the next begins.
  return calls
    .sort((a, b) => b.from - a.from)
    .reduce((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text);
}

/**
 * Leaves the descriptions of schemas out of the bundles. Only the OpenAPI document needs them, which is made before and
 * is served as it is.
 */
export const withoutDescriptions = (root: string): Plugin => ({
  name: 'without-descriptions',
  setup({ onLoad }) {
    // esbuild names files by their real paths, also where `root` has links to them.
    const folders = ['lib/model', 'functions']
      .map((folder) => join(root, folder))
      .filter((folder) => existsSync(folder));
    const schemas = folders.map((folder) => join(realpathSync(folder), '/'));
    onLoad({ filter: /\.ts$/ }, ({ path }) =>
      schemas.some((folder) => path.startsWith(folder))
        ? { contents: undescribed(path, readFileSync(path, 'utf8')), loader: 'ts' }
        : undefined,
    );
  },
});

/**
 * Leaves out of the bundles what makes a JSON Schema of a schema, which zod loads with every schema. It is never called
 * there: the OpenAPI document is made before.
 */
export const withoutJsonSchemas: Plugin = {
  name: 'without-json-schemas',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]core[\\/]json-schema-processors\.js$/ }, ({ path }) => ({
      contents: namesOf(readFileSync(path, 'utf8'))
        .map((name) => `export const ${name} = undefined;`)
        .join('\n'),
    }));
  },
};

const namesOf = (text: string): string[] =>
  [...text.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name = '']) => name);
