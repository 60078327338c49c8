const failures = {
  'remedy.notSupported': 'Choose something else.',
  'remedy.playerUnavailable': 'It is restarting; this takes a moment.',
  'remedy.audioDeviceUnavailable':
    'Check that it is plugged in and switched on. The music then resumes by itself.',
  'remedy.offline': 'Check its network. It keeps trying and resumes by itself.',
  'remedy.serviceError': 'The speaker keeps trying. You can also choose something else.',
  'failed.skipLimitReached': 'No more skips for now. The music goes on.',
  'notice.itemUnplayableNamed': '“{title}” could not be played and was skipped.',
  'notice.itemUnplayable': 'Something could not be played and was skipped.',
  'notice.clockNotSet':
    'The clock of the speaker was not set since it was switched on. Alarms wait for that.',
  'notice.alarmMissed': 'An alarm could not ring, because the speaker was off.',
  'notice.client':
    'The music service does not accept this speaker. If signing in again does not help, the person who installed it can.',
  'notice.certificate': 'The certificate of the music server is not valid. The speaker keeps trying.',
  'notice.insecure': 'The music server does not use encryption, so the speaker does not play from it.',
  'notice.host': 'The music server does not deliver the music. The speaker keeps trying.',
  'failed.tooLate': 'Your command arrived too late and was ignored.',
  'failed.name': 'The speaker does not accept this name. Letters, digits and simple symbols are fine.',
  'failed.forbidden': 'Only owners can do that.',
  'failed.rateLimited': 'Too many requests. Try again in a moment.',
  'failed.notAllowed': 'The service does not allow that here.',
  'failed.serviceError': 'That did not work: the music service has a problem.',
  'failed.sorting': 'The service cannot sort this list that way.',
  'failed.unknownKind': 'The service does not offer this choice.',
  'failed.other': 'That did not work.',
  'failed.timedOut': 'The speaker did not answer in time.',
  badLink:
    'This link is no longer valid, is for another speaker or is for guests. This browser keeps the access it had.',
  replaced: 'This browser now controls the speaker with the access it was just given.',
  alreadyIn:
    'This device already controls the speaker. If the invitation is still unused, another phone can use it.',
  'silence.notPaired': 'The speaker is not signed in.',
  'remedy.notPaired': 'Sign in to your account.',
} as const;

export default failures;
