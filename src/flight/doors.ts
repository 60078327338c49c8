/** The filters for events and effects: they name every member that may be recorded. */
import { type By, type Command, type Refusal, REASONS } from '../contract/command.js';
import { FAILURE_CODES, OUTCOMES, type ServiceFailure } from '../core/vocabulary/failure.js';
import { FEEDBACKS, ITEM_KINDS, type Item, type Source } from '../core/vocabulary/item.js';
import type { Event } from '../core/vocabulary/event.js';
import type { Ask } from '../core/model/ledger.js';
import type { AccountName } from '../contract/public-state.js';
import { BARRED_FAULTS, HOST_FAULTS, SHOWN } from '../core/vocabulary/player-event.js';
import type { Effect } from '../core/reconcile/effect.js';
import { TIMERS } from '../core/vocabulary/timer.js';
import { type Door, wordsOf } from './door.js';

export const SOURCE: Door<Source> = { members: { id: 'id', type: 'word', name: 'title' } };

export const ITEM: Door<Item> = {
  members: {
    typename: 'word',
    kind: wordsOf(ITEM_KINDS),
    index: 'kept',
    trackToken: 'token',
    trackId: 'id',
    audioUrl: 'address',
    title: 'title',
    artist: 'title',
    album: 'title',
    podcast: 'title',
    artUrl: 'address',
    durationMs: 'kept',
    progressFrequencyS: 'kept',
    feedback: wordsOf(FEEDBACKS),
    interactions: { each: 'word' },
    gainDb: 'kept',
    errorHeader: 'text',
    errorDescription: 'text',
  },
};

export const FAILURE: Door<ServiceFailure> = {
  members: {
    code: wordsOf(FAILURE_CODES),
    message: 'text',
    outcome: wordsOf(OUTCOMES),
    empty: 'kept',
    retryAfterMs: 'kept',
    serviceCode: 'word',
    serviceMessage: 'text',
    lasting: 'kept',
  },
};

export const REFUSAL: Door<Refusal> = {
  members: {
    reason: wordsOf(REASONS),
    message: 'text',
    interaction: 'word',
    retryAfterMs: 'kept',
    serviceCode: 'word',
    serviceMessage: 'text',
  },
};

export const CAUSE: Door<By> = {
  members: {
    client: 'client',
    key: 'client',
    open: 'kept',
    guest: 'kept',
    method: 'word',
    commandId: 'token',
  },
};

export const OF_SERVICE = ['play', 'next', 'previous', 'replay', 'setFeedback'] as const;

const COMMAND: Door<Command> = {
  members: {
    type: wordsOf([
      ...OF_SERVICE,
      'pause',
      'playPause',
      'stop',
      'seek',
      'setVolume',
      'setMuted',
      'setPreset',
      'sleep',
      'setAlarm',
      'removeAlarm',
      'snooze',
      'dismiss',
      'announce',
      'cancelAnnouncement',
    ]),
    sourceId: 'id',
    preset: 'kept',
    number: 'kept',
    afterMs: 'kept',
    afterItem: 'kept',
    id: 'id',
    time: 'word',
    days: { each: 'kept' },
    enabled: 'kept',
    positionMs: 'kept',
    offsetMs: 'kept',
    volume: 'kept',
    offset: 'kept',
    muted: 'kept',
    value: wordsOf(FEEDBACKS),
    by: 'client',
    lengthMs: 'kept',
    announcementId: 'id',
  },
};

export const ASK: Door<Ask> = {
  members: {
    op: wordsOf([
      ...(['current', 'source', 'peek', 'setSource', 'setEnded', 'skip', 'previous', 'replay'] as const),
      ...(['setStarted', 'setPaused', 'setProgress', 'setFeedback'] as const),
    ]),
    sourceId: 'id',
    index: 'kept',
    elapsedS: 'kept',
    lengthS: 'kept',
    trackToken: 'token',
    targetId: 'id',
    sourceContextId: 'id',
    value: wordsOf(FEEDBACKS),
  },
};

export const ACCOUNT: Door<AccountName> = { members: { id: 'id', name: 'title' } };

export const EVENT: Door<Event> = {
  members: {
    type: wordsOf([
      ...(['player.ready', 'player.died', 'player.started', 'player.fetched', 'player.position'] as const),
      ...(['player.seeked', 'player.starved', 'player.flowing', 'player.ended', 'player.failed'] as const),
      ...([
        'player.stopped',
        'player.cut',
        'player.probed',
        'player.output',
        'announcement.over',
        'service.answered',
        'service.failed',
        'service.abilitiesChanged',
      ] as const),
      ...([
        'engine.started',
        'pairing.began',
        'pairing.ended',
        'account.named',
        'clock.set',
        'network.linkUp',
        'zone.told',
      ] as const),
      ...(['command.received', 'command.expired', 'timer.fired'] as const),
    ]),
    loadId: 'kept',
    positionMs: 'kept',
    lengthMs: 'kept',
    isOpen: 'kept',
    shown: wordsOf(SHOWN),
    mixes: 'kept',
    id: 'id',
    silentMs: 'kept',
    fault: wordsOf([...HOST_FAULTS, ...BARRED_FAULTS, 'device', 'unreachable', 'undecodable']),
    httpStatus: 'kept',
    detail: 'text',
    question: 'kept',
    item: ITEM,
    source: SOURCE,
    done: 'kept',
    failure: FAILURE,
    sameListener: 'kept',
    by: wordsOf(['listener', 'service']),
    account: ACCOUNT,
    epochOffsetMs: 'kept',
    zone: { each: { members: { atMs: 'kept', offsetMs: 'kept' } } },
    isClockSet: 'kept',
    ref: 'kept',
    command: COMMAND,
    cause: CAUSE,
    abilities: {
      members: { previous: 'kept', feedback: 'kept', peek: 'kept', replay: 'kept', reports: 'kept' },
    },
    name: wordsOf(TIMERS),
  },
};

export const EFFECT: Door<Effect> = {
  members: {
    type: wordsOf([
      ...(['player.load', 'player.pause', 'player.resume', 'player.releaseDevice', 'player.seek'] as const),
      ...(['player.unload', 'player.next', 'player.dropAppended', 'player.setVolume'] as const),
      ...(['player.setMuted', 'service.ask', 'service.abort', 'timer.set', 'timer.cancel'] as const),
      ...(['command.resolve', 'command.reject'] as const),
      ...(['player.duck', 'announcement.begin'] as const),
    ]),
    loadId: 'kept',
    url: 'address',
    startMs: 'kept',
    gainDb: 'kept',
    mode: wordsOf(['replace', 'append']),
    paused: 'kept',
    probe: { members: { well: 'host' } },
    positionMs: 'kept',
    volume: 'kept',
    muted: 'kept',
    isDucked: 'kept',
    id: 'id',
    question: 'kept',
    ask: ASK,
    name: wordsOf(TIMERS),
    delayMs: 'kept',
    spreadMs: 'kept',
    ref: 'kept',
    refusal: REFUSAL,
  },
};
