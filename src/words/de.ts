import type { PageCatalogue } from './catalogue.js';

/** German, by the familiar “du”. */
const de: PageCatalogue = {
  needsScript: 'Die Fernbedienung braucht JavaScript.',
  notAllArrived: 'Die Fernbedienung wurde nicht vollständig geladen.',
  remoteIs: 'Fernbedienung für einen Lautsprecher mit Tonearm.',
  browserOn: '{browser} auf {device}',
  webBrowser: 'Webbrowser',

  signIn: 'Anmelden',
  tryAgain: 'Erneut versuchen',
  startAgain: 'Neu beginnen',
  openRemote: 'Fernbedienung öffnen',
  signInOn: 'Auf {speaker} anmelden',
  waiting: '{speaker} wartet darauf, dass sich jemand anmeldet.',
  noSuchPage: 'Seite nicht gefunden',
  notHere: 'Hier nicht verfügbar',
  far: 'Dieser Lautsprecher antwortet nur in seinem eigenen Netzwerk. Verbinde dieses Gerät damit und versuche es dann erneut.',
  foreign:
    'Eine andere Website hat das vom Lautsprecher verlangt und wurde abgewiesen. Um sie zuzulassen, muss ihre Adresse in {setting} stehen.',
  nothingChanged: 'Es hat sich nichts geändert.',
  nothingElseChanged: 'Sonst hat sich nichts geändert.',
  nothingChangedYet: 'Noch hat sich nichts geändert.',
  notSignedIn: '{speaker} ist noch nicht angemeldet. Sonst hat sich nichts geändert.',

  goneTitle: '{speaker} ist schon angemeldet',
  gone: 'Er spielt vom Konto von {account}.',
  goneUnnamed: 'Er spielt von seinem Konto.',
  goneHow:
    'Um ihn mit diesem Handy zu bedienen, melde dich bei diesem Konto an oder lass dich von jemandem einladen, der den Lautsprecher bedient.',
  isMine: 'Das ist mein Konto: anmelden',

  terminalTitle: 'Zurück zum Terminal',
  terminal:
    'Kopiere die ganze Adresse dieser Seite aus der Adresszeile und füge sie in das Terminal ein, in dem {command} wartet.',

  signedIn: '{speaker} ist angemeldet',
  ready:
    'Der Lautsprecher ist als {account} angemeldet und bereit. Öffne hier die Fernbedienung, dann kann dieser Browser ihn bedienen.',
  readyUnnamed:
    'Der Lautsprecher ist angemeldet und bereit. Öffne hier die Fernbedienung, dann kann dieser Browser ihn bedienen.',
  notLetIn:
    'Der Lautsprecher ist als {account} angemeldet, aber dieser Browser konnte nicht eingelassen werden. Lass dich von jemandem einladen, der den Lautsprecher bedient.',
  notLetInUnnamed:
    'Der Lautsprecher ist angemeldet, aber dieser Browser konnte nicht eingelassen werden. Lass dich von jemandem einladen, der den Lautsprecher bedient.',
  seen: 'Der Lautsprecher ist als {account} angemeldet und bereit. Nur der Browser, der diese Seite zuerst geöffnet hat, kann ihn bedienen. Um ihn mit diesem hier zu bedienen, melde dich noch einmal an.',
  seenUnnamed:
    'Der Lautsprecher ist angemeldet und bereit. Nur der Browser, der diese Seite zuerst geöffnet hat, kann ihn bedienen. Um ihn mit diesem hier zu bedienen, melde dich noch einmal an.',

  busyTitle: 'Zu viele Anmeldungen',
  busy: {
    one: 'Auf {speaker} gab es zu viele Anmeldeversuche. Warte {count} Sekunde und beginne dann neu.',
    other: 'Auf {speaker} gab es zu viele Anmeldeversuche. Warte {count} Sekunden und beginne dann neu.',
  },
  wrongCodesTitle: 'Zu viele falsche Codes',
  wrongCodes: {
    one: 'Warte {count} Sekunde und versuch es dann noch einmal. Oder füge hier statt der Ziffern den Link der Einladung ein; er funktioniert sofort.',
    other:
      'Warte {count} Sekunden und versuch es dann noch einmal. Oder füge hier statt der Ziffern den Link der Einladung ein; er funktioniert sofort.',
  },

  'way.anyone':
    'Melde dich einmal bei deinem Musikdienst an, dann spielt dieser Lautsprecher deine Musik. Dein Passwort bleibt beim Dienst.',
  'way.listener':
    'Dieser Lautsprecher gehört zum Konto von {account} und ist abgemeldet. Melde dich bei diesem Konto an, um weiterzuhören. Alle Handys behalten ihren Zugriff.',
  'way.listenerUnnamed':
    'Dieser Lautsprecher gehört zu einem Konto und ist abgemeldet. Melde dich bei diesem Konto an, um weiterzuhören. Alle Handys behalten ihren Zugriff.',
  'way.unknown':
    'Dieser Lautsprecher war schon einmal angemeldet, weiß aber nicht, bei welchem Konto. Zum Anmelden brauchst du den Code einer Einladung als Besitzer, erstellt auf einem Handy, das den Lautsprecher bedient.',
  'way.code':
    'Um dich auf diesem Lautsprecher anzumelden, gib den Code einer Einladung als Besitzer ein. Wer den Lautsprecher eingerichtet hat, kann dir einen geben.',
  'way.over':
    'Anmelden kann sich jeder in der Nähe, aber nur in den ersten 15 Minuten nach dem Start, und die sind vorbei. Starte den Lautsprecher neu (Stecker ziehen und wieder einstecken) und öffne dann diese Seite noch einmal.',
  'way.overOr':
    'Oder gib den Code einer Einladung als Besitzer ein. Wer den Lautsprecher eingerichtet hat, kann dir einen geben.',
  'way.owner':
    'Melde dich bei deinem Musikdienst an, dann spielt dieser Lautsprecher deine Musik. Alle Handys behalten ihren Zugriff.',
  anotherAccount: 'Ein anderes Konto?',
  haveCode: 'Ich habe den Code eines Besitzers',
  codeLabel: 'Code einer Einladung als Besitzer',
  comeBack:
    'Wenn die Anmeldung auf einer Seite endet, die nicht lädt, kopiere deren Adresse und komm hierher zurück.',
  allowStuck:
    'Wenn „Erlauben“ beim Musikdienst nichts bewirkt, verbietet seine Seite den Rückweg. Versuche es mit einem anderen Browser, zum Beispiel Firefox, oder frage den Musikdienst.',
  nameTaken:
    'Vielleicht antwortet ein anderes Gerät in diesem Netzwerk auf {host}. Wenn die Anmeldung auf dessen Seite endet oder nicht lädt, kopiere die Adresse dieser Seite und füge sie hier ein.',
  addressSummary: 'Endete die Anmeldung auf einer Seite, die nicht lädt?',
  addressLabel:
    'Wenn die Anmeldung auf einer Seite geendet hat, die nicht lädt, kopiere deren ganze Adresse aus der Adresszeile und füge sie hier ein.',
  useAddress: 'Diese Adresse verwenden',

  'code.title': 'Dieser Code funktioniert nicht',
  'code.wrong':
    'Dieser Code ist falsch, schon benutzt oder abgelaufen. Prüfe ihn und versuch es noch einmal, oder lass dir einen neuen geben.',
  'code.guest': 'Das ist der Code eines Gasts. Du brauchst den Code einer Einladung als Besitzer.',
  'code.needed': 'Du brauchst den Code einer Einladung als Besitzer.',

  'title.denied': 'Du hast den Zugriff nicht erlaubt',
  'text.denied':
    'Der Musikdienst meldet, dass der Zugriff abgelehnt wurde. Wenn das ein Versehen war, versuch es noch einmal.',
  'title.unknownState': 'Diese Anmeldung gilt nicht mehr',
  'text.unknownState':
    'Sie wurde vor mehr als zehn Minuten begonnen, schon benutzt oder nicht auf diesem Lautsprecher begonnen.',
  'title.noCode': 'Der Dienst hat keinen Code geschickt',
  'text.noCode': 'In der Adresse fehlt, was der Lautsprecher zum Anmelden braucht.',
  'title.badAddress': 'Das ist nicht die richtige Adresse',
  'text.badAddress':
    'Füge die ganze Adresse der letzten Seite ein: Sie enthält die Wörter „code“ und „state“.',
  'title.refused': 'Die Anmeldung wurde abgelehnt',
  'text.refused': 'Der Musikdienst nimmt diese Anmeldung nicht mehr an. Eine Anmeldung gilt nur kurze Zeit.',
  'title.unknownClient': 'Der Dienst kennt diesen Lautsprecher nicht',
  'text.unknownClient':
    'Der Musikdienst akzeptiert die Client-ID oder das Secret dieses Lautsprechers nicht. Ein neuer Versuch hilft nicht. Wer den Lautsprecher eingerichtet hat, muss TONEARM_CLIENT_ID und TONEARM_CLIENT_SECRET prüfen.',
  'title.misregistered': 'Der Dienst akzeptiert diesen Lautsprecher nicht',
  'text.misregistered':
    'Der Musikdienst kennt diesen Lautsprecher, akzeptiert aber seine Anfrage nicht. Ein neuer Versuch hilft nicht. Wer den Lautsprecher eingerichtet hat, muss dessen Client beim Dienst mit dem Scope „webapi“ und der Adresse aus TONEARM_REDIRECT_URI registrieren.',
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
    'Du hast dich bei einem anderen Konto angemeldet als dem, zu dem dieser Lautsprecher gehört. Melde dich beim Konto des Lautsprechers an; vielleicht musst du dich vorher beim Musikdienst abmelden. Für ein anderes Konto brauchst du den Code einer Einladung als Besitzer.',
  'title.unknownListener': 'Der Lautsprecher kennt sein eigenes Konto noch nicht',
  'text.unknownListener':
    'Darum kann er nicht erkennen, ob deines dasselbe ist. Versuch es noch einmal, sobald er den Musikdienst erreicht, oder nimm den Code einer Einladung als Besitzer.',
  'title.over': 'Die Zeit zum Anmelden ist vorbei',
  'text.over': 'Starte den Lautsprecher neu oder nimm den Code einer Einladung als Besitzer.',
  'title.signedOut': 'Der Lautsprecher wurde abgemeldet',
  'text.signedOut': 'Ein Besitzer hat ihn abgemeldet, während du dich angemeldet hast.',
  'title.codeUsed': 'Dieser Code gilt nicht mehr',
  'text.codeUsed':
    'Die Einladung für diese Anmeldung wurde inzwischen benutzt oder zurückgezogen. Lass dir eine neue geben.',
  'title.internal': 'Die Anmeldung ließ sich nicht speichern',
  'text.internal':
    'Der Lautsprecher konnte die Anmeldung nicht speichern. Vielleicht ist sein Speicher voll oder schreibgeschützt.',
};

export default de;
