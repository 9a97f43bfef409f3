import { localDocuments } from './local.ts';
import type { DocumentStore } from './store.ts';

/** The store of documents, the folder SVC_DOCUMENTS_DIR; undefined where there is none: documents then wait to be made. */
export function documentStore(): DocumentStore | undefined {
  const { SVC_DOCUMENTS_DIR: dir, SVC_BASE_URL: base = '' } = process.env;
  return dir ? localDocuments(dir, base) : undefined;
}
