/** How a request shows which client sends it: a header, or fields of its form. */
export interface Authentication {
  readonly headers: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, string>>;
}

/** The status of an answer, and the `error` that it names (RFC 6749 §5.2). */
interface Judged {
  readonly status: number;
  readonly error: unknown;
}

/** Authenticates the client at the OAuth endpoints (specification, section 5; RFC 6749 §2.3.1 and §3.2.1). */
export interface ClientAuthentication {
  /**
   * Sends a request. If the service refuses the client, sends it once more the other way, and begins with that way from
   * then on if it is taken. Returns the first refusal if both are.
   */
  send<A extends Judged>(post: (authentication: Authentication) => Promise<A>): Promise<A>;
}

/**
 * Creates the two ways. With a secret: Basic, then the form. Without one: the form field `client_id`, then Basic. Some
 * services read no Basic at all (openauth, the router of the MCP SDK), others refuse Basic with an empty secret
 * (oidc-provider, better-auth).
 */
export function createClientAuthentication(clientId: string, clientSecret: string): ClientAuthentication {
  // Base64 of the plain bytes, not form-encoded first.
  const basic = `Basic ${Buffer.from(`${clientId}:${clientSecret}`, 'utf8').toString('base64')}`;
  const byHeader: Authentication = { headers: { authorization: basic }, fields: {} };
  const secret = clientSecret === '' ? {} : { client_secret: clientSecret };
  const byForm: Authentication = { headers: {}, fields: { client_id: clientId, ...secret } };
  const other = (way: Authentication) => (way === byHeader ? byForm : byHeader);
  let way = clientSecret === '' ? byForm : byHeader;

  return {
    async send(post) {
      const first = way;
      const answer = await post(first);
      if (!isRefusal(answer)) return answer;
      const second = await post(other(first));
      if (isRefusal(second)) return answer;
      // A server in trouble says nothing about the client.
      if (second.status < 500 && second.status !== 429) way = other(first);
      return second;
    },
  };
}

const REFUSALS = ['invalid_client', 'invalid_request', 'unauthorized_client'];

/** Whether the answer may mean that the client was not recognised. `invalid_grant` means that it was. */
function isRefusal({ status, error }: Judged): boolean {
  if (status === 401) return error !== 'invalid_grant';
  return (status === 400 || status === 403) && REFUSALS.some(word => word === error);
}
