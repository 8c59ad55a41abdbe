import type * as english from '../en/sign-in.js';
import type { Translation } from '../section.js';

export default {
  errors: {
    unsupported: 'このブラウザでは、ここでパスキーを使えません。別の方法でログインしてください。',
    invalid_rp_id: 'このアドレスではパスキーを使えません。別の方法でログインしてください。',
    misconfigured: 'このページは正しく設定されていません。',
    embedded: '続けるには、このページを別のウィンドウで開いてください。',
    challenge_expired: '時間切れになりました。もう一度お試しください。',
    rejected: '完了できませんでした。もう一度試すか、別の方法をお使いください。',
    rate_limited: '試行回数が多すぎます。数分待ってから、もう一度お試しください。',
    timed_out: '時間切れになりました。もう一度お試しください。',
    network: 'サーバーに接続できません。接続を確認して、もう一度お試しください。',
    bad_response: 'サーバーで問題が発生しています。しばらくしてから、もう一度お試しください。',
    next_step: 'あと 1 つ手順が必要です。ログインページで続けてください。',
  },
  signIn: {
    username: 'ユーザー名',
    button: 'パスキーでログイン',
    asking: '表示されたダイアログで続けてください。',
    verifying: '確認しています…',
    done: 'ログインしました。',
    cancelled: 'パスキーは使用されませんでした。もう一度お試しください。',
    unknown_credential: 'このパスキーはアカウントから削除されています。別の方法でログインしてください。',
  },
  immediate: {
    no_local_passkey: 'このデバイスには、このサイトのパスキーがありません。別の方法でログインしてください。',
  },
  stepUp: {
    button: '本人確認を行う',
    done: '確認しました。',
    cancelled: '確認できませんでした。もう一度お試しください。',
    unknown_credential: 'このパスキーはアカウントから削除されています。別のパスキーをお使いください。',
    wrong_account: 'このパスキーは別のアカウントのものです。このアカウントのパスキーをお使いください。',
    unauthenticated: '先にログインしてください。',
    step_up_required: 'このアカウントにはパスキーがありません。本人確認のため、もう一度ログインしてください。',
  },
  passwordForm: {
    username: 'ユーザー名',
    password: 'パスワード',
    button: 'ログイン',
    asking: '表示されたダイアログで続けてください。',
    verifying: 'ログインしています…',
    done: 'ログインしました。',
    rejected: 'ユーザー名またはパスワードが違います。もう一度試すか、別の方法でログインしてください。',
    unsupported: 'ここではパスワードを使えません。別の方法でログインしてください。',
    unknown_credential: 'このパスキーはアカウントから削除されています。別の方法でログインしてください。',
    no_local_passkey: 'ユーザー名とパスワードでログインしてください。',
    wait: {
      other: '試行回数が多すぎます。{minutes}分待ってから、もう一度お試しください。',
    },
  },
} satisfies Translation<typeof english>;
