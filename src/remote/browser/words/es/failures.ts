import type { FailureWords } from '../catalogue.js';

const failures: FailureWords = {
  'remedy.notSupported': 'Elige otra cosa.',
  'remedy.playerUnavailable': 'Se está reiniciando; tarda un momento.',
  'remedy.audioDeviceUnavailable':
    'Comprueba que esté enchufada y encendida. La música continuará por sí sola.',
  'remedy.offline': 'Revisa su red. Sigue intentándolo y continuará por sí solo.',
  'remedy.serviceError': 'El altavoz sigue intentándolo. También puedes elegir otra cosa.',
  'failed.skipLimitReached': 'Por ahora no puedes saltar más. La música continúa.',
  'notice.client': 'El servicio de música no acepta este altavoz. Quien lo instaló puede arreglarlo.',
  'notice.certificate':
    'El certificado del servidor del que viene la música no es válido. El altavoz sigue intentándolo.',
  'notice.insecure': 'El servidor del que viene la música la envía sin cifrar. El altavoz no la reproduce.',
  'notice.host': 'El servidor del que viene la música no la entrega. El altavoz sigue intentándolo.',
  'failed.tooLate': 'Llegó demasiado tarde y no se ha hecho.',
  'failed.name': 'El altavoz no acepta este nombre. Sirven las letras, las cifras y los signos sencillos.',
  'failed.forbidden': 'Eso es para los propietarios del altavoz.',
  'failed.rateLimited': 'Eso fue demasiado de una vez. Vuelve a intentarlo en un momento.',
  'failed.notAllowed': 'El servicio no lo permite aquí.',
  'failed.serviceError': 'No ha funcionado: el servicio de música tiene un problema.',
  'failed.sorting': 'El servicio no lo ordena así.',
  'failed.unknownKind': 'El servicio no ofrece esta opción.',
  'failed.other': 'No ha funcionado.',
  'failed.timedOut': 'El altavoz no respondió a tiempo.',
  badLink:
    'Ese enlace ya no es válido, es de otro altavoz o de un invitado. Para este navegador no cambia nada.',
  replaced: 'A partir de ahora, este navegador controla el altavoz con este enlace.',
  alreadyIn: 'Este teléfono ya controla el altavoz. La invitación sigue siendo válida para otro.',
  'silence.notPaired': 'El altavoz no tiene sesión.',
  'remedy.notPaired': 'Inicia sesión en tu cuenta.',
};

export default failures;
