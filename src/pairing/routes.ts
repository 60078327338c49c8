import type { PageRequest, PageResponse } from '../contract/ports.js';
import type { PairingPages } from './pages.js';

export type Answer = (request: PageRequest) => PageResponse | Promise<PageResponse>;

/** How one of the paths is answered, by method. HEAD is answered only where a GET spends no state. */
export interface Route {
  readonly answers: Readonly<Partial<Record<string, Answer>>>;
  /** The route also answers while the speaker is paired. */
  readonly open?: true;
}

/** Returns the answer to a request below `/pair`; while paired it is `gone` unless the route is open. */
export function toAnswer(
  routes: Readonly<Record<string, Route>>,
  { path, method }: PageRequest,
  { paired, gone, pages }: { readonly paired: boolean; readonly gone: Answer; readonly pages: PairingPages },
): Answer {
  const { answers, open } = (Object.hasOwn(routes, path) ? routes[path] : undefined) ?? {};
  const answer = answers?.[method];
  if (paired && (answer === undefined || open !== true)) return gone;
  if (answers === undefined) return () => pages.notFound();
  return answer ?? (() => pages.wrongMethod(Object.keys(answers).join(', ')));
}
