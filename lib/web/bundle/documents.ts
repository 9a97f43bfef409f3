import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The hashes of a document's own inline elements, as sources of a Content-Security-Policy. */
export interface OwnSources {
  readonly scripts: string;
  readonly styles: string;
}

/** The directives of a document's Content-Security-Policy that differ from those of others. */
export type Differing = (own: OwnSources) => Readonly<Record<string, string>>;

/** A document with a terminal. Its library has files of its own and writes styles at run time. */
export const terminalDocument = {
  file: new URL('terminal.html', import.meta.url),
  policy: ({ scripts }: OwnSources) => ({ 'script-src': `'self' ${scripts}`, 'style-src': "'self' 'unsafe-inline'" }),
};

/** The text of a document, with the parts that it includes. */
export const readDocument = (file: URL): string =>
  read(file).replaceAll(/<!-- include ([a-z]+\.html) -->/g, (_, part) =>
    read(new URL(`parts/${part}`, import.meta.url)).trimEnd(),
  );

const read = (file: URL): string => readFileSync(file, 'utf8');

/** The policy of a document: only its own scripts and styles, and what it names, may run in it. */
export function documentPolicy(html: string, differing: Differing | undefined): string {
  const scripts = hashesOf(html, /<script(?: type="module")?>(.*?)<\/script>/gs);
  const styles = hashesOf(html, /<style>(.*?)<\/style>/gs);
  const directives = {
    'default-src': "'none'",
    'script-src': scripts,
    'style-src': styles,
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...differing?.({ scripts, styles }),
  };
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

function hashesOf(html: string, element: RegExp): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [...html.matchAll(element)].map(([, text = '']) => hash(text)).join(' ') || "'none'";
}
