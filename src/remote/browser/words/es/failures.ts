import type { FailureWords } from '../catalogue.js';

const failures: FailureWords = {
  'remedy.notSupported': 'Elige otra cosa.',
  'remedy.playerUnavailable': 'Se está reiniciando; tarda un momento.',
  'remedy.audioDeviceUnavailable':
    'Comprueba que esté enchufada y encendida. La música continuará entonces por sí sola.',
  'remedy.offline': 'Revisa su red. Sigue intentándolo y continuará por sí solo.',
  'remedy.serviceError': 'El altavoz sigue intentándolo. También puedes elegir otra cosa.',
  'failed.skipLimitReached': 'Por ahora no puedes saltar más. La música continúa.',
  'notice.itemUnplayableNamed': '«{title}» no se pudo reproducir y se ha saltado.',
  'notice.itemUnplayable': 'No se pudo reproducir algo y se ha saltado.',
  'notice.clockNotSet':
    'El reloj del altavoz no se ha ajustado desde que se encendió. Las alarmas esperan a que se ajuste.',
  'notice.alarmMissed': 'Una alarma no pudo sonar porque el altavoz estaba apagado.',
  'notice.client':
    'El servicio de música no acepta este altavoz. Si volver a iniciar sesión no ayuda, quien lo instaló puede arreglarlo.',
  'notice.certificate': 'El certificado del servidor de música no es válido. El altavoz sigue intentándolo.',
  'notice.insecure': 'El servidor de música no usa cifrado, así que el altavoz no reproduce nada de él.',
  'notice.host': 'El servidor de música no entrega la música. El altavoz sigue intentándolo.',
  'failed.tooLate': 'Tu orden llegó demasiado tarde y se ha ignorado.',
  'failed.name': 'El altavoz no acepta este nombre. Sirven las letras, las cifras y los símbolos sencillos.',
  'failed.forbidden': 'Solo los propietarios pueden hacerlo.',
  'failed.rateLimited': 'Demasiadas peticiones. Vuelve a intentarlo en un momento.',
  'failed.notAllowed': 'El servicio no lo permite aquí.',
  'failed.serviceError': 'No ha funcionado: el servicio de música tiene un problema.',
  'failed.sorting': 'El servicio no puede ordenar así esta lista.',
  'failed.unknownKind': 'El servicio no ofrece esta opción.',
  'failed.other': 'No ha funcionado.',
  'failed.timedOut': 'El altavoz no respondió a tiempo.',
  badLink:
    'Este enlace ya no es válido, es de otro altavoz o es para invitados. Este navegador conserva el acceso que tenía.',
  replaced: 'Este navegador controla ahora el altavoz con el acceso que acaba de recibir.',
  alreadyIn:
    'Este dispositivo ya controla el altavoz. Si la invitación sigue sin usarse, otro teléfono puede usarla.',
  'silence.notPaired': 'El altavoz no tiene sesión.',
  'remedy.notPaired': 'Inicia sesión en tu cuenta.',
};

export default failures;
