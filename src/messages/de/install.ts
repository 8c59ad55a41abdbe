import type * as english from '../en/install.js';
import type { Translation } from '../section.js';

export default {
  install: {
    button: 'App installieren',
    asking: 'Fahren Sie im Dialogfeld fort.',
    guiding: '',
    done: 'App wird installiert …',
    cancelled: 'Die App wurde nicht installiert.',
  },
  installGuide: {
    title: 'Diese App installieren',
    about: 'So installieren Sie die App:',
    otherBrowser: 'Dieser Browser kann keine Apps installieren.',
    problems: 'Der Browser bietet die Installation dieser App aus folgenden Gründen nicht an:',
    network: 'Das Manifest dieser Seite konnte nicht geladen werden.',
    bad_response: 'Der Server stellt das Manifest dieser Seite nicht bereit.',
    close: 'Schließen',
  },
  installSteps: {
    'app-menu': 'Öffnen Sie das Menü der App, in der Sie gerade sind: ••• oder ⋮.',
    'open-in-browser': 'Wählen Sie „Im Browser öffnen“.',
    'install-there': 'Installieren Sie die App dort.',
    'open-in-safari': 'Öffnen Sie diese Seite in Safari.',
    'update-safari':
      'Aktualisieren Sie auf Safari 17 oder neuer (ab macOS Sonoma). Oder öffnen Sie diese Seite in Chrome oder Edge.',
    share: 'Wählen Sie „Teilen“. Falls die Option fehlt, sehen Sie im Menü ••• nach.',
    'add-to-home-screen': 'Scrollen Sie nach unten und wählen Sie „Zum Home-Bildschirm“.',
    'open-as-web-app': 'Lassen Sie „Als Web-App öffnen“ eingeschaltet.',
    'file-menu': 'Öffnen Sie in der Menüleiste „Ablage“.',
    'add-to-dock': 'Wählen Sie „Zum Dock hinzufügen …“. Dafür ist macOS Sonoma oder neuer nötig.',
    'confirm-add': 'Wählen Sie „Hinzufügen“.',
    menu: 'Öffnen Sie das Browsermenü.',
    'firefox-install': 'Wählen Sie „Installieren“ oder „Zum Startbildschirm hinzufügen“.',
    'taskbar-icon': 'Wählen Sie am Ende der Adressleiste „Tab zur Taskleiste hinzufügen“.',
    'confirm-save': 'Wählen Sie „Speichern“.',
    'samsung-add': 'Wählen Sie „Seite hinzufügen zu“.',
    'home-screen': 'Wählen Sie „Startbildschirm“.',
    'android-install': 'Wählen Sie „Zum Startbildschirm hinzufügen“ oder „App installieren“.',
    'edge-apps': 'Wählen Sie „Weitere Tools“ und dann „Apps“.',
    'edge-install': 'Wählen Sie „Diese Website als App installieren“.',
    'chrome-install':
      'Wählen Sie „Seite als App installieren…“. Möglicherweise finden Sie es unter „Streamen, speichern und teilen“.',
    'confirm-install': 'Wählen Sie „Installieren“.',
    'any-install': 'Suchen Sie nach „Installieren“ oder „Zum Startbildschirm hinzufügen“ und wählen Sie es aus.',
    'other-browser':
      'Öffnen Sie diese Seite in einem Browser, der Apps installieren kann, zum Beispiel Chrome, Edge oder Safari.',
  },
} satisfies Translation<typeof english>;
