// A process that begins an evaluation which does not end, and waits for it.
import { JsonataPool } from '#lib/local/stepfunctions/jsonata/pool.ts';

const pool = new JsonataPool(600_000);
const source = "$match('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!', /^(a+)+$/)";
setInterval(() => undefined, 1_000);
await pool.evaluate({ expressions: [{ field: 'F', source: '1' }], variables: '{}' });
process.stdout.write('ready\n');
await pool.evaluate({ expressions: [{ field: 'F', source }], variables: '{}' });
