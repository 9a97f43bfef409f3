import { verbs } from '#lib/generated/actions.ts';

/** The first part of an action and the second of an SRN. */
export type Service = keyof typeof verbs;

/** `service:VerbNoun`. */
export type Action = { [S in Service]: `${S}:${(typeof verbs)[S][number]}` }[Service];

export const services = Object.keys(verbs) as readonly Service[];

export const actions: readonly Action[] = services.flatMap((service) =>
  verbs[service].map((verb) => `${service}:${verb}` as Action),
);
