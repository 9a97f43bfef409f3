import { createHash } from 'node:crypto';
import { documentPolicy, type OwnSources, readDocument } from './documents.ts';

const sha256 = (hash: string): string => `'sha256-${hash}'`;

/**
 * The style elements that Scalar's script adds: its sheet, resets, the theme, notifications, and one that is empty.
 * They are those of the installed version; a browser names the hash of an element that it refuses.
 */
const styles = [
  'd7niGYA9R/xp7r1pyc/+3ntTepKCabnrqd2exao76s4=',
  'DLlkYCuDYGe6ME23YkUFB7Tc36rGDeo4mVBFbZX3uaU=',
  'rO+6k1mDRASa9Q8IQu9I3bF+bjRdxDreAZCyGSaxzeI=',
  'ZW1GSuo0pKyEx5Ar7ZC5Dflb/mjatjeTW9aVx0iZAzE=',
  '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
].map(sha256);

/**
 * The policy of the page with Scalar's reference: its script, exactly the style elements that the script adds, and any
 * style attribute, since the script computes them from sizes. It needs no eval: it tries it once, and goes on without.
 */
const referencePolicy = ({ scripts, styles: own }: OwnSources): Record<string, string> => ({
  'script-src': `'self' ${scripts}`,
  'style-src': [own, ...styles].join(' '),
  'style-src-attr': "'unsafe-inline'",
  'img-src': 'data:',
});

/** The document of the API's reference. */
export const referenceDocument = { file: new URL('docs.html', import.meta.url), policy: referencePolicy };

/** What Scalar's Fastify plugin asks of Fastify: to route, and to reply. */
interface Reply {
  header(name: string, value: string): Reply;
  send(body: string): void;
}
interface Route {
  readonly url: string;
  readonly handler: (request: unknown, reply: Reply) => void;
}
type Plugin = (fastify: { route(one: Route): void }, options: object, done: () => void) => void;

/**
 * Scalar's script for browsers, as its Fastify plugin serves it, with its editor's styles as the policy allows them.
 * The package of the script alone brings 260 others, the plugin 18. It is loaded when a browser first asks for it.
 * Throws where another version of the script makes those styles otherwise.
 */
export async function referenceScript(): Promise<Buffer> {
  const { default: plugin } = await import('@scalar/fastify-api-reference');
  const routes: Route[] = [];
  const configuration = { url: '/openapi.json' };
  (plugin as unknown as Plugin)({ route: (one) => routes.push(one) }, { configuration }, () => undefined);
  let script = '';
  const reply: Reply = {
    header: () => reply,
    send: (body) => {
      script = body;
    },
  };
  routes.find(({ url }) => url.endsWith('/js/scalar.js'))?.handler({}, reply);
  return Buffer.from(withSheets(script));
}

/**
 * CodeMirror, in which requests and replies are shown, adds a style element to a document, whose text no hash foresees,
 * and a style sheet by the CSSOM elsewhere, which a policy leaves to scripts. Here it always does the latter.
 */
function withSheets(script: string): string {
  const parts = script.split(/!\w{1,8}\.head&&(?=\w{1,8}\.adoptedStyleSheets&&)/);
  if (parts.length !== 2) throw new Error(`Scalar's script chooses in ${parts.length - 1} places how styles are added`);
  return parts.join('');
}

/** The reference as a package carries it: its policy, and a script whose name changes with it. */
export interface BuiltReference {
  readonly html: string;
  readonly policy: string;
  readonly name: string;
  readonly script: Uint8Array;
}

/** Builds it. */
export async function buildReference(): Promise<BuiltReference> {
  const script = await referenceScript();
  const name = `reference-${createHash('sha256').update(script).digest('hex').slice(0, 8)}.js`;
  const text = readDocument(referenceDocument.file);
  const html = text.replace('"/docs/assets/reference.js"', () => `"/docs/assets/${name}"`);
  return { html, policy: documentPolicy(html, referenceDocument.policy), name, script };
}
