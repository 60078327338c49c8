import type { Feedback } from '../core/vocabulary/item.js';
import type { Place } from '../core/model/ledger.js';
import { createDocumentWriter, type DocumentWriter } from './documents.js';
import type { Has } from './field-knowledge.js';
import { itemSelection } from './item-selection.js';
import type { Form, Operation } from './operation.js';

type OfDevice = { readonly deviceUuid: string };
type Reporting = OfDevice & Place;
type FieldArguments = readonly (string | null)[];

interface OperationShape<P> {
  readonly level: Form<P>['level'];
  readonly kind: 'query' | 'mutation';
  readonly parent?: string;
  readonly patient?: true;
  /** A refusal of one of these words means that the service lacks the operation (in this form). */
  readonly optional?: readonly string[];
  readonly select: (has: Has) => string;
  /** Selects the same without the item, for a service to which the document with it is too deep. */
  readonly brief?: (has: Has) => string;
  readonly write: (to: DocumentWriter, params: P) => FieldArguments;
}

/** Words of servers that limit how deep or how large a document may be, such as "Query depth limit of 6 exceeded". */
const SIZE = ['depth', 'complexity', 'cost'];

function operation<P>(
  field: string,
  { level, kind, parent = 'playback', patient, optional = [], select, brief, write }: OperationShape<P>,
): Operation<P> {
  const name = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
  const form = (selection: (has: Has) => string, names: readonly string[]): Form<P> => ({
    level,
    optional: names,
    write(params, has) {
      const to = createDocumentWriter();
      const body = `${parent} { ${to.field(field, write(to, params), selection(has))} }`;
      return to.document(kind, name, body);
    },
  });
  const forms = brief
    ? [form(select, [...optional, ...SIZE]), form(brief, optional)]
    : [form(select, optional)];
  return { name, path: [parent, field], forms, patient: patient ?? false };
}

const item = itemSelection;
const status = () => '__typename status';
const statusAndItem = {
  select: (has: Has) => `${status()} current { ${itemSelection(has)} }`,
  brief: status,
};
const source = (has: Has) => `__typename id type ${has('Source', 'name') ? 'name' : ''}`;

const onDevice = (to: DocumentWriter, { deviceUuid }: OfDevice): FieldArguments => [
  to.variable('deviceUuid', deviceUuid),
];

const onItem = (to: DocumentWriter, { deviceUuid, sourceId, index, elapsedS }: Reporting): FieldArguments => [
  to.variable('deviceUuid', deviceUuid),
  to.variable('sourceId', sourceId),
  to.variable('index', index),
  to.variable('elapsedTime', elapsedS),
];

/** Returns a report operation beyond the specification: service rules, profile `full`. */
function fullReport(
  field: string,
  answer: Pick<OperationShape<Reporting>, 'select' | 'brief'>,
): Operation<Reporting> {
  return operation<Reporting>(field, {
    level: 'full',
    kind: 'mutation',
    optional: [field],
    patient: true,
    ...answer,
    write: onItem,
  });
}

interface Rated extends OfDevice {
  readonly targetId: string;
  readonly sourceContextId: string;
  readonly trackToken: string | undefined;
  readonly elapsedS: number;
}

const onTarget = (to: DocumentWriter, { targetId, sourceContextId }: Rated): FieldArguments => [
  to.variable('targetId', targetId),
  to.variable('sourceContextId', sourceContextId),
];

/** The playback operations of the specification (section 4) and of the profile `full`. */
export const PLAYBACK_OPERATIONS = {
  current: operation<OfDevice>('current', { level: 'core', kind: 'query', select: item, write: onDevice }),
  setSource: operation<OfDevice & { readonly sourceId: string }>('setSource', {
    level: 'core',
    kind: 'mutation',
    select: has => `${source(has)} current { ${itemSelection(has)} }`,
    brief: source,
    write: (to, { deviceUuid, sourceId }) => [
      to.variable('deviceUuid', deviceUuid),
      to.variable('sourceId', sourceId),
    ],
  }),
  setProgress: operation<Reporting>('setProgress', {
    level: 'core',
    kind: 'mutation',
    patient: true,
    ...statusAndItem,
    write: onItem,
  }),
  source: operation<OfDevice>('source', {
    level: 'full',
    kind: 'query',
    optional: ['source'],
    select: source,
    write: onDevice,
  }),
  // A query, because it changes nothing.
  peek: operation<OfDevice>('peek', {
    level: 'full',
    kind: 'query',
    optional: ['peek'],
    select: item,
    write: onDevice,
  }),
  setStarted: fullReport('setStarted', statusAndItem),
  pause: fullReport('pause', { select: status }),
  setEnded: operation<Reporting>('setEnded', {
    level: 'full',
    kind: 'mutation',
    optional: ['setEnded', 'reason', 'NORMAL'],
    patient: true,
    ...statusAndItem,
    write: (to, params) => [...onItem(to, params), to.word('reason', 'NORMAL')],
  }),
  skip: fullReport('skip', statusAndItem),
  previous: fullReport('previous', statusAndItem),
  replay: operation<Reporting & { readonly trackToken: string }>('replay', {
    level: 'full',
    kind: 'mutation',
    optional: ['replay'],
    select: status,
    write: (to, params) => [...onItem(to, params), to.variable('trackToken', params.trackToken)],
  }),
  setFeedback: operation<Rated & { readonly value: Feedback }>('setFeedback', {
    level: 'full',
    kind: 'mutation',
    parent: 'feedback',
    optional: ['feedback', 'setFeedback'],
    ...statusAndItem,
    write: (to, params) => [
      ...onTarget(to, params),
      to.word('value', params.value),
      to.variable('trackToken', params.trackToken),
      to.variable('deviceUuid', params.deviceUuid),
      to.variable('elapsedTime', params.elapsedS),
    ],
  }),
  removeFeedback: operation<Rated>('removeFeedback', {
    level: 'full',
    kind: 'mutation',
    parent: 'feedback',
    optional: ['feedback', 'removeFeedback'],
    select: status,
    write: onTarget,
  }),
};
