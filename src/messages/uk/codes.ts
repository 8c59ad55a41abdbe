import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: 'Одноразовий код',
    button: 'Підтвердити код',
    send: 'Надіслати код',
    sendAgain: 'Надіслати новий код',
    wait: '({seconds} с)',
    change: 'Змінити',
    sending: 'Запит коду…',
    verifying: 'Перевірка коду…',
    sent: 'Якщо ця адреса нам відома, код уже надіслано.',
    again: 'Код не надійшов? Ви можете запросити новий.',
    signedIn: 'Ви ввійшли.',
    verified: 'Вашу адресу підтверджено.',
    missing: 'Введіть код.',
    incomplete: 'Введіть {length}-значний код.',
    unreadable: 'Введіть {length}-значний код. Використовуйте лише цифри.',
    rejected: 'Код неправильний або прострочений. Спробуйте ще раз або запросіть новий.',
    noAddress: 'Введіть дійсну адресу електронної пошти або номер телефону.',
    wrong_account: 'Ця адреса належить до іншого облікового запису. Увійдіть до нього або вкажіть іншу адресу.',
    unsupported: 'Тут не можна використовувати коди. Скористайтеся іншим способом.',
  },
} satisfies Translation<typeof english>;
