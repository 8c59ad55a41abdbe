import type * as english from '../en/install.js';
import type { Translation } from '../section.js';

export default {
  install: {
    button: 'Installer l’application',
    asking: 'Continuez dans la boîte de dialogue.',
    guiding: '',
    done: 'Installation de l’application…',
    cancelled: 'L’application n’a pas été installée.',
  },
  installGuide: {
    title: 'Installer cette application',
    about: 'Suivez ces étapes pour l’installer :',
    otherBrowser: 'Ce navigateur ne permet pas d’installer des applications.',
    problems: 'Le navigateur ne propose pas d’installer cette application, pour les raisons suivantes :',
    network: 'Le manifeste de cette page n’a pas pu être chargé.',
    bad_response: 'Le serveur ne fournit pas le manifeste de cette page.',
    close: 'Fermer',
  },
  installSteps: {
    'app-menu': 'Ouvrez le menu de l’application actuelle : ••• ou ⋮.',
    'open-in-browser': 'Choisissez « Ouvrir dans le navigateur ».',
    'install-there': 'Installez l’application depuis le navigateur.',
    'open-in-safari': 'Ouvrez cette page dans Safari.',
    'update-safari':
      'Installez au moins Safari 17, sous macOS Sonoma ou version ultérieure. Ou ouvrez cette page dans Chrome ou Edge.',
    share: 'Choisissez « Partager ». Si cette option n’apparaît pas, cherchez-la dans le menu •••.',
    'add-to-home-screen': 'Faites défiler vers le bas et choisissez « Sur l’écran d’accueil ».',
    'open-as-web-app': 'Laissez « Ouvrir comme app web » activé.',
    'file-menu': 'Ouvrez « Fichier » dans la barre des menus.',
    'add-to-dock': 'Choisissez « Ajouter au Dock… » (macOS Sonoma ou version ultérieure).',
    'confirm-add': 'Choisissez « Ajouter ».',
    menu: 'Ouvrez le menu du navigateur.',
    'firefox-install': 'Choisissez « Installer » ou « Ajouter à l’écran d’accueil ».',
    'taskbar-icon': 'Choisissez « Ajouter l’onglet à la barre des tâches » au bout de la barre d’adresse.',
    'confirm-save': 'Choisissez « Enregistrer ».',
    'samsung-add': 'Choisissez « Ajouter la page à ».',
    'home-screen': 'Choisissez « Écran d’accueil ».',
    'android-install': 'Choisissez « Ajouter à l’écran d’accueil » ou « Installer l’application ».',
    'edge-apps': 'Choisissez « Autres outils », puis « Applications ».',
    'edge-install': 'Choisissez « Installer ce site en tant qu’application ».',
    'chrome-install':
      'Choisissez « Installer la page en tant qu’application… ». Cette option peut se trouver sous « Caster, enregistrer et partager ».',
    'confirm-install': 'Choisissez « Installer ».',
    'any-install': 'Cherchez « Installer » ou « Ajouter à l’écran d’accueil », puis choisissez cette option.',
    'other-browser':
      'Ouvrez cette page dans un navigateur qui permet d’installer des applications, comme Chrome, Edge ou Safari.',
  },
} satisfies Translation<typeof english>;
