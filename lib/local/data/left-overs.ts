import { rmSync } from 'node:fs';
import type { DataDir } from './data-dir.ts';
import { markOf, type ProcessMark } from './processes.ts';
import { socketFolder } from './socket-folder.ts';

/**
 * Makes the folder of this run's sockets, and records its processes, so that the next start can remove both if this run
 * is killed.
 */
export function leftOvers(data: DataDir, stops: (() => unknown)[]) {
  const socketDir = socketFolder();
  stops.push(() => rmSync(socketDir, { recursive: true, force: true }));
  const children: ProcessMark[] = [];
  data.record({ children, socketDir });
  const noteChild = (pid: number) => {
    const mark = markOf(pid);
    if (mark) children.push(mark);
    data.record({ children: children.slice(-8), socketDir });
  };
  return { socketDir, noteChild };
}
