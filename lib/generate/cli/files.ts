import type { Document } from '#lib/generate/client/operations.ts';
import { cliPage } from './page.ts';
import { commandTable } from './table.ts';

/** The files of the command line that are made from the OpenAPI document. */
export async function cliFiles(document: Document): Promise<Record<string, string>> {
  const commands = commandTable(document);
  // One command a line: a change reads as what it is.
  const lines = commands.map((command) => JSON.stringify(command)).join(',\n');
  return {
    'docs/cli.md': await cliPage(commands),
    'lib/generated/commands.json': `{ "made_by": "npm run openapi", "commands": [\n${lines}\n] }\n`,
  };
}
