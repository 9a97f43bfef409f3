import { SvcError } from '#lib/client/error.ts';

type Step = { attribute_name: string } | { element_key_string: string } | { element_key_int: number };

/** What Terraform shows to people, at an attribute where there is one. */
export interface Diagnostic {
  readonly severity: 1 | 2;
  readonly summary: string;
  readonly detail: string;
  readonly attribute?: { readonly steps: readonly Step[] };
}

/** An error that no attribute is to blame for. */
export const failed = (summary: string, detail = ''): Diagnostic => ({ severity: 1, summary, detail });

/** What a call failed for, with the id of its request: a 400 once at each field that is an attribute of the noun. */
export function diagnosticsOf(error: unknown, what: string, attributes: object, severity: 1 | 2 = 1): Diagnostic[] {
  if (!(error instanceof SvcError)) throw error;
  const request = error.requestId ? `Request ${error.requestId}` : '';
  if (error.fields.length === 0) {
    return [{ severity, summary: `${what}: ${error.message}`, detail: request }];
  }
  return error.fields.map(({ field, message }) => {
    const summary = `${what}: ${field}: ${message}`;
    const steps = stepsTo(field, attributes);
    return { severity, summary, detail: request, ...(steps && { attribute: { steps } }) };
  });
}

/** What the path of a field needs of an attribute. */
type Described = Readonly<Record<string, { nested?: { attributes: object } }>>;

/**
 * The path to a field of the body: its attribute, the item of a list, and the key of a map, which may hold dots. Of a
 * nested attribute it ends at the outermost one: Terraform finds no line for what is inside, and would show the head of
 * the resource.
 */
function stepsTo(field: string, attributes: object): Step[] | undefined {
  const [name = ''] = field.split(/[.[]/);
  if (!Object.hasOwn(attributes, name)) return undefined;
  if ((attributes as Described)[name]?.nested) return [{ attribute_name: name }];
  const rest = field.slice(name.length);
  const [place = '', item] = /^\[(\d{1,9})\]/.exec(rest) ?? [];
  const key = rest.slice(place.length).replace(/^\./, '');
  return [
    { attribute_name: name },
    ...(item === undefined ? [] : [{ element_key_int: Number(item) }]),
    ...(key ? [{ element_key_string: key }] : []),
  ];
}
