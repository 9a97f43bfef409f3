import jsonata from 'jsonata';

/** The JSONata source of a `{% … %}` string, or undefined when the string is plain text. */
export function asExpression(text: string): string | undefined {
  return text.startsWith('{%') && text.endsWith('%}') && text.length >= 4 ? text.slice(2, -2).trim() : undefined;
}

/** What an expression uses from outside: variables, members of `$states`, and whether it calls `$eval`. */
export interface ExpressionUse {
  variables: string[];
  states: string[];
  evaluates: boolean;
}

/** Deeper than any real expression; the parser fails not far beyond. */
const DEEPEST = 500;

/** Parses an expression and returns what it uses. Throws with JSONata's message where it does not parse. */
export function useOf(source: string): ExpressionUse {
  const used = new Set<string>();
  const bound = new Set<string>(['', '$', 'states']);
  const states = new Set<string>();
  walk(jsonata(source).ast(), 0, (node) => {
    if (node.type === 'variable') used.add(String(node.value));
    for (const name of boundBy(node)) bound.add(name);
    if (node.type === 'path') for (const name of statesMember(node.steps as Node[])) states.add(name);
  });
  const free = [...used].filter((name) => !bound.has(name));
  return {
    variables: free.filter((name) => !BUILTINS.has(name) && name !== 'eval'),
    states: [...states],
    evaluates: free.includes('eval'),
  };
}

type Node = Record<string, unknown>;

function walk(node: unknown, depth: number, visit: (node: Node) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (depth > DEEPEST) throw new Error(`it is nested deeper than ${DEEPEST}`);
  if (!Array.isArray(node)) visit(node as Node);
  for (const child of Object.values(node)) walk(child, depth + 1, visit);
}

/** The names that a node binds: `$x := …`, a function's parameters, `@$x` and `#$x`. */
function boundBy({ type, lhs, arguments: parameters, focus, index }: Node): string[] {
  if (type === 'bind') return [nameOf(lhs)];
  if (type === 'lambda') return (parameters as unknown[]).map(nameOf);
  return [focus, index].filter((name) => typeof name === 'string');
}

/** The member of `$states` that a path takes, if it takes one. */
function statesMember([first, second]: Node[]): string[] {
  const takes = first?.type === 'variable' && first.value === 'states' && second?.type === 'name';
  return takes ? [String(second.value)] : [];
}

function nameOf(node: unknown): string {
  return String((node as Node | undefined)?.value ?? '');
}

/** Functions that an expression may call: those of JSONata 2.2 and of Step Functions. */
export const BUILTINS: ReadonlySet<string> = new Set([
  ...['sum', 'count', 'max', 'min', 'average', 'string', 'substring', 'substringBefore', 'substringAfter'],
  ...['lowercase', 'uppercase', 'length', 'trim', 'pad', 'match', 'contains', 'replace', 'split', 'join'],
  ...['formatNumber', 'formatBase', 'formatInteger', 'parseInteger', 'number', 'floor', 'ceil', 'round', 'abs'],
  ...['sqrt', 'power', 'random', 'boolean', 'not', 'map', 'zip', 'filter', 'single', 'reduce', 'sift', 'keys'],
  ...['lookup', 'append', 'exists', 'spread', 'merge', 'reverse', 'each', 'error', 'assert', 'type', 'sort'],
  ...['shuffle', 'distinct', 'base64encode', 'base64decode', 'encodeUrlComponent', 'encodeUrl'],
  ...['decodeUrlComponent', 'decodeUrl', 'toMillis', 'fromMillis', 'clone', 'now', 'millis'],
  ...['partition', 'range', 'hash', 'uuid', 'parse'],
]);
