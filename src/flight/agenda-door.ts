import type { Agenda } from '../core/model/agenda.js';
import { type Door, wordsOf } from './door.js';
import { EVENT, SOURCE } from './doors.js';

export const AGENDA: Door<Agenda> = {
  members: {
    presets: { each: { members: { number: 'kept', source: SOURCE } } },
    alarms: {
      each: {
        members: {
          id: 'id',
          minute: 'kept',
          days: { each: 'kept' },
          sourceId: 'id',
          preset: 'kept',
          volume: 'kept',
          enabled: 'kept',
          doneMs: 'kept',
        },
      },
    },
    sleep: { members: { by: wordsOf(['time', 'item']), endsMs: 'kept' } },
    ring: {
      members: {
        id: 'id',
        atMs: 'kept',
        is: wordsOf(['ringing', 'snoozed']),
        sinceMs: 'kept',
        heardMs: 'kept',
        fallback: 'kept',
        volumeBefore: 'kept',
      },
    },
    zone: EVENT.members.zone,
    isClockSet: 'kept',
    announcements: {
      each: {
        members: { id: 'id', by: 'client', lengthMs: 'kept', volume: 'kept', sinceMs: 'kept' },
      },
    },
    spoken: 'id',
    preparedMs: 'kept',
    glide: { members: { from: 'kept', sinceMs: 'kept' } },
  },
};
