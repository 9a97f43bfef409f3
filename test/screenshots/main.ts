import { mkdirSync } from 'node:fs';
import { pictureAll } from './all.ts';
import { pictureConsole } from './console.ts';
import { pictureTerminal } from './terminal.ts';

/*
 * `npm run screenshots` makes the pictures of README.md and the guides, and pictures of the most used pages of the
 * console, light and dark, in `.build/screenshots`: against platforms of its own, with a browser (SVC_CHROMIUM, or
 * /usr/bin/chromium). `npm run screenshots -- console` makes those of the console alone, and `npm run screenshots --
 * all [folder]` those of every page, for people to look at.
 */

const parts = { terminal: pictureTerminal, console: pictureConsole };

const asked = process.argv.slice(2);
if (asked[0] === 'all') {
  await pictureAll(asked[1]);
} else {
  mkdirSync(new URL('../../docs/images/', import.meta.url), { recursive: true });
  for (const [name, make] of Object.entries(parts)) if (asked.length === 0 || asked.includes(name)) await make();
}
