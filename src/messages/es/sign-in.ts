import type * as english from '../en/sign-in.js';
import type { Translation } from '../section.js';

export default {
  errors: {
    unsupported: 'Este navegador no permite usar llaves de acceso aquí. Inicia sesión de otra forma.',
    invalid_rp_id: 'Las llaves de acceso no funcionan en esta dirección. Inicia sesión de otra forma.',
    misconfigured: 'Esta página no está bien configurada.',
    embedded: 'Abre esta página en su propia ventana para continuar.',
    challenge_expired: 'Se agotó el tiempo. Inténtalo de nuevo.',
    rejected: 'No funcionó. Inténtalo de nuevo o usa otro método.',
    rate_limited: 'Demasiados intentos. Espera unos minutos e inténtalo de nuevo.',
    timed_out: 'Se agotó el tiempo. Inténtalo de nuevo.',
    network: 'No se puede conectar con el servidor. Revisa tu conexión e inténtalo de nuevo.',
    bad_response: 'El servidor tiene un problema. Inténtalo más tarde.',
    next_step: 'Falta un paso. Continúa en la página de inicio de sesión.',
  },
  signIn: {
    username: 'Nombre de usuario',
    button: 'Iniciar sesión con llave de acceso',
    asking: 'Continúa en el cuadro de diálogo.',
    verifying: 'Comprobando…',
    done: 'Sesión iniciada.',
    cancelled: 'No se usó ninguna llave de acceso. Inténtalo de nuevo.',
    unknown_credential: 'Esa llave de acceso se eliminó de esta cuenta. Inicia sesión de otra forma.',
  },
  immediate: {
    no_local_passkey: 'Este dispositivo no tiene ninguna llave de acceso para este sitio. Inicia sesión de otra forma.',
  },
  stepUp: {
    button: 'Confirmar identidad',
    done: 'Identidad confirmada.',
    cancelled: 'No se confirmó tu identidad. Inténtalo de nuevo.',
    unknown_credential: 'Esa llave de acceso se eliminó de esta cuenta. Usa otra.',
    wrong_account: 'Esa llave de acceso es de otra cuenta. Usa una de esta cuenta.',
    unauthenticated: 'Primero inicia sesión.',
    step_up_required:
      'Esta cuenta no tiene ninguna llave de acceso. Vuelve a iniciar sesión para confirmar tu identidad.',
  },
  passwordForm: {
    username: 'Nombre de usuario',
    password: 'Contraseña',
    button: 'Iniciar sesión',
    asking: 'Continúa en el cuadro de diálogo.',
    verifying: 'Iniciando sesión…',
    done: 'Sesión iniciada.',
    rejected: 'Nombre de usuario o contraseña incorrectos. Inténtalo de nuevo o inicia sesión de otra forma.',
    unsupported: 'Aquí no se pueden usar contraseñas. Inicia sesión de otra forma.',
    unknown_credential: 'Esa llave de acceso se eliminó de esta cuenta. Inicia sesión de otra forma.',
    no_local_passkey: 'Inicia sesión con tu nombre de usuario y tu contraseña.',
    wait: {
      one: 'Demasiados intentos. Espera un minuto e inténtalo de nuevo.',
      many: 'Demasiados intentos. Espera {minutes} de minutos e inténtalo de nuevo.',
      other: 'Demasiados intentos. Espera {minutes} minutos e inténtalo de nuevo.',
    },
  },
} satisfies Translation<typeof english>;
