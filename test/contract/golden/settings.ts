import { type SetBy, type Setting, settings } from '#lib/model/platform/settings.ts';

const headings: Record<SetBy, string> = {
  laptop: 'Set by the user of a laptop',
  operator: 'Set by the operator of a deployment',
  platform: 'Set by the stack, or by `npm start` for its own parts',
  amazon: 'Set by Lambda, or by a client of AWS',
  system: 'Set by the system',
};

/** docs/settings.md: every environment variable that is read. */
export function settingsPage(): string {
  const sections = (Object.keys(headings) as SetBy[]).map((by) =>
    [`## ${headings[by]}`, '', ...table(by), ''].join('\n'),
  );
  return [
    '# Settings',
    '',
    'Every environment variable that is read, made from `lib/model/platform/settings.ts` by `npm run openapi`. A variable that',
    'is blank counts as not set. What is not allowed is refused with the name of the variable and what is allowed. The',
    "[README](../README.md#settings) says more about a laptop's own.",
    '',
    sections.join('\n'),
  ].join('\n');
}

function table(by: SetBy): string[] {
  const rows = Object.entries<Setting<unknown>>(settings).filter(([, one]) => one.by === by);
  return [
    '| variable | allowed | default | |',
    '|---|---|---|---|',
    ...rows.map(
      ([name, { allowed, fallback, about }]) => `| \`${name}\` | ${allowed} | ${shown(fallback)} | ${about} |`,
    ),
  ];
}

const shown = (fallback: unknown) => {
  const text = fallback === undefined ? '' : String(fallback);
  return text === '' ? 'none' : `\`${text}\``;
};
