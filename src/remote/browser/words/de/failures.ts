import type { FailureWords } from '../catalogue.js';

const failures: FailureWords = {
  'remedy.notSupported': 'Wähle etwas anderes.',
  'remedy.playerUnavailable': 'Es wird neu gestartet, das dauert einen Moment.',
  'remedy.audioDeviceUnavailable':
    'Prüfe, ob sie angeschlossen und eingeschaltet ist. Dann geht die Musik von selbst weiter.',
  'remedy.offline': 'Prüfe sein Netzwerk. Er versucht es immer wieder und spielt dann von selbst weiter.',
  'remedy.serviceError': 'Der Lautsprecher versucht es weiter. Du kannst auch etwas anderes wählen.',
  'failed.skipLimitReached': 'Im Moment kannst du nichts mehr überspringen. Die Musik geht weiter.',
  'notice.itemUnplayableNamed': '„{title}“ konnte nicht abgespielt werden und wurde übersprungen.',
  'notice.itemUnplayable': 'Etwas konnte nicht abgespielt werden und wurde übersprungen.',
  'notice.clockNotSet':
    'Die Uhr des Lautsprechers ist seit dem Einschalten nicht gestellt. Wecker warten darauf.',
  'notice.alarmMissed': 'Ein Wecker konnte nicht klingeln, weil der Lautsprecher aus war.',
  'notice.client':
    'Der Musikdienst akzeptiert diesen Lautsprecher nicht. Wenn eine neue Anmeldung nicht hilft, kann helfen, wer ihn eingerichtet hat.',
  'notice.certificate': 'Das Zertifikat des Musikservers ist ungültig. Der Lautsprecher versucht es weiter.',
  'notice.insecure': 'Der Musikserver verschlüsselt nicht, darum spielt der Lautsprecher nichts von ihm ab.',
  'notice.host': 'Der Musikserver liefert die Musik nicht. Der Lautsprecher versucht es weiter.',
  'failed.tooLate': 'Dein Befehl kam zu spät an und wurde nicht ausgeführt.',
  'failed.name':
    'Diesen Namen nimmt der Lautsprecher nicht an. Buchstaben, Ziffern und einfache Zeichen gehen.',
  'failed.forbidden': 'Das können nur Besitzer.',
  'failed.rateLimited': 'Zu viele Anfragen. Versuch es gleich noch einmal.',
  'failed.notAllowed': 'Der Dienst erlaubt das hier nicht.',
  'failed.serviceError': 'Das hat nicht geklappt: Der Musikdienst hat ein Problem.',
  'failed.sorting': 'So kann der Dienst diese Liste nicht sortieren.',
  'failed.unknownKind': 'Diese Auswahl bietet der Dienst nicht an.',
  'failed.other': 'Das hat nicht geklappt.',
  'failed.timedOut': 'Der Lautsprecher hat nicht rechtzeitig geantwortet.',
  badLink:
    'Dieser Link gilt nicht mehr, gehört zu einem anderen Lautsprecher oder ist für Gäste. Dieser Browser behält seinen bisherigen Zugriff.',
  replaced: 'Dieser Browser bedient den Lautsprecher von nun an mit dem Zugang, den er gerade bekommen hat.',
  alreadyIn:
    'Dieses Gerät bedient den Lautsprecher schon. Ist die Einladung noch unbenutzt, kann ein anderes Handy sie verwenden.',
  'silence.notPaired': 'Der Lautsprecher ist nicht angemeldet.',
  'remedy.notPaired': 'Melde dich bei deinem Konto an.',
};

export default failures;
