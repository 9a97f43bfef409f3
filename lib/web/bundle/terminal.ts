import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { documentPolicy, readDocument, terminalDocument } from './documents.ts';

/** The files that the document with the terminal loads below `/console/assets/`, from installed packages. */
export const terminalFiles: Readonly<Record<string, string>> = {
  'xterm.js': fileURLToPath(import.meta.resolve('@xterm/xterm/lib/xterm.js')),
  'xterm.css': fileURLToPath(import.meta.resolve('@xterm/xterm/css/xterm.css')),
  'addon-fit.js': fileURLToPath(import.meta.resolve('@xterm/addon-fit/lib/addon-fit.js')),
};

/** The document with the terminal as a package carries it: its policy, and files whose names change with them. */
export interface BuiltTerminal {
  readonly html: string;
  readonly policy: string;
  readonly assets: ReadonlyMap<string, Uint8Array>;
}

/** Builds it. */
export function buildTerminal(): BuiltTerminal {
  let html = readDocument(terminalDocument.file);
  const assets = new Map<string, Uint8Array>();
  for (const [name, file] of Object.entries(terminalFiles)) {
    // What they say of their sources would be asked for in vain.
    const [text = ''] = readFileSync(file, 'utf8').split('\n//# sourceMappingURL=');
    const mark = createHash('sha256').update(text).digest('hex').slice(0, 8);
    const named = name.replace('.', () => `-${mark}.`);
    assets.set(named, new TextEncoder().encode(text));
    html = html.replace(`"/console/assets/${name}"`, () => `"/console/assets/${named}"`);
  }
  return { html, policy: documentPolicy(html, terminalDocument.policy), assets };
}
