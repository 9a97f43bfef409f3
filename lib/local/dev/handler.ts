import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers by itself where it returns nothing. */
export type Handler = (req: IncomingMessage, res: ServerResponse) => object | undefined | Promise<object | undefined>;
export type Methods = Record<string, Handler>;
