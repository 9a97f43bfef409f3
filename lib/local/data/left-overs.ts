import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataDir } from './data-dir.ts';
import { markOf, type ProcessMark } from './processes.ts';

/** Unix sockets stand in a folder of their own, since their path may be no longer than 100 bytes, and nobody else can reach them there. */
export function leftOvers(data: DataDir, stops: (() => unknown)[]) {
  const socketDir = mkdtempSync(join(tmpdir(), 'svc-'));
  const remove = () => rmSync(socketDir, { recursive: true, force: true });
  // A forced end runs no stops.
  process.once('exit', remove);
  stops.push(remove);
  const children: ProcessMark[] = [];
  data.record({ children, socketDir });
  const noteChild = (pid: number) => {
    const mark = markOf(pid);
    if (mark) children.push(mark);
    data.record({ children: children.slice(-8), socketDir });
  };
  return { socketDir, noteChild };
}
