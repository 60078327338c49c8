import { FEEDBACKS } from '../core/vocabulary/item.js';
import { LANES } from '../core/model/ledger.js';
import type { Since } from '../core/model/pace.js';
import type { End, Entry, Note } from '../core/model/playlist.js';
import type { Load, Settings, State, Waiting } from '../core/model/state.js';
import { HOST_FAULTS, SHOWN } from '../core/vocabulary/player-event.js';
import { type Timer, TIMERS } from '../core/vocabulary/timer.js';
import { type Door, type Each, wordsOf } from './door.js';
import { AGENDA } from './agenda-door.js';
import { ACCOUNT, ASK, CAUSE, EVENT, FAILURE, ITEM, OF_SERVICE, REFUSAL, SOURCE } from './doors.js';

const END: Door<End> = {
  members: {
    at: wordsOf(['ahead', 'due', 'sent', 'unknown', 'taken', 'settled']),
    by: wordsOf(['end', 'skip']),
    elapsedS: 'kept',
    tries: 'kept',
    looks: 'kept',
    waited: 'kept',
  },
};

const NOTES: Each<Door<Note>> = {
  each: {
    members: { id: 'kept', what: wordsOf(['setStarted', 'setPaused', 'setProgress']), elapsedS: 'kept' },
  },
};

const ENTRY: Door<Entry> = {
  members: {
    id: 'kept',
    item: ITEM,
    after: { members: { index: 'kept', trackToken: 'token' } },
    address: { members: { url: 'address', sinceMs: 'kept' } },
    anchor: { members: { positionMs: 'kept', steadyMs: 'kept', rate: 'kept' } },
    cue: 'kept',
    over: 'kept',
    end: END,
    notes: NOTES,
    lastNote: 'kept',
    firstHeardMs: 'kept',
    lengthMs: 'kept',
    isOpen: 'kept',
    heardToMs: 'kept',
    untoldMs: 'kept',
    faults: 'kept',
    cutAtMs: 'kept',
    breaksAtMs: 'kept',
    peeks: 'kept',
    peekDue: 'kept',
  },
};

const WAITING = {
  attempt: 'kept',
  waited: 'kept',
  hurried: 'kept',
} as const satisfies Door<Waiting>['members'];

const TIMER: Door<Timer> = { members: { key: 'key', hasRung: 'kept' } };

const SINCE: Door<Since> = { members: { id: 'kept', sinceMs: 'kept' } };

const QUIET: Door<NonNullable<Settings['quiet']>> = {
  members: { fromMin: 'kept', toMin: 'kept', volumeMax: 'kept' },
};

const LOAD = {
  loadId: 'kept',
  entry: 'kept',
  startMs: 'kept',
  origin: 'host',
  shown: wordsOf([...SHOWN, 'awaited']),
} as const satisfies Door<Load>['members'];

/** The filter for the state: it names every member that may be recorded. */
export const STATE: Door<State> = {
  members: {
    now: 'kept',
    settings: {
      members: {
        progressS: 'kept',
        volumeMax: 'kept',
        quiet: QUIET,
        releaseS: 'kept',
        resume: 'kept',
        soundWaits: 'kept',
      },
    },
    abilities: EVENT.members.abilities,
    pairing: { members: { is: wordsOf(['paired', 'unpaired']), serial: 'kept', account: ACCOUNT } },
    intent: {
      members: {
        wish: wordsOf(['playing', 'paused', 'stopped']),
        stopped: wordsOf(['sourceEnded', 'notSupported', 'serviceError', 'takenOver', 'idleTimeout']),
        claimedAtMs: 'kept',
        isLetGo: 'kept',
      },
    },
    setting: {
      members: {
        source: SOURCE,
        serial: 'kept',
        held: wordsOf(['unasked', 'yes', 'unknown', 'no', 'interrupted', 'restored']),
        wasHeld: wordsOf(['no', 'unknown', 'interrupted']),
        wasRestored: 'kept',
      },
    },
    playlist: {
      members: {
        previous: { members: { id: 'kept', index: 'kept', trackToken: 'token', lengthS: 'kept', end: END } },
        current: ENTRY,
        next: {
          members: {
            is: wordsOf(['unknown', 'none', 'some']),
            entry: ENTRY,
            certainty: wordsOf(['peeked', 'told']),
          },
        },
      },
    },
    player: {
      members: {
        alive: 'kept',
        deaths: 'kept',
        held: {
          members: {
            ...LOAD,
            cue: 'kept',
            is: wordsOf(['opening', 'sounding', 'starved', 'seeking', 'over']),
          },
        },
        behind: { members: LOAD },
        takenBack: 'kept',
        isEmpty: 'kept',
        isRunning: 'kept',
        hasDevice: 'kept',
        volume: 'kept',
        muted: 'kept',
        isDucked: 'kept',
        mixes: 'kept',
      },
    },
    hosts: { members: { doubted: { each: 'host' }, well: 'host' } },
    troubles: {
      members: {
        sound: {
          members: {
            ...WAITING,
            fault: wordsOf(['device', 'address']),
            refused: {
              members: { fault: wordsOf(HOST_FAULTS), httpStatus: 'kept', times: 'kept', sinceMs: 'kept' },
            },
            positionMs: 'kept',
          },
        },
        service: {
          members: { ...WAITING, fault: wordsOf(['offline', 'serviceError']), retryAfterMs: 'kept' },
        },
      },
    },
    ledger: {
      members: {
        open: {
          each: {
            members: {
              id: 'kept',
              lane: wordsOf(LANES),
              ask: ASK,
              about: 'kept',
              pairing: 'kept',
              isLate: 'kept',
              looks: 'kept',
              lookDue: 'kept',
            },
          },
        },
        calls: { each: 'kept' },
        inARow: 'kept',
      },
    },
    pace: { members: { asked: SINCE, fetched: SINCE, answerMs: 'kept', soundMs: 'kept' } },
    served: { each: { members: { cause: CAUSE, round: 'kept' } } },
    queue: {
      each: {
        members: {
          ref: 'kept',
          command: {
            members: { type: wordsOf(OF_SERVICE), sourceId: 'id', preset: 'kept', value: wordsOf(FEEDBACKS) },
          },
          cause: CAUSE,
          round: 'kept',
          silenced: 'kept',
          progress: {
            members: {
              at: wordsOf(['waiting', 'leaving', 'asked', 'unknown', 'taken', 'answered']),
              tries: 'kept',
              failure: FAILURE,
              read: wordsOf(['current', 'source']),
              source: SOURCE,
              item: ITEM,
              refusal: REFUSAL,
            },
          },
          about: {
            members: {
              entry: 'kept',
              was: { members: { index: 'kept', trackToken: 'token' } },
              setting: 'kept',
            },
          },
        },
      },
    },
    timers: {
      members: Object.fromEntries(TIMERS.map(name => [name, TIMER])) as Door<State['timers']>['members'],
    },
    agenda: AGENDA,
    unplayable: 'kept',
    notice: {
      members: {
        notice: { members: { code: 'word', title: 'text', message: 'text', detail: 'word' } },
        itemsLeft: 'kept',
      },
    },
    volume: 'kept',
    muted: 'kept',
    epochOffsetMs: 'kept',
    lastId: 'kept',
  },
};
