import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: 'Application d’authentification',
    noApp: 'Non configurée. Elle affiche des codes à saisir après le mot de passe.',
    appSince: 'Configurée {when}',
    setUpApp: 'Configurer',
    recoveryCodes: 'Codes de récupération',
    codesLeft: { one: '{count} code restant', many: '{count} de codes restants', other: '{count} codes restants' },
    newCodes: 'Obtenir de nouveaux codes',
    newCodesTitle: 'Remplacer vos codes de récupération ?',
    newCodesText: 'Les anciens ne fonctionneront plus.',
    removeApp: 'Supprimer votre application d’authentification ?',
    removeAppText: 'Ses codes de récupération ne fonctionneront plus non plus.',
    appAdded: 'Votre application d’authentification est configurée.',
    appRemoved: 'Application d’authentification supprimée.',
    codesReplaced: 'Les anciens codes ne fonctionnent plus.',
    expiredSetUp: 'Le délai est dépassé. Configurez à nouveau l’application.',
    already_registered: 'Une application d’authentification est déjà configurée.',
    second_factor_required: 'Votre compte demande une seconde étape, et c’est la seule.',
    no_second_factor: 'Ajoutez d’abord une clé d’accès ou une application d’authentification.',
    passkeyToo: 'Clé d’accès après le mot de passe',
    passkeyNeeded: 'Votre mot de passe demande aussi votre clé d’accès.',
    passkeyNotNeeded: 'Votre mot de passe suffit pour vous connecter.',
    turnOn: 'Activer',
    turnOff: 'Désactiver',
  },
} satisfies Translation<typeof english>;
