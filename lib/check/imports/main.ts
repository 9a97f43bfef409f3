import { fileURLToPath } from 'node:url';
import { inspect } from './house.ts';

/* Part of `npm run check`. It prints what is against imports.json, and ends with 1 where anything is. */

const { files, faults } = inspect(fileURLToPath(new URL('../../../', import.meta.url)));
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`imports: ${files} files, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
