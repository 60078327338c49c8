import type { PageCatalogue } from './catalogue.js';

/** Spanish, by the familiar “tú”. */
const es: PageCatalogue = {
  needsScript: 'El mando necesita JavaScript.',
  notAllArrived: 'El mando no se ha cargado por completo.',
  remoteIs: 'Mando a distancia de un altavoz con Tonearm.',
  browserOn: '{browser} en {device}',
  webBrowser: 'Navegador web',

  signIn: 'Iniciar sesión',
  tryAgain: 'Reintentar',
  startAgain: 'Empezar de nuevo',
  openRemote: 'Abrir el mando',
  signInOn: 'Iniciar sesión en {speaker}',
  waiting: '{speaker} espera a que alguien inicie sesión.',
  noSuchPage: 'Página no encontrada',
  notHere: 'No disponible aquí',
  far: 'Este altavoz solo responde en su propia red. Conecta este dispositivo a esa red y vuelve a intentarlo.',
  foreign:
    'Otro sitio web se lo pidió al altavoz y fue rechazado. Para permitirlo, su dirección debe estar en {setting}.',
  nothingChanged: 'No ha cambiado nada.',
  nothingElseChanged: 'No ha cambiado nada más.',
  nothingChangedYet: 'Todavía no ha cambiado nada.',
  notSignedIn: '{speaker} todavía no ha iniciado sesión. No ha cambiado nada más.',

  goneTitle: '{speaker} ya ha iniciado sesión',
  gone: 'Suena con la cuenta de {account}.',
  goneUnnamed: 'Suena con su cuenta.',
  goneHow:
    'Para controlarlo desde este teléfono, inicia sesión en esa cuenta o pide una invitación a alguien que controle el altavoz.',
  isMine: 'Es mi cuenta: iniciar sesión',

  terminalTitle: 'De vuelta al terminal',
  terminal:
    'Copia la dirección completa de esta página de la barra de direcciones y pégala en el terminal en el que espera {command}.',

  signedIn: '{speaker} ha iniciado sesión',
  ready:
    'El altavoz ha iniciado sesión como {account} y está listo. Abre aquí el mando y este navegador podrá controlarlo.',
  readyUnnamed:
    'El altavoz ha iniciado sesión y está listo. Abre aquí el mando y este navegador podrá controlarlo.',
  notLetIn:
    'El altavoz ha iniciado sesión como {account}, pero no se ha podido admitir este navegador. Pide una invitación a alguien que controle el altavoz.',
  notLetInUnnamed:
    'El altavoz ha iniciado sesión, pero no se ha podido admitir este navegador. Pide una invitación a alguien que controle el altavoz.',
  seen: 'El altavoz ha iniciado sesión como {account} y está listo. Solo puede controlarlo el navegador que abrió antes esta página. Para controlarlo desde este, inicia sesión de nuevo.',
  seenUnnamed:
    'El altavoz ha iniciado sesión y está listo. Solo puede controlarlo el navegador que abrió antes esta página. Para controlarlo desde este, inicia sesión de nuevo.',

  busyTitle: 'Demasiados inicios de sesión',
  busy: {
    one: 'Ha habido demasiados intentos de iniciar sesión en {speaker}. Espera {count} segundo y empieza de nuevo.',
    many: 'Ha habido demasiados intentos de iniciar sesión en {speaker}. Espera {count} de segundos y empieza de nuevo.',
    other:
      'Ha habido demasiados intentos de iniciar sesión en {speaker}. Espera {count} segundos y empieza de nuevo.',
  },
  wrongCodesTitle: 'Demasiados códigos erróneos',
  wrongCodes: {
    one: 'Espera {count} segundo y vuelve a intentarlo. O pega aquí el enlace de la invitación en lugar de las cifras; funciona al momento.',
    many: 'Espera {count} de segundos y vuelve a intentarlo. O pega aquí el enlace de la invitación en lugar de las cifras; funciona al momento.',
    other:
      'Espera {count} segundos y vuelve a intentarlo. O pega aquí el enlace de la invitación en lugar de las cifras; funciona al momento.',
  },

  'way.anyone':
    'Inicia sesión una vez en tu servicio de música y este altavoz reproducirá tu música. Tu contraseña se queda en el servicio.',
  'way.listener':
    'Este altavoz pertenece a la cuenta de {account} y tiene la sesión cerrada. Inicia sesión en esa cuenta para seguir escuchando. Todos los teléfonos conservan el acceso.',
  'way.listenerUnnamed':
    'Este altavoz pertenece a una cuenta y tiene la sesión cerrada. Inicia sesión en esa cuenta para seguir escuchando. Todos los teléfonos conservan el acceso.',
  'way.unknown':
    'Este altavoz ya tuvo una sesión, pero no sabe de qué cuenta. Para iniciar sesión necesitas el código de una invitación de propietario, creada en un teléfono que controle el altavoz.',
  'way.code':
    'Para iniciar sesión en este altavoz, escribe el código de una invitación de propietario. Quien instaló el altavoz puede darte uno.',
  'way.over':
    'Cualquiera que esté cerca puede iniciar sesión, pero solo durante los 15 minutos siguientes al arranque del altavoz, y ese tiempo ya ha pasado. Reinicia el altavoz (desenchúfalo y vuelve a enchufarlo) y abre esta página de nuevo.',
  'way.overOr':
    'O escribe el código de una invitación de propietario. Quien instaló el altavoz puede darte uno.',
  'way.owner':
    'Inicia sesión en tu servicio de música y este altavoz reproducirá tu música. Todos los teléfonos conservan el acceso.',
  anotherAccount: '¿Otra cuenta?',
  haveCode: 'Tengo el código de un propietario',
  codeLabel: 'Código de una invitación de propietario',
  comeBack: 'Si el inicio de sesión termina en una página que no carga, copia su dirección y vuelve aquí.',
  allowStuck:
    'Si «Permitir» no hace nada en el servicio de música, su página impide el regreso. Prueba con otro navegador, como Firefox, o pregunta al servicio de música.',
  nameTaken:
    'Puede que otro dispositivo de esta red responda a {host}. Si el inicio de sesión termina en su página o no carga, copia la dirección de esa página y pégala aquí.',
  addressSummary: '¿El inicio de sesión terminó en una página que no carga?',
  addressLabel:
    'Si el inicio de sesión terminó en una página que no carga, copia su dirección completa de la barra de direcciones y pégala aquí.',
  useAddress: 'Usar esta dirección',

  'code.title': 'Este código no funciona',
  'code.wrong':
    'Este código es incorrecto, ya se ha usado o ha caducado. Compruébalo y vuelve a intentarlo, o pide otro.',
  'code.guest': 'Es un código de invitado. Necesitas el código de una invitación de propietario.',
  'code.needed': 'Necesitas el código de una invitación de propietario.',

  'title.denied': 'No has permitido el acceso',
  'text.denied':
    'El servicio de música comunica que se denegó el acceso. Si fue un error, vuelve a intentarlo.',
  'title.unknownState': 'Este inicio de sesión ya no es válido',
  'text.unknownState': 'Se empezó hace más de diez minutos, ya se ha usado o no se empezó en este altavoz.',
  'title.noCode': 'El servicio no ha enviado ningún código',
  'text.noCode': 'La dirección no contiene lo que el altavoz necesita para iniciar sesión.',
  'title.badAddress': 'Esa no es la dirección correcta',
  'text.badAddress':
    'Pega la dirección completa de la última página: contiene las palabras «code» y «state».',
  'title.refused': 'El inicio de sesión fue rechazado',
  'text.refused':
    'El servicio de música ya no acepta este inicio de sesión. Solo es válido durante poco tiempo.',
  'title.unknownClient': 'El servicio no conoce este altavoz',
  'text.unknownClient':
    'El servicio de música no acepta el identificador de cliente o el secreto de este altavoz. Reintentar no sirve. Quien instaló el altavoz tiene que revisar TONEARM_CLIENT_ID y TONEARM_CLIENT_SECRET.',
  'title.misregistered': 'El servicio no acepta este altavoz',
  'text.misregistered':
    'El servicio de música conoce este altavoz, pero no acepta su petición. Reintentar no sirve. Quien instaló el altavoz tiene que registrar su cliente en el servicio con el ámbito «webapi» y la dirección de TONEARM_REDIRECT_URI.',
  'title.serviceFailed': 'El servicio no ha podido iniciar tu sesión',
  'text.serviceFailed':
    'El servicio de música ha devuelto un error. No es culpa tuya; vuelve a intentarlo en un minuto.',
  'title.unreachable': 'No se puede conectar con el servicio',
  'text.unreachable':
    'El altavoz no ha recibido respuesta del servicio de música. Comprueba que tenga internet y vuelve a intentarlo.',
  'title.unidentified': 'El servicio no ha dicho quién eres',
  'text.unidentified':
    'Has iniciado sesión, pero el servicio de música no ha dicho al altavoz de quién es la cuenta. No es culpa tuya; vuelve a intentarlo en un minuto.',
  'title.otherAccount': 'Esa es otra cuenta',
  'text.otherAccount':
    'Has iniciado sesión en una cuenta distinta de la de este altavoz. Inicia sesión en la del altavoz; quizá tengas que cerrar antes la sesión en el servicio de música. Para usar otra cuenta necesitas el código de una invitación de propietario.',
  'title.unknownListener': 'El altavoz aún no conoce su propia cuenta',
  'text.unknownListener':
    'Por eso no puede saber si la tuya es la misma. Vuelve a intentarlo cuando pueda conectar con el servicio de música, o usa el código de una invitación de propietario.',
  'title.over': 'El tiempo para iniciar sesión ha pasado',
  'text.over': 'Reinicia el altavoz o usa el código de una invitación de propietario.',
  'title.signedOut': 'Se ha cerrado la sesión del altavoz',
  'text.signedOut': 'Un propietario la cerró mientras iniciabas sesión.',
  'title.codeUsed': 'Este código ya no es válido',
  'text.codeUsed': 'La invitación de este inicio de sesión se ha usado o retirado entretanto. Pide otra.',
  'title.internal': 'No se pudo guardar el inicio de sesión',
  'text.internal':
    'El altavoz no pudo guardar el inicio de sesión. Quizá su disco esté lleno o sea de solo lectura.',
};

export default es;
