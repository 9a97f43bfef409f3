import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { clients } from './clients.ts';
import { compatibility, path } from './runner/document.ts';
import { runClient, type Seen } from './runner/run.ts';
import { Stage } from './runner/stage.ts';

/*
 * `npm run test:clients [-- <client> …]`: runs the real clients that are installed, all or those that are named, prints
 * how each row came out, and writes docs/compatibility.md. Ends with 1 where a row fails.
 */

const names = process.argv.slice(2);
const unknown = names.filter((name) => !clients.some((client) => client.name === name));
if (unknown.length > 0) {
  process.stderr.write(`client: ${unknown[0]} is none (${clients.map(({ name }) => name).join(', ')})\n`);
  process.exit(2);
}
const stage = await Stage.open();
const seen: Seen[] = [];
try {
  for (const client of clients.filter(({ name }) => names.length === 0 || names.includes(name))) {
    const one = await runClient(stage, client);
    seen.push(one);
    for (const { feature } of client.rows) {
      const row = one.verdicts.find((each) => each.feature === feature);
      const said = row === undefined || row.verdict === 'works' ? '' : `\n    ${row.seen.replaceAll('\n', '\n    ')}`;
      process.stdout.write(`${client.name}: ${feature}: ${row?.verdict ?? 'not installed'}${said}\n`);
    }
  }
} finally {
  await stage.close();
}
const file = fileURLToPath(new URL(`../../${path}`, import.meta.url));
writeFileSync(file, compatibility(clients, seen, readFileSync(file, { encoding: 'utf8', flag: 'a+' })));
process.exitCode = seen.some(({ verdicts }) => verdicts.some(({ verdict }) => verdict === 'fails')) ? 1 : 0;
