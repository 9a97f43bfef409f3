import type { Client } from '#lib/client/client.ts';
import type { Values } from '#lib/terraform/protocol/value.ts';
import { imported } from '#lib/terraform/provider/import.ts';
import { type Kind, kindOf } from '#lib/terraform/provider/kind.ts';
import { found, stateOf } from '#lib/terraform/provider/resource.ts';
import { type References, refer, resourceBlock, said, unused, type Written, wordsFor } from './blocks.ts';
import { label, quoted } from './hcl.ts';
import { inventory } from './inventory.ts';

interface Exported extends Written {
  readonly kind: Kind;
}

/**
 * The configuration of what an account has: a resource and an import block for each, of which a plan changes nothing.
 * No secret is in it: what only its owner knows is named in a comment. Lists that a policy hides are given to
 * `onHidden`.
 */
export async function exported(
  client: Client,
  { source, onHidden, signal }: { source: string; onHidden: (list: string) => void; signal: AbortSignal },
): Promise<string> {
  const all: Exported[] = [];
  const references: References = new Map();
  for (const { noun, texts } of await inventory(client, onHidden)) {
    const kind = kindOf(`svc_${noun}`);
    for (const text of texts) {
      const state = await stateFor(client, kind, text, signal);
      if (!state) continue;
      const name = unused(all, kind.type, label(wordsFor(kind, state, references)));
      all.push({ kind, name, state });
      refer(references, { kind, name, state });
    }
  }
  const head = `terraform {\n  required_providers {\n    svc = { source = ${quoted(source)} }\n  }\n}\n`;
  return [head, ...all.map((one) => blocks(one, references))].join('\n');
}

/** The state that an import would have; undefined of what is not there, or is in an account as it was at the start. */
async function stateFor(client: Client, kind: Kind, text: string, signal: AbortSignal): Promise<Values | undefined> {
  const words = await imported(client, kind, text, signal);
  const shown = await found(client, kind, words, signal);
  const state = shown && stateOf(kind, shown, words);
  return state && kind.names.length === 0 && said(kind, state).length === 0 ? undefined : state;
}

function blocks(one: Exported, references: References): string {
  const { kind, name, state } = one;
  const hidden = Object.keys(kind.noun.traces ?? {});
  const block = resourceBlock(one, references, { hidden });
  return `import {\n  to = ${kind.type}.${name}\n  id = ${quoted(String(state.id))}\n}\n\n${block}`;
}
