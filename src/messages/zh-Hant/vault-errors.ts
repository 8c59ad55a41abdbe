import type * as english from '../en/vault-errors.js';
import type { Translation } from '../section.js';

export default {
  vaultErrors: {
    no_prf:
      '這組密碼金鑰或這個瀏覽器無法加密資料。請使用 Chrome 116、Edge 116、Safari 18、Firefox 139 或以上版本，並使用手機、電腦或密碼管理工具中的密碼金鑰。',
    vault_wrong_key: '這組密碼金鑰無法解鎖這些資料。請使用其他密碼金鑰。',
    vault_damaged: '這些資料已損毀，無法解鎖。',
    vault_unsupported: '這些資料是由這個應用程式的較新版本加密的。請重新載入頁面。',
    vault_locked: '這些資料在操作期間已鎖定，請再試一次。',
    storage_full: '這部裝置的儲存空間已滿。未儲存任何內容。',
    storage_lost: '這個瀏覽器不會儲存資料。請改用一般視窗。',
    unauthenticated: '請先登入。登入後，離線時也能使用。',
    step_up_required: '請重新登入以驗證身分。',
    constraint: '這裡無法執行這項操作。請再試一次，或使用其他密碼金鑰。',
    already_registered: '這部裝置已有您帳號的密碼金鑰。',
    network: '首次操作需要網路連線。請在連上網路後再試一次。',
  },
} satisfies Translation<typeof english>;
