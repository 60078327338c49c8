import type { Catalogue } from './catalogue.js';

/** French; a space that does not break stands before double signs. */
const fr: Catalogue = {
  needsScript: 'La télécommande a besoin de JavaScript.',
  notAllArrived: 'La télécommande n’est pas arrivée en entier.',
  remoteIs: 'Commande une enceinte équipée de Tonearm.',
  browserOn: '{browser} sur {device}',
  webBrowser: 'Navigateur web',

  signIn: 'Se connecter',
  tryAgain: 'Réessayer',
  startAgain: 'Recommencer',
  openRemote: 'Ouvrir la télécommande',
  signInOn: 'Se connecter sur {speaker}',
  waiting: '{speaker} attend que quelqu’un se connecte.',
  noSuchPage: 'Cette page n’existe pas',
  notHere: 'Cela ne marche pas ici',
  nothingChanged: 'Rien n’a changé.',
  nothingElseChanged: 'Rien d’autre n’a changé.',
  nothingChangedYet: 'Rien n’a encore changé.',
  notSignedIn: '{speaker} n’est pas encore connectée à un compte. Rien d’autre n’a changé.',

  goneTitle: '{speaker} est déjà connectée à un compte',
  gone: 'Elle joue depuis le compte de {account}. En attendant, personne d’autre ne peut s’y connecter.',
  goneUnnamed: 'Elle joue depuis son compte. En attendant, personne d’autre ne peut s’y connecter.',
  goneHow:
    'Pour la commander depuis ce téléphone, connectez-vous à ce compte, ou demandez une invitation à quelqu’un dont le téléphone est admis. Pour un autre compte, déconnectez d’abord l’enceinte.',
  isMine: 'C’est mon compte : se connecter',

  terminalTitle: 'Retour au terminal',
  terminal:
    'Copiez l’adresse complète de cette page depuis la barre d’adresse, et collez-la dans le terminal où {command} attend.',

  signedIn: '{speaker} est connectée à un compte',
  ready:
    'L’enceinte est connectée au compte de {account} et prête. Ce navigateur peut désormais la commander.',
  readyUnnamed: 'L’enceinte est connectée et prête. Ce navigateur peut désormais la commander.',
  notLetIn:
    'L’enceinte est connectée au compte de {account}, mais ce navigateur n’a pas pu être admis. Demandez une invitation à quelqu’un dont le téléphone est admis.',
  notLetInUnnamed:
    'L’enceinte est connectée, mais ce navigateur n’a pas pu être admis. Demandez une invitation à quelqu’un dont le téléphone est admis.',
  seen: 'L’enceinte est connectée au compte de {account} et prête. Le premier navigateur à avoir vu cette page peut la commander. Pour celui-ci, connectez-vous encore une fois.',
  seenUnnamed:
    'L’enceinte est connectée et prête. Le premier navigateur à avoir vu cette page peut la commander. Pour celui-ci, connectez-vous encore une fois.',

  busyTitle: 'Trop de connexions',
  busy: {
    one: 'Trop de connexions ont été tentées à la fois sur {speaker}. Attendez {count} seconde, puis recommencez.',
    many: 'Trop de connexions ont été tentées à la fois sur {speaker}. Attendez {count} de secondes, puis recommencez.',
    other:
      'Trop de connexions ont été tentées à la fois sur {speaker}. Attendez {count} secondes, puis recommencez.',
  },
  wrongCodesTitle: 'Trop de codes erronés',
  wrongCodes: {
    one: 'Attendez {count} seconde, puis réessayez. Le lien d’une invitation, collé ici à la place des chiffres, marche tout de suite.',
    many: 'Attendez {count} de secondes, puis réessayez. Le lien d’une invitation, collé ici à la place des chiffres, marche tout de suite.',
    other:
      'Attendez {count} secondes, puis réessayez. Le lien d’une invitation, collé ici à la place des chiffres, marche tout de suite.',
  },

  'way.anyone':
    'Connectez-vous une fois à votre service de musique, et cette enceinte jouera ce qui est à vous. Votre mot de passe reste chez le service.',
  'way.listener':
    'Cette enceinte joue depuis le compte de {account}, et elle en est déconnectée. Connectez-vous à ce compte, et elle reprendra. Tous les téléphones admis le restent.',
  'way.listenerUnnamed':
    'Cette enceinte joue depuis son compte, et elle en est déconnectée. Connectez-vous à ce compte, et elle reprendra. Tous les téléphones admis le restent.',
  'way.unknown':
    'Cette enceinte a déjà été connectée, et ne sait pas à quel compte. Il lui faut donc le code d’une invitation de propriétaire, depuis la télécommande d’un téléphone admis.',
  'way.code':
    'Pour vous connecter sur cette enceinte, saisissez le code d’une invitation de propriétaire. La personne qui l’a installée peut vous en donner un.',
  'way.over':
    'Pendant les 15 minutes qui suivent son démarrage, toute personne proche peut se connecter sur cette enceinte. Elles sont passées. Redémarrez-la (débranchez-la, puis rebranchez-la), et rouvrez cette page.',
  'way.overOr':
    'Ou saisissez le code d’une invitation de propriétaire. La personne qui a installé l’enceinte peut vous en donner un.',
  'way.owner':
    'Connectez-vous à votre service de musique, et cette enceinte jouera ce qui est à vous. Tous les téléphones admis le restent.',
  anotherAccount: 'Un autre compte ?',
  haveCode: 'J’ai le code d’un propriétaire',
  codeLabel: 'Code d’une invitation de propriétaire',
  comeBack: 'Si votre téléphone ne peut pas ouvrir la dernière page, copiez son adresse et revenez ici.',
  addressSummary: 'La dernière page ne s’est pas ouverte ?',
  addressLabel:
    'Si votre téléphone ne peut pas ouvrir la dernière page, copiez son adresse complète depuis la barre d’adresse et collez-la ici.',
  useAddress: 'Utiliser cette adresse',

  'code.title': 'Pas avec ce code',
  'code.wrong':
    'Ce code est incorrect, déjà utilisé ou trop ancien. Vérifiez-le et saisissez-le de nouveau ; s’il est identique, demandez-en un autre.',
  'code.guest': 'C’est une invitation d’invité. Il en faut une de propriétaire.',
  'code.needed': 'Il faut le code d’un propriétaire.',

  'title.denied': 'Vous avez refusé',
  'text.denied':
    'Le service de musique signale que l’accès n’a pas été autorisé. Réessayez si ce n’était pas voulu.',
  'title.unknownState': 'Cette connexion n’est plus valable',
  'text.unknownState':
    'Elle a été commencée il y a plus de dix minutes, a déjà servi, ou n’a pas été commencée sur cette enceinte.',
  'title.noCode': 'Le service n’a pas envoyé de code',
  'text.noCode': 'L’adresse ne contient rien de ce qu’il faut à l’enceinte pour se connecter.',
  'title.badAddress': 'Ce n’est pas la bonne adresse',
  'text.badAddress':
    'Collez l’adresse complète de la page où vous êtes arrivé : elle contient les mots « code » et « state ».',
  'title.refused': 'La connexion a été refusée',
  'text.refused': 'Le service de musique n’accepte plus cette connexion. Elle ne vaut que peu de temps.',
  'title.unknownClient': 'Le service ne connaît pas cette enceinte',
  'text.unknownClient':
    'Le service de musique n’accepte pas l’identifiant client ou le secret de cette enceinte. Réessayer n’y changera rien. La personne qui l’a installée le peut : voir TONEARM_CLIENT_ID et TONEARM_CLIENT_SECRET.',
  'title.misregistered': 'Le service n’accepte pas cette enceinte',
  'text.misregistered':
    'Le service de musique connaît l’enceinte, mais pas ce qu’elle demande. Réessayer n’y changera rien. La personne qui l’a installée le peut : son client doit être enregistré auprès du service avec la portée « webapi » et l’adresse de TONEARM_REDIRECT_URI.',
  'title.serviceFailed': 'Le service n’a pas pu vous connecter',
  'text.serviceFailed':
    'Le service de musique a répondu par une erreur. Ce n’est pas de votre fait ; réessayez dans une minute.',
  'title.unreachable': 'Le service est injoignable',
  'text.unreachable':
    'L’enceinte n’a pas reçu de réponse du service de musique. Vérifiez qu’elle a accès à Internet, et réessayez.',
  'title.unidentified': 'Le service n’a pas dit qui vous êtes',
  'text.unidentified':
    'Vous vous êtes connecté, mais le service de musique n’a pas dit à l’enceinte à qui est le compte. Ce n’est pas de votre fait ; réessayez dans une minute.',
  'title.otherAccount': 'C’est un autre compte',
  'text.otherAccount':
    'Vous vous êtes connecté à un autre compte que celui de cette enceinte. Connectez-vous à celui-là ; il faut peut-être d’abord vous déconnecter du service de musique. Un autre compte demande le code d’une invitation de propriétaire.',
  'title.unknownListener': 'L’enceinte ne connaît pas encore son propre compte',
  'text.unknownListener':
    'Elle ne peut donc pas savoir si le vôtre est le même. Réessayez quand elle atteindra le service de musique, ou avec le code d’une invitation de propriétaire.',
  'title.over': 'Le temps pour se connecter est passé',
  'text.over': 'Redémarrez l’enceinte, ou utilisez le code d’une invitation de propriétaire.',
  'title.signedOut': 'L’enceinte a été déconnectée entre-temps',
  'text.signedOut': 'Un propriétaire l’a déconnectée pendant votre connexion.',
  'title.codeUsed': 'Ce code a déjà servi',
  'text.codeUsed':
    'L’invitation qui a permis de commencer cette connexion a été utilisée ou retirée entre-temps. Demandez-en une autre.',
  'title.internal': 'La connexion n’a pas pu être conservée',
  'text.internal':
    'L’enceinte n’a pas pu enregistrer la connexion. Son disque est peut-être plein ou en lecture seule.',
};

export default fr;
