import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packHost } from './pack.ts';

/* `npm run package:host [-- <folder>]`: what makes a Linux machine a host, by default in `.build`. */

const root = fileURLToPath(new URL('../../../', import.meta.url));
process.stdout.write(`${await packHost(root, resolve(process.argv[2] ?? `${root}.build`))}\n`);
