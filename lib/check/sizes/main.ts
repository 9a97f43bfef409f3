import { fileURLToPath } from 'node:url';
import { inspect } from './house.ts';

/* Part of `npm run check`. It prints the functions that are too long, and ends with 1 where there are any. */

const { files, faults } = inspect(fileURLToPath(new URL('../../../', import.meta.url)));
for (const fault of faults) process.stderr.write(`${fault}\n`);
process.stdout.write(`sizes: ${files} files, ${faults.length} faults\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
