import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { keep, kept } from './model/kept.ts';
import { goal, modelOf, raisedFor, sizeOf } from './model/model.ts';
import { type Change, changesIn, ParameterError, parametersWith } from './model/parameters.ts';
import { sample } from './model/sampled.ts';
import { documentOf, path } from './page/document.ts';
import { method, reportOf, verdictOf } from './page/report.ts';

/*
 * `npm run simulate [-- <machines> …] [--param name=value] [--limit …] [--price …] [--assume …] [--file x.json]` runs
 * the platform in this process, counts what it asks of AWS, and prints what that is with so many machines. A size has
 * the parameters and quotas that docs/scale.md says to raise for it, unless others are given. Without sizes and values
 * it writes docs/scale.md, too. `--keep` and `--kept` name a file for what was counted, so that it need not be counted
 * again for other sizes and values. Ends with 1 where more than half of a limit is used with a million machines, and
 * with 2 for what was asked wrongly.
 */

const usual = [1_000, 100_000, goal];
const groups = ['param', 'limit', 'price', 'assume'] as const;

/** The sizes and the changes of parameters that were asked for. Throws ParameterError for what cannot be read. */
function asked() {
  const many = { type: 'string', multiple: true } as const;
  const one = { type: 'string' } as const;
  const options = { param: many, limit: many, price: many, assume: many, file: many, keep: one, kept: one };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const sizes = positionals.map((text) => Number(text.replaceAll(/[,_]/g, '')));
  if (sizes.some((size) => !(size >= 1))) throw new ParameterError('say how many machines, such as 100000');
  const single = groups.flatMap((group) =>
    (values[group] ?? []).map((text): Change => {
      const [name = '', value = ''] = text.split('=');
      return [group, name, value === '' ? Number.NaN : Number(value)];
    }),
  );
  const changes = [...(values.file ?? []).flatMap(changesIn), ...single];
  return { sizes, changes, into: values.keep, from: values.kept };
}

async function main(): Promise<number> {
  const { sizes, changes, into, from } = asked();
  // Whatever is wrong with them is said before anything is counted.
  parametersWith(changes);
  const say = (text: string) => process.stderr.write(`${text}\n`);
  const sampled = from === undefined ? await sample({ say }) : kept(from);
  if (into !== undefined) keep(into, sampled);
  const model = await modelOf(sampled, changes);
  process.stdout.write(`${method(model).join('\n')}\n\n`);
  for (const size of sizes.length > 0 ? sizes : usual)
    process.stdout.write(`${reportOf(model, sizeOf(raisedFor(model, size), size))}\n\n`);
  const { text, holds } = verdictOf(model);
  process.stdout.write(`${text}\n`);
  if (sizes.length === 0 && changes.length === 0) writeFileSync(path, documentOf(model, usual));
  return holds ? 0 : 1;
}

try {
  // What the world has opened would keep the process.
  process.exit(await main());
} catch (error) {
  if (!(error instanceof ParameterError)) throw error;
  process.stderr.write(`simulate: ${error.message}\n`);
  process.exit(2);
}
