import type { Catalogue } from './catalogue.js';

/** German, by the familiar “du”. */
const de: Catalogue = {
  needsScript: 'Die Fernbedienung braucht JavaScript.',
  notAllArrived: 'Die Fernbedienung ist nicht vollständig angekommen.',
  remoteIs: 'Bedient einen Lautsprecher mit Tonearm.',
  browserOn: '{browser} auf {device}',
  webBrowser: 'Webbrowser',

  signIn: 'Anmelden',
  tryAgain: 'Erneut versuchen',
  startAgain: 'Neu beginnen',
  openRemote: 'Fernbedienung öffnen',
  signInOn: 'Auf {speaker} anmelden',
  waiting: '{speaker} wartet darauf, dass sich jemand anmeldet.',
  noSuchPage: 'Diese Seite gibt es nicht',
  notHere: 'Das geht hier nicht',
  nothingChanged: 'Es hat sich nichts geändert.',
  nothingElseChanged: 'Sonst hat sich nichts geändert.',
  nothingChangedYet: 'Noch hat sich nichts geändert.',
  notSignedIn: '{speaker} ist noch nicht angemeldet. Sonst hat sich nichts geändert.',

  goneTitle: '{speaker} ist schon angemeldet',
  gone: 'Er spielt vom Konto von {account}. Solange kann sich dort niemand sonst anmelden.',
  goneUnnamed: 'Er spielt von seinem Konto. Solange kann sich dort niemand sonst anmelden.',
  goneHow:
    'Um ihn mit diesem Handy zu bedienen, melde dich bei diesem Konto an oder lass dich von jemandem einladen, dessen Handy eingelassen ist. Für ein anderes Konto melde den Lautsprecher zuerst ab.',
  isMine: 'Das ist mein Konto: anmelden',

  terminalTitle: 'Zurück zum Terminal',
  terminal:
    'Kopiere die ganze Adresse dieser Seite aus der Adresszeile und füge sie in das Terminal ein, in dem {command} wartet.',

  signedIn: '{speaker} ist angemeldet',
  ready:
    'Der Lautsprecher ist als {account} angemeldet und bereit. Dieser Browser darf ihn von nun an bedienen.',
  readyUnnamed: 'Der Lautsprecher ist angemeldet und bereit. Dieser Browser darf ihn von nun an bedienen.',
  notLetIn:
    'Der Lautsprecher ist als {account} angemeldet, aber dieser Browser konnte nicht eingelassen werden. Lass dich von jemandem einladen, dessen Handy eingelassen ist.',
  notLetInUnnamed:
    'Der Lautsprecher ist angemeldet, aber dieser Browser konnte nicht eingelassen werden. Lass dich von jemandem einladen, dessen Handy eingelassen ist.',
  seen: 'Der Lautsprecher ist als {account} angemeldet und bereit. Der Browser, der diese Seite zuerst gesehen hat, darf ihn bedienen. Für diesen hier melde dich noch einmal an.',
  seenUnnamed:
    'Der Lautsprecher ist angemeldet und bereit. Der Browser, der diese Seite zuerst gesehen hat, darf ihn bedienen. Für diesen hier melde dich noch einmal an.',

  busyTitle: 'Zu viele Anmeldungen',
  busy: {
    one: 'Auf {speaker} wurden mehr Anmeldungen versucht, als er auf einmal annimmt. Warte {count} Sekunde und beginne dann neu.',
    other:
      'Auf {speaker} wurden mehr Anmeldungen versucht, als er auf einmal annimmt. Warte {count} Sekunden und beginne dann neu.',
  },
  wrongCodesTitle: 'Zu viele falsche Codes',
  wrongCodes: {
    one: 'Warte {count} Sekunde und versuch es dann noch einmal. Der Link einer Einladung, hier statt der Ziffern eingefügt, geht sofort.',
    other:
      'Warte {count} Sekunden und versuch es dann noch einmal. Der Link einer Einladung, hier statt der Ziffern eingefügt, geht sofort.',
  },

  'way.anyone':
    'Melde dich einmal bei deinem Musikdienst an, dann spielt dieser Lautsprecher deine Musik. Dein Passwort bleibt beim Dienst.',
  'way.listener':
    'Dieser Lautsprecher spielt vom Konto von {account} und ist abgemeldet. Melde dich bei diesem Konto an, dann spielt er weiter. Alle eingelassenen Handys bleiben es.',
  'way.listenerUnnamed':
    'Dieser Lautsprecher spielt von seinem Konto und ist abgemeldet. Melde dich bei diesem Konto an, dann spielt er weiter. Alle eingelassenen Handys bleiben es.',
  'way.unknown':
    'Dieser Lautsprecher war schon angemeldet und weiß nicht, bei wessen Konto. Darum braucht es den Code einer Einladung als Besitzer, aus der Fernbedienung eines eingelassenen Handys.',
  'way.code':
    'Um dich auf diesem Lautsprecher anzumelden, gib den Code einer Einladung als Besitzer ein. Wer den Lautsprecher eingerichtet hat, kann dir einen geben.',
  'way.over':
    'In den ersten 15 Minuten nach dem Start kann sich auf diesem Lautsprecher jeder in der Nähe anmelden. Sie sind vorbei. Starte ihn neu (Stecker ziehen und wieder einstecken) und öffne diese Seite noch einmal.',
  'way.overOr':
    'Oder gib den Code einer Einladung als Besitzer ein. Wer den Lautsprecher eingerichtet hat, kann dir einen geben.',
  'way.owner':
    'Melde dich bei deinem Musikdienst an, dann spielt dieser Lautsprecher deine Musik. Alle eingelassenen Handys bleiben es.',
  anotherAccount: 'Ein anderes Konto?',
  haveCode: 'Ich habe den Code eines Besitzers',
  codeLabel: 'Code einer Einladung als Besitzer',
  comeBack:
    'Wenn dein Handy die letzte Seite nicht öffnen kann, kopiere deren Adresse und komm damit hierher zurück.',
  addressSummary: 'Hat sich die letzte Seite nicht geöffnet?',
  addressLabel:
    'Wenn dein Handy die letzte Seite nicht öffnen kann, kopiere deren ganze Adresse aus der Adresszeile und füge sie hier ein.',
  useAddress: 'Diese Adresse verwenden',

  'code.title': 'Nicht mit diesem Code',
  'code.wrong':
    'Dieser Code ist falsch, verbraucht oder zu alt. Prüfe ihn und tippe ihn noch einmal; stimmt er, lass dir einen neuen geben.',
  'code.guest': 'Das ist die Einladung eines Gasts. Hier braucht es eine als Besitzer.',
  'code.needed': 'Hier braucht es den Code eines Besitzers.',

  'title.denied': 'Du hast abgelehnt',
  'text.denied':
    'Der Musikdienst meldet, dass der Zugriff nicht erlaubt wurde. Versuch es noch einmal, wenn das nicht deine Absicht war.',
  'title.unknownState': 'Diese Anmeldung gilt nicht mehr',
  'text.unknownState':
    'Sie wurde vor mehr als zehn Minuten begonnen, schon benutzt oder nicht auf diesem Lautsprecher begonnen.',
  'title.noCode': 'Der Dienst hat keinen Code geschickt',
  'text.noCode': 'Die Adresse enthält nichts von dem, was der Lautsprecher zum Anmelden braucht.',
  'title.badAddress': 'Das ist nicht die Adresse',
  'text.badAddress':
    'Füge die ganze Adresse der Seite ein, auf der du gelandet bist: Sie enthält die Wörter „code“ und „state“.',
  'title.refused': 'Die Anmeldung wurde abgelehnt',
  'text.refused': 'Der Musikdienst nimmt diese Anmeldung nicht mehr an. Sie gilt nur kurze Zeit.',
  'title.unknownClient': 'Der Dienst kennt diesen Lautsprecher nicht',
  'text.unknownClient':
    'Der Musikdienst nimmt die Client-ID oder das Geheimnis nicht an, mit denen dieser Lautsprecher eingerichtet wurde. Ein neuer Versuch hilft nicht. Helfen kann, wer ihn eingerichtet hat: siehe TONEARM_CLIENT_ID und TONEARM_CLIENT_SECRET.',
  'title.misregistered': 'Der Dienst nimmt diesen Lautsprecher nicht an',
  'text.misregistered':
    'Der Musikdienst kennt den Lautsprecher, aber nicht das, worum er bittet. Ein neuer Versuch hilft nicht. Helfen kann, wer ihn eingerichtet hat: Sein Client muss beim Dienst mit dem Scope „webapi“ und der Adresse aus TONEARM_REDIRECT_URI registriert sein.',
  'title.serviceFailed': 'Der Dienst konnte dich nicht anmelden',
  'text.serviceFailed':
    'Der Musikdienst hat mit einem Fehler geantwortet. Das liegt nicht an dir; versuch es in einer Minute noch einmal.',
  'title.unreachable': 'Der Dienst ist nicht erreichbar',
  'text.unreachable':
    'Der Lautsprecher hat vom Musikdienst keine Antwort bekommen. Prüfe, ob er im Internet ist, und versuch es noch einmal.',
  'title.unidentified': 'Der Dienst hat nicht gesagt, wer du bist',
  'text.unidentified':
    'Du hast dich angemeldet, aber der Musikdienst hat dem Lautsprecher nicht gesagt, wessen Konto es ist. Das liegt nicht an dir; versuch es in einer Minute noch einmal.',
  'title.otherAccount': 'Das ist ein anderes Konto',
  'text.otherAccount':
    'Du hast dich bei einem anderen Konto angemeldet als dem, zu dem dieser Lautsprecher gehört. Melde dich bei jenem an; vielleicht musst du dich vorher beim Musikdienst abmelden. Für ein anderes Konto braucht es den Code einer Einladung als Besitzer.',
  'title.unknownListener': 'Der Lautsprecher kennt sein eigenes Konto noch nicht',
  'text.unknownListener':
    'Darum weiß er nicht, ob deines dasselbe ist. Versuch es noch einmal, sobald er den Musikdienst erreicht, oder mit dem Code einer Einladung als Besitzer.',
  'title.over': 'Die Zeit zum Anmelden ist vorbei',
  'text.over': 'Starte den Lautsprecher neu oder nimm den Code einer Einladung als Besitzer.',
  'title.signedOut': 'Der Lautsprecher wurde inzwischen abgemeldet',
  'text.signedOut': 'Ein Besitzer hat ihn abgemeldet, während deine Anmeldung lief.',
  'title.codeUsed': 'Dieser Code ist verbraucht',
  'text.codeUsed':
    'Die Einladung, mit der diese Anmeldung begann, wurde inzwischen benutzt oder zurückgenommen. Lass dir eine neue geben.',
  'title.internal': 'Die Anmeldung ließ sich nicht speichern',
  'text.internal':
    'Der Lautsprecher konnte die Anmeldung nicht speichern. Vielleicht ist sein Speicher voll oder schreibgeschützt.',
};

export default de;
