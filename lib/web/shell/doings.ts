import type { Instance } from '#lib/generated/client/schemas.ts';
import {
  type PowerAction,
  power,
  powerActions,
  refusal,
  terminalOf,
} from '#lib/web/pages/compute/instances/actions.tsx';
import type { Hit } from './hit.ts';
import type { itemsNearly } from './like.ts';
import { wrongIn } from './rank.ts';
import { navigate } from './router.ts';

/** What can be done with an instance by the word that is typed before its name: `stop web-1`. */
interface Doing {
  readonly word: string;
  readonly label: string;
  /** The action that it is; one that is refused now says why, and leads to the instance. */
  readonly needs?: Instance['allowed_actions'][number];
  readonly go: (instance: Instance) => void;
}

const part = (word: string, label: string, tab: string): Doing => ({
  word,
  label,
  go: ({ id }) => navigate(`/instances/${id}?tab=${tab}`),
});

const doings: readonly Doing[] = [
  ...Object.entries(powerActions).map(([action, { label }]) => ({
    word: action,
    label,
    needs: action as PowerAction,
    go: (instance: Instance) => void power(instance, action as PowerAction),
  })),
  {
    word: 'terminal',
    label: 'Open a terminal of',
    needs: 'open_console',
    go: (instance) => void open(terminalOf(instance), '_blank', 'noopener'),
  },
  part('metrics', 'Metrics of', 'metrics'),
  part('firewall', 'Firewall of', 'firewall'),
  part('snapshot', 'Snapshots of', 'snapshots'),
  part('resize', 'Resize', 'scaling'),
  // Its page asks for the name.
  { ...part('terminate', 'Terminate', 'settings'), needs: 'terminate' },
];

/** The doings that a word means: those that it begins, or otherwise those that it would with few other letters. */
function meantBy(word: string): readonly Doing[] {
  const meant = doings.filter((one) => word.length >= 3 && one.word.startsWith(word));
  return meant.length > 0 ? meant : doings.filter((one) => wrongIn(word, one.word) !== undefined);
}

/** What can be done with instances, where a text begins with the word for it and goes on with a part of their name. */
export async function doingsLike(text: string, signal: AbortSignal, items: typeof itemsNearly): Promise<Hit[]> {
  const [word = '', ...rest] = text.toLowerCase().split(/\s+/);
  const meant = meantBy(word);
  if (meant.length === 0) return [];
  const instances = (await items('listInstances', rest.join(' '), signal)) as Instance[];
  return instances.flatMap((instance) =>
    meant.map(({ label, needs, go }) => {
      const why = needs && refusal(instance, needs);
      const found = { rank: 'action', isFound: true } as const;
      if (why === undefined) {
        return {
          label: `${label} ${instance.name} · ${instance.id}`,
          kind: 'action',
          ...found,
          go: () => go(instance),
        };
      }
      return {
        label: `${label} ${instance.name} · ${why}`,
        kind: 'refused',
        ...found,
        go: () => navigate(`/instances/${instance.id}`),
      };
    }),
  );
}
