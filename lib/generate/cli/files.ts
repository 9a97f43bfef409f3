import type { Document } from '#lib/generate/client/operations.ts';
import { madeBy } from '#lib/generate/json.ts';
import { nounsOf } from './nouns.ts';
import { cliPage } from './page.ts';
import { commandTable } from './table.ts';

/** The files of the command line that are made from the OpenAPI document. */
export async function cliFiles(document: Document): Promise<Record<string, string>> {
  const commands = commandTable(document);
  const nouns = nounsOf(document, commands);
  // One command and one noun a line: a change reads as what it is.
  const lines = Object.entries(Object.groupBy(commands, ({ noun }) => noun)).map(
    ([noun, own = []]) => `"${noun}": [\n${own.map((command) => JSON.stringify(command)).join(',\n')}\n]`,
  );
  const rows = Object.entries(nouns).map(([name, noun]) => `${JSON.stringify(name)}: ${JSON.stringify(noun)}`);
  return {
    'docs/cli.md': await cliPage(commands, nouns),
    'lib/generated/commands.json': `{ "made_by": "${madeBy}", "commands": {\n${lines.join(',\n')}\n} }\n`,
    'lib/generated/nouns.json': `{ "made_by": "${madeBy}", "nouns": {\n${rows.join(',\n')}\n} }\n`,
  };
}
