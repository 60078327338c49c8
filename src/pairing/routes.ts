import type { PageRequest, PageResponse } from '../contract/ports.js';
import type { PairingPages } from './pages.js';

export type PageAnswer = (request: PageRequest) => PageResponse | Promise<PageResponse>;

/** How one of the paths is answered, by method. HEAD is answered only where a GET spends no state. */
export interface PairingRoute {
  readonly answers: Readonly<Partial<Record<string, PageAnswer>>>;
  /** The route also answers while the speaker is paired. */
  readonly open?: true;
}

/** Returns the answer to a request below `/pair`; while paired it is `gone` unless the route is open. */
export function toAnswer(
  routes: Readonly<Record<string, PairingRoute>>,
  { path, method }: PageRequest,
  {
    paired,
    gone,
    pages,
  }: { readonly paired: boolean; readonly gone: PageAnswer; readonly pages: PairingPages },
): PageAnswer {
  const { answers, open } = (Object.hasOwn(routes, path) ? routes[path] : undefined) ?? {};
  const answer = answers?.[method];
  if (paired && (answer === undefined || open !== true)) return gone;
  if (answers === undefined) return () => pages.notFound();
  return answer ?? (() => pages.wrongMethod(Object.keys(answers).join(', ')));
}
