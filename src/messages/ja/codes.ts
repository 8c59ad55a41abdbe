import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: '確認コード',
    button: 'コードを確認',
    send: 'コードを取得',
    sendAgain: '新しいコードを取得',
    wait: '({seconds}秒)',
    change: '変更',
    sending: 'コードを取得しています…',
    verifying: 'コードを確認しています…',
    sent: '登録済みの連絡先であれば、まもなくコードが届きます。',
    again: 'コードが届かない場合は、新しいコードを取得できます。',
    signedIn: 'ログインしました。',
    verified: '連絡先を確認しました。',
    missing: 'コードを入力してください。',
    incomplete: '{length}桁のコードを入力してください。',
    unreadable: '{length}桁のコードを入力してください。使えるのは数字だけです。',
    rejected: 'コードが間違っているか、有効期限が切れています。もう一度試すか、新しいコードを取得してください。',
    noAddress: '有効なメールアドレスまたは電話番号を入力してください。',
    wrong_account: 'この連絡先は別のアカウントのものです。そのアカウントにログインするか、別の連絡先をお使いください。',
    unsupported: 'ここではコードを使えません。別の方法をお使いください。',
  },
} satisfies Translation<typeof english>;
