import { mkdirSync } from 'node:fs';
import { pictureConsole } from './console.ts';
import { pictureTerminal } from './terminal.ts';

/*
 * `npm run screenshots` makes the pictures of README.md and the guides, and pictures of the most used pages of the
 * console, light and dark, in `.build/screenshots`: against platforms of its own, with a browser (SVC_CHROMIUM, or
 * /usr/bin/chromium). `npm run screenshots -- console` makes those of the console alone.
 */

const parts = { terminal: pictureTerminal, console: pictureConsole };

mkdirSync(new URL('../../docs/images/', import.meta.url), { recursive: true });
const asked = process.argv.slice(2);
for (const [name, make] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await make();
