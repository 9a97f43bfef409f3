// Compares what a run of tests started (SVC_REPORT_FILE of test/support/report) with the record in the repository, and
// prints both with its processor time: `node .ci/costs.mjs 'npm test' file`. It ends with 1 where anything is more than
// recorded. Processes are only printed: some tests ask a program until something is so. Plain JavaScript for the
// system's own Node.
import { readFileSync } from 'node:fs';

const [command, path] = process.argv.slice(2);
const records = JSON.parse(readFileSync(new URL('../test/support/report/record.json', import.meta.url), 'utf8'));
const record = records[command] ?? {};
const { counts, seconds, loops } = JSON.parse(readFileSync(path, 'utf8'));

const shown = Object.entries(counts).map(
  ([kind, count]) => `${kind} ${count}${kind in record ? ` (recorded ${record[kind]})` : ''}`,
);
const all = Object.values(seconds).reduce((sum, one) => sum + one, 0);
console.log(`${command}: ${shown.join(', ')}; ${Math.round(all)} s of processor time, ${loops} loops of calibration`);
const more = Object.keys(record).filter((kind) => counts[kind] > record[kind]);
for (const kind of more) console.log(`${command}: more ${kind} than test/support/report/record.json says`);
process.exitCode = more.length > 0 ? 1 : 0;
