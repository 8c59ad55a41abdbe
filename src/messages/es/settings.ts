import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'Cargando tu cuenta…',
    retry: 'Reintentar',
    unsupported: 'No puedes gestionar tu cuenta aquí.',
    unauthenticated: 'Inicia sesión para ver tu cuenta.',
    stale: 'No tienes conexión. Es posible que esta página no esté actualizada.',
    name: 'Nombre',
    addresses: 'Correo y teléfono',
    passkeys: 'Llaves de acceso',
    password: 'Contraseña',
    secondFactor: 'Verificación en dos pasos',
    providers: 'Cuentas vinculadas',
    devices: 'Dispositivos',
    events: 'Actividad reciente',
    signOut: 'Cerrar sesión en todas partes',
    deletion: 'Eliminar cuenta',
  },
} satisfies Translation<typeof english>;
