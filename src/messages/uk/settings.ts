import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'Завантаження облікового запису…',
    retry: 'Повторити',
    unsupported: 'Тут не можна керувати обліковим записом.',
    unauthenticated: 'Увійдіть, щоб побачити свій обліковий запис.',
    stale: 'Ви офлайн. Ця сторінка може бути застарілою.',
    name: 'Ім’я',
    addresses: 'Ел. пошта й телефон',
    passkeys: 'Ключі доступу',
    password: 'Пароль',
    secondFactor: 'Двоетапна перевірка',
    providers: 'Пов’язані облікові записи',
    devices: 'Пристрої',
    events: 'Останні дії',
    signOut: 'Вийти всюди',
    deletion: 'Видалити обліковий запис',
  },
} satisfies Translation<typeof english>;
