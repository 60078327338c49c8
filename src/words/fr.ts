import type { PageCatalogue } from './catalogue.js';

/** French; a space that does not break stands before double signs. */
const fr: PageCatalogue = {
  needsScript: 'La télécommande a besoin de JavaScript.',
  notAllArrived: 'La télécommande ne s’est pas chargée entièrement.',
  remoteIs: 'Télécommande d’une enceinte équipée de Tonearm.',
  browserOn: '{browser} sur {device}',
  webBrowser: 'Navigateur web',

  signIn: 'Se connecter',
  tryAgain: 'Réessayer',
  startAgain: 'Recommencer',
  openRemote: 'Ouvrir la télécommande',
  signInOn: 'Se connecter sur {speaker}',
  waiting: '{speaker} attend que quelqu’un se connecte.',
  noSuchPage: 'Page introuvable',
  notHere: 'Indisponible ici',
  far: 'Cette enceinte ne répond que sur son propre réseau. Connectez-y cet appareil, puis réessayez.',
  foreign:
    'Un autre site l’a demandé à l’enceinte et a été refusé. Pour l’autoriser, son adresse doit figurer dans {setting}.',
  nothingChanged: 'Rien n’a changé.',
  nothingElseChanged: 'Rien d’autre n’a changé.',
  nothingChangedYet: 'Rien n’a encore changé.',
  notSignedIn: '{speaker} n’est pas encore connectée à un compte. Rien d’autre n’a changé.',

  goneTitle: '{speaker} est déjà connectée à un compte',
  gone: 'Elle lit la musique du compte de {account}.',
  goneUnnamed: 'Elle lit la musique de son compte.',
  goneHow:
    'Pour la commander depuis ce téléphone, connectez-vous à ce compte, ou demandez une invitation à quelqu’un qui commande l’enceinte.',
  isMine: 'C’est mon compte : se connecter',

  terminalTitle: 'Retour au terminal',
  terminal:
    'Copiez l’adresse complète de cette page depuis la barre d’adresse, et collez-la dans le terminal où {command} attend.',

  signedIn: '{speaker} est connectée à un compte',
  ready:
    'L’enceinte est connectée au compte de {account} et prête. Ouvrez la télécommande ici, et ce navigateur pourra la commander.',
  readyUnnamed:
    'L’enceinte est connectée et prête. Ouvrez la télécommande ici, et ce navigateur pourra la commander.',
  notLetIn:
    'L’enceinte est connectée au compte de {account}, mais ce navigateur n’a pas pu être admis. Demandez une invitation à quelqu’un qui commande l’enceinte.',
  notLetInUnnamed:
    'L’enceinte est connectée, mais ce navigateur n’a pas pu être admis. Demandez une invitation à quelqu’un qui commande l’enceinte.',
  seen: 'L’enceinte est connectée au compte de {account} et prête. Seul le navigateur qui a ouvert cette page en premier peut la commander. Pour la commander depuis celui-ci, connectez-vous de nouveau.',
  seenUnnamed:
    'L’enceinte est connectée et prête. Seul le navigateur qui a ouvert cette page en premier peut la commander. Pour la commander depuis celui-ci, connectez-vous de nouveau.',

  busyTitle: 'Trop de connexions',
  busy: {
    one: 'Il y a eu trop de tentatives de connexion sur {speaker}. Attendez {count} seconde, puis recommencez.',
    many: 'Il y a eu trop de tentatives de connexion sur {speaker}. Attendez {count} de secondes, puis recommencez.',
    other:
      'Il y a eu trop de tentatives de connexion sur {speaker}. Attendez {count} secondes, puis recommencez.',
  },
  wrongCodesTitle: 'Trop de codes erronés',
  wrongCodes: {
    one: 'Attendez {count} seconde, puis réessayez. Ou collez ici le lien de l’invitation à la place des chiffres ; il fonctionne tout de suite.',
    many: 'Attendez {count} de secondes, puis réessayez. Ou collez ici le lien de l’invitation à la place des chiffres ; il fonctionne tout de suite.',
    other:
      'Attendez {count} secondes, puis réessayez. Ou collez ici le lien de l’invitation à la place des chiffres ; il fonctionne tout de suite.',
  },

  'way.anyone':
    'Connectez-vous une fois à votre service de musique, et cette enceinte jouera votre musique. Votre mot de passe reste chez le service.',
  'way.listener':
    'Cette enceinte appartient au compte de {account} et en est déconnectée. Connectez-vous à ce compte pour reprendre l’écoute. Tous les téléphones gardent leur accès.',
  'way.listenerUnnamed':
    'Cette enceinte appartient à un compte et en est déconnectée. Connectez-vous à ce compte pour reprendre l’écoute. Tous les téléphones gardent leur accès.',
  'way.unknown':
    'Cette enceinte a déjà été connectée, mais elle ne sait pas à quel compte. Pour vous connecter, il vous faut le code d’une invitation de propriétaire, créée sur un téléphone qui commande l’enceinte.',
  'way.code':
    'Pour vous connecter sur cette enceinte, saisissez le code d’une invitation de propriétaire. La personne qui l’a installée peut vous en donner un.',
  'way.over':
    'Toute personne à proximité peut se connecter, mais seulement dans les 15 minutes qui suivent le démarrage de l’enceinte, et ce délai est passé. Redémarrez l’enceinte (débranchez-la, puis rebranchez-la), puis rouvrez cette page.',
  'way.overOr':
    'Ou saisissez le code d’une invitation de propriétaire. La personne qui a installé l’enceinte peut vous en donner un.',
  'way.owner':
    'Connectez-vous à votre service de musique, et cette enceinte jouera votre musique. Tous les téléphones gardent leur accès.',
  anotherAccount: 'Un autre compte ?',
  haveCode: 'J’ai le code d’un propriétaire',
  codeLabel: 'Code d’une invitation de propriétaire',
  comeBack:
    'Si la connexion se termine sur une page qui ne se charge pas, copiez son adresse et revenez ici.',
  allowStuck:
    'Si « Autoriser » reste sans effet sur le service de musique, sa page interdit le retour. Essayez un autre navigateur, comme Firefox, ou adressez-vous au service de musique.',
  nameTaken:
    'Un autre appareil de ce réseau répond peut-être à {host}. Si la connexion se termine sur sa page ou ne se charge pas, copiez l’adresse de cette page et collez-la ici.',
  addressSummary: 'La connexion s’est terminée sur une page qui ne se charge pas ?',
  addressLabel:
    'Si la connexion s’est terminée sur une page qui ne se charge pas, copiez son adresse complète depuis la barre d’adresse et collez-la ici.',
  useAddress: 'Utiliser cette adresse',

  'code.title': 'Ce code ne fonctionne pas',
  'code.wrong':
    'Ce code est incorrect, déjà utilisé ou expiré. Vérifiez-le et réessayez, ou demandez-en un autre.',
  'code.guest': 'C’est un code d’invité. Il vous faut le code d’une invitation de propriétaire.',
  'code.needed': 'Il vous faut le code d’une invitation de propriétaire.',

  'title.denied': 'Vous n’avez pas autorisé l’accès',
  'text.denied': 'Le service de musique signale que l’accès a été refusé. Si c’était une erreur, réessayez.',
  'title.unknownState': 'Cette connexion n’est plus valable',
  'text.unknownState':
    'Elle a été commencée il y a plus de dix minutes, a déjà servi, ou n’a pas été commencée sur cette enceinte.',
  'title.noCode': 'Le service n’a pas envoyé de code',
  'text.noCode': 'L’adresse ne contient pas ce dont l’enceinte a besoin pour se connecter.',
  'title.badAddress': 'Ce n’est pas la bonne adresse',
  'text.badAddress':
    'Collez l’adresse complète de la dernière page : elle contient les mots « code » et « state ».',
  'title.refused': 'La connexion a été refusée',
  'text.refused':
    'Le service de musique n’accepte plus cette connexion. Une connexion n’est valable que peu de temps.',
  'title.unknownClient': 'Le service ne connaît pas cette enceinte',
  'text.unknownClient':
    'Le service de musique n’accepte pas l’identifiant client ou le secret de cette enceinte. Réessayer n’y changera rien. La personne qui a installé l’enceinte doit vérifier TONEARM_CLIENT_ID et TONEARM_CLIENT_SECRET.',
  'title.misregistered': 'Le service n’accepte pas cette enceinte',
  'text.misregistered':
    'Le service de musique connaît cette enceinte, mais n’accepte pas sa demande. Réessayer n’y changera rien. La personne qui a installé l’enceinte doit enregistrer son client auprès du service avec la portée « webapi » et l’adresse de TONEARM_REDIRECT_URI.',
  'title.serviceFailed': 'Le service n’a pas pu vous connecter',
  'text.serviceFailed':
    'Le service de musique a renvoyé une erreur. Vous n’y êtes pour rien ; réessayez dans une minute.',
  'title.unreachable': 'Le service est injoignable',
  'text.unreachable':
    'L’enceinte n’a pas reçu de réponse du service de musique. Vérifiez qu’elle a accès à Internet, et réessayez.',
  'title.unidentified': 'Le service n’a pas dit qui vous êtes',
  'text.unidentified':
    'Vous vous êtes connecté, mais le service de musique n’a pas dit à l’enceinte à qui est le compte. Vous n’y êtes pour rien ; réessayez dans une minute.',
  'title.otherAccount': 'C’est un autre compte',
  'text.otherAccount':
    'Vous vous êtes connecté à un autre compte que celui de cette enceinte. Connectez-vous à celui de l’enceinte ; il faut peut-être d’abord vous déconnecter du service de musique. Pour utiliser un autre compte, il vous faut le code d’une invitation de propriétaire.',
  'title.unknownListener': 'L’enceinte ne connaît pas encore son propre compte',
  'text.unknownListener':
    'Elle ne peut donc pas savoir si le vôtre est le même. Réessayez quand elle pourra joindre le service de musique, ou utilisez le code d’une invitation de propriétaire.',
  'title.over': 'Le délai pour se connecter est passé',
  'text.over': 'Redémarrez l’enceinte, ou utilisez le code d’une invitation de propriétaire.',
  'title.signedOut': 'L’enceinte a été déconnectée',
  'text.signedOut': 'Un propriétaire l’a déconnectée pendant que vous vous connectiez.',
  'title.codeUsed': 'Ce code n’est plus valable',
  'text.codeUsed':
    'L’invitation de cette connexion a été utilisée ou retirée entre-temps. Demandez-en une autre.',
  'title.internal': 'La connexion n’a pas pu être enregistrée',
  'text.internal':
    'L’enceinte n’a pas pu enregistrer la connexion. Son disque est peut-être plein ou en lecture seule.',
};

export default fr;
