import type * as english from '../en/sign-in.js';
import type { Translation } from '../section.js';

export default {
  errors: {
    unsupported: '這個瀏覽器無法在此使用密碼金鑰。請改用其他方式登入。',
    invalid_rp_id: '這個網址無法使用密碼金鑰。請改用其他方式登入。',
    misconfigured: '這個頁面的設定不正確。',
    embedded: '請在獨立視窗中開啟這個頁面，再繼續操作。',
    challenge_expired: '操作逾時，請再試一次。',
    rejected: '操作未成功。請再試一次，或改用其他方式。',
    rate_limited: '嘗試次數過多，請過幾分鐘再試。',
    timed_out: '操作逾時，請再試一次。',
    network: '無法連上伺服器。請檢查網路連線，然後再試一次。',
    bad_response: '伺服器發生問題，請稍後再試。',
    next_step: '還需要一個步驟。請在登入頁面繼續。',
  },
  signIn: {
    username: '使用者名稱',
    button: '使用密碼金鑰登入',
    asking: '請在顯示的對話框中繼續操作。',
    verifying: '驗證中…',
    done: '已登入。',
    cancelled: '未使用密碼金鑰，請再試一次。',
    unknown_credential: '這組密碼金鑰已從這個帳號移除。請改用其他方式登入。',
  },
  immediate: {
    no_local_passkey: '這部裝置沒有這個網站的密碼金鑰。請改用其他方式登入。',
  },
  stepUp: {
    button: '驗證身分',
    done: '已驗證。',
    cancelled: '未完成驗證，請再試一次。',
    unknown_credential: '這組密碼金鑰已從這個帳號移除。請使用其他密碼金鑰。',
    wrong_account: '這組密碼金鑰屬於其他帳號。請使用這個帳號的密碼金鑰。',
    unauthenticated: '請先登入。',
    step_up_required: '這個帳號沒有密碼金鑰。請重新登入以驗證身分。',
  },
  passwordForm: {
    username: '使用者名稱',
    password: '密碼',
    button: '登入',
    asking: '請在顯示的對話框中繼續操作。',
    verifying: '登入中…',
    done: '已登入。',
    rejected: '使用者名稱或密碼錯誤。請再試一次，或改用其他方式登入。',
    unsupported: '這裡無法使用密碼。請改用其他方式登入。',
    unknown_credential: '這組密碼金鑰已從這個帳號移除。請改用其他方式登入。',
    no_local_passkey: '請以使用者名稱和密碼登入。',
    wait: {
      other: '嘗試次數過多，請在 {minutes} 分鐘後再試。',
    },
  },
} satisfies Translation<typeof english>;
