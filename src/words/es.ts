import type { Catalogue } from './catalogue.js';

/** Spanish, by the familiar “tú”. */
const es: Catalogue = {
  needsScript: 'El mando necesita JavaScript.',
  notAllArrived: 'El mando no ha llegado completo.',
  remoteIs: 'Controla un altavoz con Tonearm.',
  browserOn: '{browser} en {device}',
  webBrowser: 'Navegador web',

  signIn: 'Iniciar sesión',
  tryAgain: 'Reintentar',
  startAgain: 'Empezar de nuevo',
  openRemote: 'Abrir el mando',
  signInOn: 'Iniciar sesión en {speaker}',
  waiting: '{speaker} espera a que alguien inicie sesión.',
  noSuchPage: 'Esta página no existe',
  notHere: 'Eso no funciona aquí',
  nothingChanged: 'No ha cambiado nada.',
  nothingElseChanged: 'No ha cambiado nada más.',
  nothingChangedYet: 'Todavía no ha cambiado nada.',
  notSignedIn: '{speaker} todavía no ha iniciado sesión. No ha cambiado nada más.',

  goneTitle: '{speaker} ya ha iniciado sesión',
  gone: 'Suena con la cuenta de {account}. Mientras tanto, nadie más puede iniciar sesión en él.',
  goneUnnamed: 'Suena con su cuenta. Mientras tanto, nadie más puede iniciar sesión en él.',
  goneHow:
    'Para controlarlo desde este teléfono, inicia sesión en esa cuenta o pide una invitación a alguien cuyo teléfono esté admitido. Para usar otra cuenta, cierra antes la sesión del altavoz.',
  isMine: 'Es mi cuenta: iniciar sesión',

  terminalTitle: 'De vuelta al terminal',
  terminal:
    'Copia la dirección completa de esta página de la barra de direcciones y pégala en el terminal en el que espera {command}.',

  signedIn: '{speaker} ha iniciado sesión',
  ready:
    'El altavoz ha iniciado sesión como {account} y está listo. Este navegador puede controlarlo a partir de ahora.',
  readyUnnamed:
    'El altavoz ha iniciado sesión y está listo. Este navegador puede controlarlo a partir de ahora.',
  notLetIn:
    'El altavoz ha iniciado sesión como {account}, pero este navegador no se ha podido admitir. Pide una invitación a alguien cuyo teléfono esté admitido.',
  notLetInUnnamed:
    'El altavoz ha iniciado sesión, pero este navegador no se ha podido admitir. Pide una invitación a alguien cuyo teléfono esté admitido.',
  seen: 'El altavoz ha iniciado sesión como {account} y está listo. El primer navegador que vio esta página puede controlarlo. Para este, inicia sesión una vez más.',
  seenUnnamed:
    'El altavoz ha iniciado sesión y está listo. El primer navegador que vio esta página puede controlarlo. Para este, inicia sesión una vez más.',

  busyTitle: 'Demasiados inicios de sesión',
  busy: {
    one: 'Se han intentado en {speaker} más inicios de sesión de los que admite a la vez. Espera {count} segundo y empieza de nuevo.',
    many: 'Se han intentado en {speaker} más inicios de sesión de los que admite a la vez. Espera {count} de segundos y empieza de nuevo.',
    other:
      'Se han intentado en {speaker} más inicios de sesión de los que admite a la vez. Espera {count} segundos y empieza de nuevo.',
  },
  wrongCodesTitle: 'Demasiados códigos erróneos',
  wrongCodes: {
    one: 'Espera {count} segundo y vuelve a intentarlo. El enlace de una invitación, pegado aquí en lugar de las cifras, funciona al momento.',
    many: 'Espera {count} de segundos y vuelve a intentarlo. El enlace de una invitación, pegado aquí en lugar de las cifras, funciona al momento.',
    other:
      'Espera {count} segundos y vuelve a intentarlo. El enlace de una invitación, pegado aquí en lugar de las cifras, funciona al momento.',
  },

  'way.anyone':
    'Inicia sesión una vez en tu servicio de música y este altavoz reproducirá lo tuyo. Tu contraseña se queda en el servicio.',
  'way.listener':
    'Este altavoz suena con la cuenta de {account} y tiene la sesión cerrada. Inicia sesión en esa cuenta y seguirá sonando. Todos los teléfonos admitidos lo siguen estando.',
  'way.listenerUnnamed':
    'Este altavoz suena con su cuenta y tiene la sesión cerrada. Inicia sesión en esa cuenta y seguirá sonando. Todos los teléfonos admitidos lo siguen estando.',
  'way.unknown':
    'Este altavoz ya tuvo una sesión y no sabe de qué cuenta. Por eso necesita el código de una invitación de propietario, del mando de un teléfono admitido.',
  'way.code':
    'Para iniciar sesión en este altavoz, escribe el código de una invitación de propietario. Quien instaló el altavoz puede darte uno.',
  'way.over':
    'Durante los 15 minutos siguientes a su arranque, cualquiera que esté cerca puede iniciar sesión en este altavoz. Ya han pasado. Vuelve a arrancarlo (desenchúfalo y enchúfalo otra vez) y abre esta página de nuevo.',
  'way.overOr':
    'O escribe el código de una invitación de propietario. Quien instaló el altavoz puede darte uno.',
  'way.owner':
    'Inicia sesión en tu servicio de música y este altavoz reproducirá lo tuyo. Todos los teléfonos admitidos lo siguen estando.',
  anotherAccount: '¿Otra cuenta?',
  haveCode: 'Tengo el código de un propietario',
  codeLabel: 'Código de una invitación de propietario',
  comeBack: 'Si tu teléfono no puede abrir la última página, copia su dirección y vuelve aquí.',
  addressSummary: '¿No se abrió la última página?',
  addressLabel:
    'Si tu teléfono no puede abrir la última página, copia su dirección completa de la barra de direcciones y pégala aquí.',
  useAddress: 'Usar esta dirección',

  'code.title': 'Con este código, no',
  'code.wrong':
    'Este código es incorrecto, está usado o es demasiado antiguo. Compruébalo y escríbelo otra vez; si es el mismo, pide otro.',
  'code.guest': 'Es una invitación de invitado. Hace falta una de propietario.',
  'code.needed': 'Hace falta el código de un propietario.',

  'title.denied': 'Has dicho que no',
  'text.denied':
    'El servicio de música comunica que no se permitió el acceso. Vuelve a intentarlo si no era eso lo que querías.',
  'title.unknownState': 'Este inicio de sesión ya no vale',
  'text.unknownState': 'Se empezó hace más de diez minutos, ya se ha usado o no se empezó en este altavoz.',
  'title.noCode': 'El servicio no ha enviado ningún código',
  'text.noCode': 'La dirección no contiene nada de lo que el altavoz necesita para iniciar sesión.',
  'title.badAddress': 'Esa no es la dirección',
  'text.badAddress':
    'Pega la dirección completa de la página a la que llegaste: contiene las palabras «code» y «state».',
  'title.refused': 'El inicio de sesión fue rechazado',
  'text.refused': 'El servicio de música ya no acepta este inicio de sesión. Solo valen poco tiempo.',
  'title.unknownClient': 'El servicio no conoce este altavoz',
  'text.unknownClient':
    'El servicio de música no acepta el identificador de cliente o el secreto con que se configuró este altavoz. Reintentar no sirve. Quien lo instaló sí puede arreglarlo: véanse TONEARM_CLIENT_ID y TONEARM_CLIENT_SECRET.',
  'title.misregistered': 'El servicio no acepta este altavoz',
  'text.misregistered':
    'El servicio de música conoce el altavoz, pero no lo que pide. Reintentar no sirve. Quien lo instaló sí puede arreglarlo: su cliente debe estar registrado en el servicio con el ámbito «webapi» y la dirección de TONEARM_REDIRECT_URI.',
  'title.serviceFailed': 'El servicio no ha podido iniciar tu sesión',
  'text.serviceFailed':
    'El servicio de música ha respondido con un error. No es cosa tuya; vuelve a intentarlo en un minuto.',
  'title.unreachable': 'No se puede llegar al servicio',
  'text.unreachable':
    'El altavoz no ha recibido respuesta del servicio de música. Comprueba que tenga internet y vuelve a intentarlo.',
  'title.unidentified': 'El servicio no ha dicho quién eres',
  'text.unidentified':
    'Has iniciado sesión, pero el servicio de música no ha dicho al altavoz de quién es la cuenta. No es cosa tuya; vuelve a intentarlo en un minuto.',
  'title.otherAccount': 'Esa es otra cuenta',
  'text.otherAccount':
    'Has iniciado sesión en una cuenta distinta de la de este altavoz. Inicia sesión en la suya; quizá tengas que cerrar antes la sesión en el servicio de música. Para otra cuenta hace falta el código de una invitación de propietario.',
  'title.unknownListener': 'El altavoz aún no conoce su propia cuenta',
  'text.unknownListener':
    'Por eso no puede saber si la tuya es la misma. Vuelve a intentarlo cuando llegue al servicio de música, o con el código de una invitación de propietario.',
  'title.over': 'El tiempo para iniciar sesión ha pasado',
  'text.over': 'Vuelve a arrancar el altavoz o usa el código de una invitación de propietario.',
  'title.signedOut': 'Entretanto se cerró la sesión del altavoz',
  'text.signedOut': 'Un propietario la cerró mientras iniciabas sesión.',
  'title.codeUsed': 'Ese código ya se ha usado',
  'text.codeUsed':
    'La invitación con la que empezó este inicio de sesión se ha usado o retirado entretanto. Pide otra.',
  'title.internal': 'No se pudo guardar el inicio de sesión',
  'text.internal':
    'El altavoz no pudo guardar el inicio de sesión. Quizá su disco esté lleno o sea de solo lectura.',
};

export default es;
