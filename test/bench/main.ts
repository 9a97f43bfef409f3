import { availableParallelism, loadavg } from 'node:os';
import { benchBalancer } from './balancer.ts';
import { benchBundles } from './bundles.ts';
import { benchCalls } from './calls.ts';
import { benchClasses } from './classes.ts';
import { benchCommandLine } from './cli.ts';
import { benchEmulator } from './emulator/emulator.ts';
import { benchEngines } from './engines.ts';
import { benchExecutions } from './executions.ts';
import { benchFlat } from './flat.ts';
import { benchForwarder } from './forwarder.ts';
import { benchImages } from './images.ts';
import { benchLimits } from './limits.ts';
import { type Line, table } from './line.ts';
import { benchLocal } from './local/local.ts';
import { benchWholeMachines } from './local/whole-machines.ts';
import { benchMetering } from './metering.ts';
import { benchMonth } from './month.ts';
import { benchRelay } from './relay.ts';
import { benchS3, benchS3Listing } from './s3.ts';
import { benchS3Memory } from './s3-large.ts';
import { benchS3VersusMoto } from './s3-moto.ts';
import { benchTakeover } from './takeover.ts';
import { benchTerraform } from './terraform.ts';
import { versus } from './versus/versus.ts';
import { benchWeb } from './web.ts';

/*
 * `npm run bench` measures every budget of docs/architecture.md in one run; `npm run bench -- calls flat` only some.
 * `npm run bench -- versus` writes docs/performance.md (versus/versus.ts).
 */
const benches: Readonly<Record<string, () => Line[] | Promise<Line[]>>> = {
  calls: benchCalls,
  flat: benchFlat,
  executions: benchExecutions,
  bundles: benchBundles,
  classes: benchClasses,
  engines: benchEngines,
  relay: benchRelay,
  forwarder: benchForwarder,
  images: benchImages,
  limits: benchLimits,
  balancer: benchBalancer,
  metering: benchMetering,
  cli: benchCommandLine,
  month: benchMonth,
  web: benchWeb,
  local: benchLocal,
  terraform: benchTerraform,
  machines: benchWholeMachines,
  takeover: benchTakeover,
  emulator: benchEmulator,
  s3: async () => [
    ...(await benchS3()),
    ...(await benchS3VersusMoto()),
    ...(await benchS3Listing()),
    ...(await benchS3Memory()),
  ],
};

const asked = process.argv.slice(2);
if (asked[0] === 'versus') process.exit(await versus(asked.slice(1)));
const unknown = asked.filter((name) => !(name in benches));
if (unknown.length > 0) {
  process.stderr.write(`no bench ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}\n`);
  process.exit(2);
}

const began = performance.now();
const lines: Line[] = [];
for (const [name, bench] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const from = performance.now();
  lines.push(...(await bench()));
  process.stderr.write(`${name}: ${((performance.now() - from) / 1000).toFixed(1)} s\n`);
}
const over = lines.filter(({ verdict }) => verdict === 'over').length;
const seconds = ((performance.now() - began) / 1000).toFixed(0);
const busy = loadavg()[0]?.toFixed(1);
process.stdout.write(
  `${table(lines)}\n\n${over} over; ${seconds} s on ${availableParallelism()} cores, load average ${busy} (timings of a busy machine are too high)\n`,
);
process.exit(over > 0 ? 1 : 0);
