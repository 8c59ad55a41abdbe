import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: 'Código de uso único',
    button: 'Confirmar código',
    send: 'Enviar código',
    sendAgain: 'Enviar novo código',
    wait: '({seconds} s)',
    change: 'Alterar',
    sending: 'Solicitando um código…',
    verifying: 'Verificando o código…',
    sent: 'Se esse endereço estiver cadastrado, o código está a caminho.',
    again: 'O código não chegou? Você pode solicitar outro.',
    signedIn: 'Login concluído.',
    verified: 'Seu endereço foi verificado.',
    missing: 'Digite o código.',
    incomplete: 'Digite o código de {length} dígitos.',
    unreadable: 'Digite o código de {length} dígitos. Use apenas números.',
    rejected: 'O código está incorreto ou expirou. Tente novamente ou solicite outro.',
    noAddress: 'Digite um e-mail ou número de telefone válido.',
    wrong_account: 'Esse endereço é de outra conta. Faça login nela ou use outro endereço.',
    unsupported: 'Não é possível usar códigos aqui. Use outro método.',
  },
} satisfies Translation<typeof english>;
