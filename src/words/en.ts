/** What the pages say that the agent itself makes, in English. The other languages follow it, key by key. */
const en = {
  needsScript: 'The remote needs JavaScript.',
  notAllArrived: 'The remote did not load completely.',
  remoteIs: 'Remote control for a speaker that runs Tonearm.',
  browserOn: '{browser} on {device}',
  webBrowser: 'Web browser',

  signIn: 'Sign in',
  tryAgain: 'Try again',
  startAgain: 'Start again',
  openRemote: 'Open the remote',
  signInOn: 'Sign in on {speaker}',
  waiting: '{speaker} is waiting for someone to sign in.',
  noSuchPage: 'Page not found',
  notHere: 'Not available here',
  far: 'This speaker answers only its own network. Switch this device to that network, then try again.',
  foreign:
    'Another website asked the speaker for this, and was refused. To allow it, its address has to be in {setting}.',
  nothingChanged: 'Nothing has changed.',
  nothingElseChanged: 'Nothing else has changed.',
  nothingChangedYet: 'Nothing has changed yet.',
  notSignedIn: '{speaker} is not signed in yet. Nothing else has changed.',

  goneTitle: '{speaker} is already signed in',
  gone: 'It plays from the account of {account}.',
  goneUnnamed: 'It plays from its account.',
  goneHow:
    'To control it from this phone, sign in to that account, or ask someone who controls the speaker to invite you.',
  isMine: 'This is my account: sign in',

  terminalTitle: 'Back to the terminal',
  terminal:
    'Copy the full address of this page from the address bar, and paste it into the terminal where {command} is waiting.',

  signedIn: '{speaker} is signed in',
  ready:
    'The speaker is signed in as {account} and ready. Open the remote here, and this browser can control it.',
  readyUnnamed: 'The speaker is signed in and ready. Open the remote here, and this browser can control it.',
  notLetIn:
    'The speaker is signed in as {account}, but this browser could not be let in. Ask someone who controls the speaker to invite you.',
  notLetInUnnamed:
    'The speaker is signed in, but this browser could not be let in. Ask someone who controls the speaker to invite you.',
  seen: 'The speaker is signed in as {account} and ready. Only the browser that opened this page first can control it. To control it from this one, sign in again.',
  seenUnnamed:
    'The speaker is signed in and ready. Only the browser that opened this page first can control it. To control it from this one, sign in again.',

  busyTitle: 'Too many sign-ins',
  busy: {
    one: 'There were too many attempts to sign in on {speaker}. Wait {count} s, then start again.',
    other: 'There were too many attempts to sign in on {speaker}. Wait {count} s, then start again.',
  },
  wrongCodesTitle: 'Too many wrong codes',
  wrongCodes: {
    one: 'Wait {count} s, then try again. Or paste the link of the invitation here instead of its digits; it works at once.',
    other:
      'Wait {count} s, then try again. Or paste the link of the invitation here instead of its digits; it works at once.',
  },

  'way.anyone':
    'Sign in to your music service once, and this speaker plays your music. Your password stays with the service.',
  'way.listener':
    'This speaker belongs to the account of {account} and is signed out. Sign in to that account to keep listening. All phones keep their access.',
  'way.listenerUnnamed':
    'This speaker belongs to an account and is signed out. Sign in to that account to keep listening. All phones keep their access.',
  'way.unknown':
    'This speaker was signed in before, but does not know to which account. To sign in, you need the code of an owner’s invitation, made on a phone that controls the speaker.',
  'way.code':
    'To sign in on this speaker, enter the code of an owner’s invitation. The person who installed the speaker can give you one.',
  'way.over':
    'Anyone nearby can sign in, but only for 15 minutes after the speaker starts, and that time is over. Restart the speaker (unplug it and plug it back in), then open this page again.',
  'way.overOr':
    'Or enter the code of an owner’s invitation. The person who installed the speaker can give you one.',
  'way.owner':
    'Sign in to your music service, and this speaker plays your music. All phones keep their access.',
  anotherAccount: 'Another account?',
  haveCode: 'I have an owner’s code',
  codeLabel: 'Code of an owner’s invitation',
  comeBack:
    'If the sign-in ends on a page that does not load, copy the address of that page and come back here.',
  allowStuck:
    'If “Allow” does nothing at the music service, its page forbids the way back. Try another browser, such as Firefox, or ask the music service.',
  nameTaken:
    'Another device in this network may answer to {host}. If the sign-in ends on its page or does not load, copy the address of that page and paste it here.',
  addressSummary: 'Did the sign-in end on a page that does not load?',
  addressLabel:
    'If the sign-in ended on a page that does not load, copy its full address from the address bar and paste it here.',
  useAddress: 'Use this address',

  'code.title': 'This code does not work',
  'code.wrong': 'This code is wrong, already used or expired. Check it and try again, or ask for a new one.',
  'code.guest': 'This is a guest’s code. You need the code of an owner’s invitation.',
  'code.needed': 'You need the code of an owner’s invitation.',

  'title.denied': 'You did not allow access',
  'text.denied': 'The music service reports that access was denied. If that was a mistake, try again.',
  'title.unknownState': 'That sign-in is no longer valid',
  'text.unknownState':
    'It was started more than ten minutes ago, has already been used, or was not started on this speaker.',
  'title.noCode': 'The service sent no code',
  'text.noCode': 'The address does not contain what the speaker needs to sign in.',
  'title.badAddress': 'That is not the right address',
  'text.badAddress': 'Paste the full address of the last page: it contains the words “code” and “state”.',
  'title.refused': 'The sign-in was refused',
  'text.refused':
    'The music service no longer accepts this sign-in. A sign-in is valid only for a short time.',
  'title.unknownClient': 'The service does not know this speaker',
  'text.unknownClient':
    'The music service does not accept this speaker’s client ID or secret. Trying again does not help. The person who installed the speaker needs to check TONEARM_CLIENT_ID and TONEARM_CLIENT_SECRET.',
  'title.misregistered': 'The service does not accept this speaker',
  'text.misregistered':
    'The music service knows this speaker, but does not accept its request. Trying again does not help. The person who installed the speaker needs to register its client at the service with the scope “webapi” and the address of TONEARM_REDIRECT_URI.',
  'title.serviceFailed': 'The service could not sign you in',
  'text.serviceFailed': 'The music service returned an error. This is not your fault; try again in a minute.',
  'title.unreachable': 'The service cannot be reached',
  'text.unreachable':
    'The speaker got no answer from the music service. Check that it is on the internet, and try again.',
  'title.unidentified': 'The service did not say who you are',
  'text.unidentified':
    'You signed in, but the music service did not tell the speaker whose account it is. This is not your fault; try again in a minute.',
  'title.otherAccount': 'That is another account',
  'text.otherAccount':
    'You signed in to a different account from the one this speaker belongs to. Sign in to that one; you may have to sign out at the music service first. To use another account, you need the code of an owner’s invitation.',
  'title.unknownListener': 'The speaker does not know its own account yet',
  'text.unknownListener':
    'So it cannot tell whether yours is the same. Try again when it can reach the music service, or use the code of an owner’s invitation.',
  'title.over': 'The time to sign in is over',
  'text.over': 'Restart the speaker, or use the code of an owner’s invitation.',
  'title.signedOut': 'The speaker was signed out',
  'text.signedOut': 'An owner signed it out while you were signing in.',
  'title.codeUsed': 'This code is no longer valid',
  'text.codeUsed':
    'The invitation for this sign-in has been used or withdrawn in the meantime. Ask for a new one.',
  'title.internal': 'The sign-in could not be saved',
  'text.internal': 'The speaker could not save the sign-in. Its disk may be full or read-only.',
} as const;

export default en;
