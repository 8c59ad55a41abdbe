import type * as english from '../en/install.js';
import type { Translation } from '../section.js';

export default {
  install: {
    button: 'Instalar app',
    asking: 'Continúa en el cuadro de diálogo.',
    guiding: '',
    done: 'Instalando la app…',
    cancelled: 'No se instaló la app.',
  },
  installGuide: {
    title: 'Instalar esta app',
    about: 'Sigue estos pasos para instalarla:',
    otherBrowser: 'Este navegador no puede instalar apps.',
    problems: 'El navegador no ofrece instalar esta app por lo siguiente:',
    network: 'No se pudo cargar el manifiesto de esta página.',
    bad_response: 'El servidor no proporciona el manifiesto de esta página.',
    close: 'Cerrar',
  },
  installSteps: {
    'app-menu': 'Abre el menú de la app en la que estás: ••• o ⋮.',
    'open-in-browser': 'Elige «Abrir en el navegador».',
    'install-there': 'Instálala desde allí.',
    'open-in-safari': 'Abre esta página en Safari.',
    'update-safari':
      'Actualiza a Safari 17 o posterior, en macOS Sonoma o posterior. O abre esta página en Chrome o Edge.',
    share: 'Elige «Compartir». Si no lo ves, búscalo en el menú •••.',
    'add-to-home-screen': 'Desplázate hacia abajo y elige «Añadir a pantalla de inicio».',
    'open-as-web-app': 'Deja activada la opción «Abrir como app web».',
    'file-menu': 'Abre «Archivo» en la barra de menús.',
    'add-to-dock': 'Elige «Añadir al Dock…». Requiere macOS Sonoma o posterior.',
    'confirm-add': 'Elige «Añadir».',
    menu: 'Abre el menú del navegador.',
    'firefox-install': 'Elige «Instalar» o «Agregar a la pantalla de Inicio».',
    'taskbar-icon': 'Elige «Añadir pestaña a la barra de tareas» al final de la barra de direcciones.',
    'confirm-save': 'Elige «Guardar».',
    'samsung-add': 'Elige «Añadir página a».',
    'home-screen': 'Elige «Pantalla de inicio».',
    'android-install': 'Elige «Añadir a pantalla de inicio» o «Instalar aplicación».',
    'edge-apps': 'Elige «Más herramientas» y luego «Aplicaciones».',
    'edge-install': 'Elige «Instalar este sitio como una aplicación».',
    'chrome-install': 'Elige «Instalar página como aplicación…». Puede estar en «Enviar, guardar y compartir».',
    'confirm-install': 'Elige «Instalar».',
    'any-install': 'Busca «Instalar» o «Añadir a pantalla de inicio» y elige esa opción.',
    'other-browser': 'Abre esta página en un navegador que pueda instalar apps, como Chrome, Edge o Safari.',
  },
} satisfies Translation<typeof english>;
