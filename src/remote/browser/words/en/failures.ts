const failures = {
  'remedy.notSupported': 'Choose something else.',
  'remedy.playerUnavailable': 'It is being started again; this takes a moment.',
  'remedy.audioDeviceUnavailable':
    'Check that it is plugged in and switched on. The music goes on by itself.',
  'remedy.offline': 'Check its network. It keeps trying and goes on by itself.',
  'remedy.serviceError': 'The speaker keeps trying. You can also choose something else.',
  'failed.skipLimitReached': 'No more skips for now. The music goes on.',
  'notice.client': 'The music service does not accept this speaker. Whoever installed it can mend that.',
  'notice.certificate':
    'The host that the music comes from has no good certificate. The speaker keeps trying.',
  'notice.insecure':
    'The host that the music comes from sends it without encryption. The speaker does not play that.',
  'notice.host': 'The host that the music comes from does not give it. The speaker keeps trying.',
  'failed.tooLate': 'That came too late, so it was not done.',
  'failed.name': 'The speaker does not take this name. Letters, digits and simple signs are fine.',
  'failed.forbidden': 'That is for the owners of the speaker.',
  'failed.rateLimited': 'That was too much at once. Try again in a moment.',
  'failed.notAllowed': 'The service does not allow that here.',
  'failed.serviceError': 'That did not work: the music service has a problem.',
  'failed.sorting': 'The service does not sort this that way.',
  'failed.unknownKind': 'The service does not offer this choice.',
  'failed.other': 'That did not work.',
  'failed.timedOut': 'The speaker did not answer in time.',
  badLink:
    'That link is no longer good, of another speaker, or a guest’s. This browser keeps the access it had.',
  replaced: 'This browser controls the speaker by this link from now on.',
  alreadyIn: 'This phone controls the speaker already. The invitation is still good for another one.',
} as const;

export default failures;
