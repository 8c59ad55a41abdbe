import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: '驗證碼',
    button: '確認驗證碼',
    send: '取得驗證碼',
    sendAgain: '重新取得驗證碼',
    wait: '({seconds} 秒)',
    change: '變更',
    sending: '正在取得驗證碼…',
    verifying: '正在檢查驗證碼…',
    sent: '如果這個電子郵件地址或電話號碼已註冊，您很快就會收到驗證碼。',
    again: '沒收到驗證碼嗎？您可以重新取得。',
    signedIn: '已登入。',
    verified: '電子郵件地址或電話號碼已驗證。',
    missing: '請輸入驗證碼。',
    incomplete: '請輸入 {length} 位數驗證碼。',
    unreadable: '請輸入 {length} 位數驗證碼，只能使用數字。',
    rejected: '驗證碼錯誤或已過期。請再試一次，或重新取得驗證碼。',
    noAddress: '請輸入有效的電子郵件地址或電話號碼。',
    wrong_account: '這個電子郵件地址或電話號碼屬於其他帳號。請登入該帳號，或改用其他電子郵件地址或電話號碼。',
    unsupported: '這裡無法使用驗證碼。請改用其他方式。',
  },
} satisfies Translation<typeof english>;
