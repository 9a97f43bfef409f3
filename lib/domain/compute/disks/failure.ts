/** How an operation on a disk failed: in words, under which code, and whether what it left has been undone. */
export interface DiskFailure {
  reason: string;
  code: string;
  undone: boolean;
}
