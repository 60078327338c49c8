import type { Reason } from '../../contract/command.js';
import type { ObjectSchema } from '../../contract/shape.js';
import type { MethodAccess } from '../../contract/methods.js';
import type { Example, Method } from './method.js';
import { toNamedSchemas, toReferences } from './named-schemas.js';
import { ACCESS_CHANGE, HELLO, STATE_CHANGE } from '../../contract/protocol.js';
import { ERRORS } from '../rpc-error.js';

interface ContentDescriptor {
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: object;
}

interface NamedValue {
  readonly name: string;
  readonly value: unknown;
}

export interface OpenRpcMethod {
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly { readonly name: string }[];
  readonly paramStructure: 'by-name';
  readonly params: readonly ContentDescriptor[];
  readonly result: ContentDescriptor;
  readonly errors: readonly { readonly $ref: string }[];
  readonly examples: readonly {
    readonly name: string;
    readonly params: readonly NamedValue[];
    readonly result?: NamedValue;
  }[];
  /** The schema that checks the params as a whole, including rules between several params. */
  readonly 'x-paramsSchema': object;
  /** Who may call: `anyone`, `guest` (any token, or open access), `owner` (an owner's token). */
  readonly 'x-access': MethodAccess;
  /** Whether it can only be called within a session, not by `POST /rpc`. */
  readonly 'x-needsSession': boolean;
}

export type OpenRpcDocument = {
  readonly openrpc: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly methods: readonly OpenRpcMethod[];
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly errors: Readonly<Record<string, object>>;
  };
  /** The server's notifications, which OpenRPC has no place for. */
  readonly 'x-notifications': readonly ContentDescriptor[];
};

/** Errors that any call may get. */
const ALWAYS: readonly Reason[] = ['unauthorized', 'rateLimited'];
const OF_OWNERS: readonly Reason[] = [...ALWAYS, 'forbidden'];

/** Describes the methods, except those of the device alone, as a document of the OpenRPC specification 1.3.2. */
export function toOpenRpc(methods: readonly Method[]): OpenRpcDocument {
  return {
    openrpc: '1.3.2',
    info: {
      title: 'Tonearm control API',
      version: '1',
      description: 'JSON-RPC 2.0 over WebSocket (/control), HTTP (POST /rpc) and control.sock.',
    },
    methods: methods.filter(({ localOnly }) => localOnly !== true).map(toMethod),
    components: {
      schemas: toNamedSchemas(),
      errors: Object.fromEntries(Object.entries(ERRORS).map(toErrorComponent)),
    },
    'x-notifications': [
      {
        name: 'server.hello',
        description: 'The first message of a session, sent by the server.',
        schema: toReferences(HELLO),
      },
      {
        name: 'state.changed',
        description:
          'One change, sent after `state.subscribe`. Revisions increase by one; each changed member of the state is sent whole.',
        schema: toReferences(STATE_CHANGE),
      },
      {
        name: 'access.changed',
        description:
          'Sent to the open sessions of owners: a client was admitted (`by`: its inviter) or lost access (`by`: who removed ' +
          'it; left out if a guest’s access expired), the digits of an invitation (`by`: its inviter) were disabled after ' +
          'too many wrong codes, or the speaker has a new listener or was paired with `tonearm pair` (`by`: that, or the inviter whose code was used).',
        schema: toReferences(ACCESS_CHANGE),
      },
    ],
  };
}

function toMethod(method: Method): OpenRpcMethod {
  const { name, doc, params, result, access } = method;
  const [summary = '', ...more] = doc.split(/(?<=[.]) (?=[A-Z`])/);
  const names = new Set([...(method.errors ?? []), ...(access === 'owner' ? OF_OWNERS : ALWAYS)]);
  return {
    name,
    summary,
    ...(more.length > 0 && { description: doc }),
    tags: [{ name: name.replace(/\..*/, '') }],
    paramStructure: 'by-name',
    params: toParams(params),
    result: { name: 'result', schema: toReferences(result) },
    errors: Object.keys(ERRORS)
      .filter(reason => names.has(reason as Reason))
      .map(reason => ({ $ref: `#/components/errors/${reason}` })),
    examples: method.examples.map((example, index) => toExample(example, `${name} ${index + 1}`)),
    'x-paramsSchema': toReferences(params),
    'x-access': access,
    'x-needsSession': method.needsSession === true,
  };
}

function toParams({ properties = {}, required = [] }: ObjectSchema): ContentDescriptor[] {
  const described = Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    ...(schema.description !== undefined && { description: schema.description }),
    schema: toReferences(schema),
  }));
  // OpenRPC 1.3.2, "Method Object": required params come first.
  return described.sort((one, other) => Number(other.required) - Number(one.required));
}

function toExample({ params, result }: Example, name: string): OpenRpcMethod['examples'][number] {
  return {
    name,
    params: Object.entries(params as object).map(([param, value]) => ({
      name: param,
      value: value as unknown,
    })),
    ...(result !== undefined && { result: { name: 'result', value: result } }),
  };
}

function toErrorComponent([reason, { code, meaning }]: [string, { code: number; meaning: string }]) {
  return [reason, { code, message: meaning, data: { reason } }] as const;
}
