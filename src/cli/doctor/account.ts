import { createHash, randomUUID } from 'node:crypto';
import { readPairing } from '../../daemon/state-files.js';
import { type Config, defaultRedirectUri } from '../../config/config.js';
import { createClientAuthentication } from '../../lib/client-authentication.js';
import { findLostCredential } from './credential.js';
import { type Finding, type Findings, type Found, NO_CONFIG } from './finding.js';
import { FORM_REMEDY, keepsFormsFrom } from './form-policy.js';
import type { Check, Scene } from './scene.js';
import { ask, type WebAnswer, wordOf } from './web-request.js';

/** Checks whether the service knows this application and accepts the pairing. */
export const account: Check = {
  name: 'account',
  needsAgent: true,
  async look(scene, findings, signal) {
    const { config, agent } = scene;
    if (config === null) return findings.unseen(NO_CONFIG);
    const [client, pairing, signIn, redirect] = await Promise.all([
      checkClient(scene, config.service, findings, signal),
      agent === null ? checkKeptToken(scene, config, findings, signal) : checkRunning(agent, findings),
      isPaired(scene) ? null : checkSignIn(config, findings, signal),
      agent === null ? null : checkRedirect(agent, findings),
    ]);
    if (client.level !== 'broken') return [client, pairing, signIn, redirect];
    // The other two would only report the same cause again.
    return [client, pairing.remedy !== CLIENT_REMEDY && pairing, redirect];
  },
};

const CLIENT_REMEDY =
  'compare TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET with what the music service gave you, and restart the agent: sudo systemctl restart tonearm';
const NO_SECRET_REMEDY = `${CLIENT_REMEDY}; this command found no secret: if only root may read its file, run sudo tonearm doctor`;
const PAIR_REMEDY =
  'open the speaker’s page and sign in to the same account again; for another account, run sudo tonearm pair on the speaker';
const OVER_REMEDY =
  'sudo systemctl restart tonearm gives you another 15 minutes: then open the speaker’s page; or run sudo tonearm pair on the speaker';
const FIRST_REMEDY =
  'open the speaker’s page, which says who may pair it, or run sudo tonearm pair on the speaker';

/**
 * Tries a renewal with an invalid token: a known application gets an error about the token, an unknown one about
 * itself.
 */
async function checkClient(
  { root, instance, isRoot }: Scene,
  { authUrl, clientId, clientSecret }: Config['service'],
  findings: Findings,
  signal: AbortSignal,
): Promise<Finding> {
  if (clientSecret === '' && findLostCredential(root, instance) !== null)
    return findings.unseen('the file of the client secret is missing, see the finding "configuration"');
  const form = { grant_type: 'refresh_token', refresh_token: 'tonearm-doctor' };
  try {
    // As the agent does: services differ in where they read who the client is.
    const authentication = createClientAuthentication(clientId, clientSecret);
    const { error, status } = await authentication.send(async ({ headers, fields }) => {
      const answer = await ask(`${authUrl}/oauth/v1/token`, {
        signal,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form, ...fields }).toString(),
      });
      return { status: answer.status, error: wordIn(answer, 'error') };
    });
    if (error === 'invalid_grant' && clientSecret === '')
      return findings.note(
        'the music service knows the client id, but there is no secret: any program can pose as this one',
      );
    if (error === 'invalid_grant')
      return findings.ok('the music service accepts the client id and its secret');
    if (error === 'invalid_client' || error === 'unauthorized_client' || status === 401) {
      const remedy = clientSecret === '' && !isRoot ? NO_SECRET_REMEDY : CLIENT_REMEDY;
      return findings.broken('the music service does not accept the client id or its secret', remedy);
    }
    if (error !== null)
      return findings.warning(`the music service answers ${error} to a test request`, CLIENT_REMEDY);
    return findings.broken(
      `what answers is not the music service (HTTP ${status}, not an OAuth answer)`,
      'check TONEARM_AUTH_URL; a hotel or guest network may require you to log in first',
    );
  } catch (error) {
    return findings.broken(
      `the client id could not be checked (${wordOf(error)})`,
      'see the finding "service"',
    );
  }
}

async function checkRunning(agent: NonNullable<Scene['agent']>, findings: Findings): Promise<Finding> {
  if (agent.state.pairing === 'unpaired')
    return (await agent.record())?.isPairingOver === true
      ? findings.warning('this speaker is not paired, and the 15 minutes for pairing are over', OVER_REMEDY)
      : findings.warning('this speaker is not paired', FIRST_REMEDY);
  const refusal = await agent.askService();
  if (refusal === null) return findings.ok('the music service accepts the pairing');
  const { reason, message } = refusal;
  if (reason === 'notPaired') return findings.broken('the music service has ended the pairing', PAIR_REMEDY);
  const isOfClient = message.includes('TONEARM_CLIENT_ID');
  return findings.broken(
    `the agent asked the music service and got: ${reason} (${message})`,
    isOfClient
      ? CLIENT_REMEDY
      : 'see the finding "service"; if its hosts answer, check TONEARM_BASE_URL: another server may answer there',
  );
}

