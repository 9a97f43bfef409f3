/** The first characters of the forms of user data that machines run (contract 4.1). */
const beginnings = {
  script: /^#!/v,
  config: /^#cloud-config[ \t]*(?:\r?\n|$)/v,
  jinja: /^## ?template: ?jinja[ \t]*(?:\r?\n|$)/v,
  include: /^#include(?:-once)?[ \t]*(?:\r?\n|$)/v,
  boothook: /^#cloud-boothook[ \t]*(?:\r?\n|$)/v,
  multipart: /^(?:[Cc]ontent-[Tt]ype: ?multipart\/|(?:MIME|Mime)-Version:)/v,
} as const;

/** A form of user data that machines run. */
export type Form = keyof typeof beginnings;

/** Forms of cloud-init that machines do not run, by their first characters, and why. */
const refusedForms = {
  '#cloud-config-archive': 'use MIME multipart instead',
  '#cloud-config-jsonp': 'use #cloud-config instead',
  '#part-handler': 'a machine has no cloud-init that could load Python',
  '#upstart-job': 'use a service in /etc/services.d instead',
} as const;

/** The form of user data; undefined for other text, which is kept but not run. */
export const formOf = (text: string): Form | undefined =>
  (Object.keys(beginnings) as Form[]).find((form) => beginnings[form].test(text));

/** Why user data in a form of cloud-init cannot be run here; undefined for all other text. */
export function refusalOf(text: string): string | undefined {
  const [word = ''] = text.split(/\s/v, 1);
  const why = Object.hasOwn(refusedForms, word) ? refusedForms[word as keyof typeof refusedForms] : undefined;
  return why && `${word} is not supported: ${why}`;
}
