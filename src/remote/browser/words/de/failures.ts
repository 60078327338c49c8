import type { FailureWords } from '../catalogue.js';

const failures: FailureWords = {
  'remedy.notSupported': 'Wähle etwas anderes.',
  'remedy.playerUnavailable': 'Es wird neu gestartet, das dauert einen Moment.',
  'remedy.audioDeviceUnavailable':
    'Prüfe, ob sie angeschlossen und eingeschaltet ist. Die Musik geht von selbst weiter.',
  'remedy.offline': 'Prüfe sein Netzwerk. Er versucht es immer wieder und spielt dann von selbst weiter.',
  'remedy.serviceError': 'Der Lautsprecher versucht es weiter. Du kannst auch etwas anderes wählen.',
  'failed.skipLimitReached': 'Im Moment kannst du nichts mehr überspringen. Die Musik geht weiter.',
  'notice.client':
    'Der Musikdienst akzeptiert diesen Lautsprecher nicht. Helfen kann, wer ihn eingerichtet hat.',
  'notice.certificate':
    'Das Zertifikat des Servers, von dem die Musik kommt, ist nicht in Ordnung. Der Lautsprecher versucht es weiter.',
  'notice.insecure':
    'Der Server, von dem die Musik kommt, sendet sie unverschlüsselt. Das spielt der Lautsprecher nicht ab.',
  'notice.host':
    'Der Server, von dem die Musik kommt, gibt sie nicht heraus. Der Lautsprecher versucht es weiter.',
  'failed.tooLate': 'Das kam zu spät und wurde nicht ausgeführt.',
  'failed.name':
    'Diesen Namen nimmt der Lautsprecher nicht an. Buchstaben, Ziffern und einfache Zeichen gehen.',
  'failed.forbidden': 'Das dürfen nur die Besitzer des Lautsprechers.',
  'failed.rateLimited': 'Das war zu viel auf einmal. Versuch es gleich noch einmal.',
  'failed.notAllowed': 'Der Dienst erlaubt das hier nicht.',
  'failed.serviceError': 'Das hat nicht geklappt: Der Musikdienst hat ein Problem.',
  'failed.sorting': 'So kann der Dienst das nicht sortieren.',
  'failed.unknownKind': 'Diese Auswahl bietet der Dienst nicht an.',
  'failed.other': 'Das hat nicht geklappt.',
  'failed.timedOut': 'Der Lautsprecher hat nicht rechtzeitig geantwortet.',
  badLink:
    'Dieser Link gilt nicht mehr, gehört zu einem anderen Lautsprecher oder einem Gast. Für diesen Browser bleibt alles, wie es war.',
  replaced: 'Dieser Browser bedient den Lautsprecher von nun an mit diesem Link.',
  alreadyIn: 'Dieses Handy bedient den Lautsprecher schon. Die Einladung gilt weiter für ein anderes.',
  'silence.notPaired': 'Der Lautsprecher ist nicht angemeldet.',
  'remedy.notPaired': 'Melde dich bei deinem Konto an.',
};

export default failures;