/** The redirect address follows the name of the machine, which may change while the agent runs. */
async function checkRedirect(agent: NonNullable<Scene['agent']>, findings: Findings): Promise<Found> {
  const former = (await agent.record())?.formerRedirectUri;
  if (former == null) return null;
  return findings.warning(
    `the machine was renamed: the redirect address, which named ${new URL(former).hostname}, has changed with it`,
    'register the new one with the music service, or set TONEARM_REDIRECT_URI to the former one',
  );
}

function isPaired({ agent, stateDir }: Scene): boolean {
  if (agent !== null) return agent.state.pairing === 'paired';
  const kept = stateDir === null ? null : readPairing(stateDir);
  return kept !== null && kept.refreshToken !== '';
}

/** Checks whether the service would let a listener sign in for this client and redirect the browser to this speaker. */
async function checkSignIn(config: Config, findings: Findings, signal: AbortSignal): Promise<Found> {
  const { authUrl, clientId } = config.service;
  // With any free port, the redirect URI is not known in advance.
  if (config.redirectUri === null && config.http.port === 0) return null;
  const redirectUri = config.redirectUri ?? defaultRedirectUri(config, config.http.port);
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'webapi',
    state: 'tonearm-doctor',
    code_challenge: createHash('sha256').update(randomUUID()).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const remedy = `register ${redirectUri} and the scope webapi for this client with the music service, or set TONEARM_REDIRECT_URI to the registered address`;
  try {
    const url = `${authUrl}/oauth/v1/authorize?${query.toString()}`;
    const { status, location, policy } = await ask(url, { signal });
    const error = URL.canParse(location) ? new URL(location).searchParams.get('error') : null;
    if (error !== null && /^[a-z_]{1,40}$/.test(error))
      return findings.broken(`the music service answers ${error} to a sign-in`, remedy);
    if (status === 400 || status === 401) {
      const text = `the music service does not let anybody sign in from this speaker (HTTP ${status})`;
      return findings.broken(text, `${remedy}; ${CLIENT_REMEDY}`);
    }
    if (status >= 400)
      return findings.warning(`the music service answers HTTP ${status} to a sign-in`, 'wait and try again');
    if (keepsFormsFrom(policy, redirectUri)) {
      const text = 'the music service’s sign-in page lets no form lead back to this speaker';
      return findings.warning(text, FORM_REMEDY);
    }
    return findings.ok('the music service offers its sign-in to this speaker');
  } catch {
    // The check of the client already reports an unreachable service.
    return null;
  }
}

async function checkKeptToken(
  { stateDir, epochMs }: Scene,
  { service }: Config,
  findings: Findings,
  signal: AbortSignal,
): Promise<Finding> {
  const kept = stateDir === null ? null : readPairing(stateDir);
  if (kept === null)
    return findings.warning('nobody has paired this speaker', `start the agent, ${FIRST_REMEDY}`);
  if (kept.refreshToken === '')
    return findings.broken('the music service has ended the pairing', PAIR_REMEDY);
  const isLapsed = kept.obtainedAtMs + kept.expiresInS * 1_000 < epochMs();
  if (isLapsed)
    return findings.note('paired; the access token has expired, and the agent renews it when it starts');
  try {
    const answer = await ask(`${service.baseUrl}/api/v1/graphql/graphql`, {
      signal,
      method: 'POST',
      headers: { authorization: `Bearer ${kept.accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        operationName: 'ProfileId',
        variables: {},
        query: 'query ProfileId { profile { __typename id } }',
      }),
    });
    if (answer.status === 401 || answer.text.includes('"UNAUTHENTICATED"')) {
      return findings.broken(
        'the music service no longer accepts the pairing',
        `start the agent; if it finds the same, ${PAIR_REMEDY}`,
      );
    }
    if (wordIn(answer, 'data') === 'object') return findings.ok('the music service accepts the pairing');
    return findings.warning(
      `the music service answers HTTP ${answer.status} without data`,
      'wait and try again',
    );
  } catch (error) {
    return findings.broken(
      `the pairing could not be checked (${wordOf(error)})`,
      'see the finding "service"',
    );
  }
}

/**
 * Returns a member of a JSON answer if it is a word such as those of OAuth or GraphQL, `object` if it is an object,
 * else null.
 */
function wordIn({ text }: WebAnswer, name: string): string | null {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed !== 'object' || parsed === null || !Object.hasOwn(parsed, name)) return null;
    const value = (parsed as Readonly<Record<string, unknown>>)[name];
    if (typeof value === 'object' && value !== null) return 'object';
    return typeof value === 'string' && /^[a-z_]{1,40}$/.test(value) ? value : null;
  } catch {
    return null;
  }
}
