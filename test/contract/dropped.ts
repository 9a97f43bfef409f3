import {
  type ArrowFunction,
  isArrowFunction,
  isAwaitExpression,
  isBlock,
  isExpressionStatement,
  isVoidExpression,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast';
import { type Checker, NodeBuilderFlags, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync';
import { compiled, nameOf } from './compiler.ts';

const nothingInside =
  TypeFlags.Void | TypeFlags.Undefined | TypeFlags.Null | TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never;

/**
 * Places where a write is built and dropped, as `file:line`: there nothing would be written, and nothing would fail. A
 * place is a statement that is only an expression, or the body of a callback whose result is not used. The compiler
 * reads `planted` in place of files of the tree.
 */
export function droppedWrites(isLookedAt: (file: string) => boolean, planted: Record<string, string> = {}): string[] {
  return compiled(planted, ({ checker, program }) => {
    const files = program.getSourceFileNames().filter((path) => isLookedAt(nameOf(path)));
    return files.flatMap((path) => droppedIn(checker, program.getSourceFile(path)));
  });
}

function droppedIn(checker: Checker, source: SourceFile | undefined): string[] {
  if (!source) return [];
  const statements: Node[] = [];
  const callbacks: ArrowFunction[] = [];
  walk(source, (node) => {
    if (isExpressionStatement(node)) statements.push(bare(node.expression));
    if (isArrowFunction(node) && !isBlock(node.body)) callbacks.push(node);
  });
  const dropped = [
    ...holding(checker, statements, (node) => node),
    ...holding(checker, callbacks, ({ body }) => bare(body)).filter((node) => isUnread(checker, node)),
  ];
  return dropped.map((node) => `${nameOf(source.fileName)}:${lineOf(source, node)}`);
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  node.forEachChild((child) => {
    walk(child, visit);
  });
}

/** The expression that `await` and `void` stand before. */
function bare(node: Node): Node {
  return isAwaitExpression(node) || isVoidExpression(node) ? bare(node.expression) : node;
}

const lineOf = (source: SourceFile, node: Node) => source.text.slice(0, node.getStart(source)).split('\n').length;

function holding<N extends Node>(checker: Checker, nodes: N[], value: (node: N) => Node): N[] {
  const types = checker.getTypeAtLocation(nodes.map(value));
  return nodes.filter((_, i) => holdsWrite(checker, types[i]));
}

/** Whether it is a Write, or a list, a promise or an alternative of it, or has it as its `write` or `writes`. */
function holdsWrite(checker: Checker, type: Type | undefined): boolean {
  if (!type || type.flags & nothingInside) return false;
  const properties = ['write', 'writes'].flatMap((name) => checker.getPropertyOfType(type, name) ?? []);
  return [type, ...properties.flatMap((property) => checker.getTypeOfSymbol(property) ?? [])].some((held) =>
    /\bWrite\b/.test(checker.typeToString(held, undefined, NodeBuilderFlags.NoTruncation)),
  );
}

/** Whether a callback is given where its result is thrown away. */
function isUnread(checker: Checker, callback: ArrowFunction): boolean {
  const wanted = checker.getContextualType(callback);
  const signatures = wanted ? checker.getSignaturesOfType(wanted, SignatureKind.Call) : [];
  return signatures.some((signature) => {
    const returned = checker.getReturnTypeOfSignature(signature);
    return returned !== undefined && (returned.flags & TypeFlags.Void) !== 0;
  });
}
