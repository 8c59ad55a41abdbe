// Generated from src/messages by scripts/describe-languages.ts. Do not edit: change the messages and run npm run describe.
/** What the user loses with an account, by language. */
export const sentences: Readonly<Record<string, { notes: string; passkeys: string; name: string }>> = {
  en: {
    notes: 'All your notes are deleted ({notes}).',
    passkeys: 'Your passkeys stop working here ({passkeys}).',
    name: 'Someone else can take the name “{name}”.',
  },
  ar: {
    notes: 'تُحذف جميع ملاحظاتك ({notes}).',
    passkeys: 'تتوقف مفاتيح المرور الخاصة بك هنا عن العمل ({passkeys}).',
    name: 'يمكن لشخص آخر أخذ الاسم «{name}».',
  },
  de: {
    notes: 'Alle Ihre Notizen werden gelöscht ({notes}).',
    passkeys: 'Ihre Passkeys funktionieren hier nicht mehr ({passkeys}).',
    name: 'Andere können den Namen „{name}“ annehmen.',
  },
  es: {
    notes: 'Se eliminan todas tus notas ({notes}).',
    passkeys: 'Tus llaves de acceso dejan de funcionar aquí ({passkeys}).',
    name: 'Otra persona puede usar el nombre «{name}».',
  },
  fr: {
    notes: 'Toutes vos notes sont supprimées ({notes}).',
    passkeys: 'Vos clés d’accès ne fonctionnent plus ici ({passkeys}).',
    name: 'Une autre personne peut prendre le nom « {name} ».',
  },
  he: {
    notes: 'כל הפתקים שלך נמחקים ({notes}).',
    passkeys: 'מפתחות הגישה שלך מפסיקים לפעול כאן ({passkeys}).',
    name: 'מישהו אחר יוכל לקחת את השם ”{name}“.',
  },
  hi: {
    notes: 'आपके सभी नोट हटा दिए जाएंगे ({notes})।',
    passkeys: 'आपकी पासकी यहां काम करना बंद कर देंगी ({passkeys})।',
    name: 'कोई और “{name}” नाम ले सकता है।',
  },
  it: {
    notes: 'Tutte le tue note vengono eliminate ({notes}).',
    passkeys: 'Le tue passkey qui non funzionano più ({passkeys}).',
    name: 'Qualcun altro può prendere il nome «{name}».',
  },
  ja: {
    notes: 'すべてのメモが削除されます（{notes} 件）。',
    passkeys: 'ここでのパスキーは使えなくなります（{passkeys} 個）。',
    name: '「{name}」という名前を他の人が使えるようになります。',
  },
  ko: {
    notes: '모든 메모가 삭제됩니다({notes}개).',
    passkeys: '여기의 패스키를 더 이상 쓸 수 없습니다({passkeys}개).',
    name: '다른 사람이 ‘{name}’ 이름을 쓸 수 있습니다.',
  },
  nl: {
    notes: 'Al je notities worden verwijderd ({notes}).',
    passkeys: 'Je passkeys werken hier niet meer ({passkeys}).',
    name: 'Iemand anders kan de naam “{name}” nemen.',
  },
  pl: {
    notes: 'Wszystkie Twoje notatki zostaną usunięte ({notes}).',
    passkeys: 'Twoje klucze dostępu przestaną tu działać ({passkeys}).',
    name: 'Ktoś inny może przyjąć nazwę „{name}”.',
  },
  pt: {
    notes: 'Todas as suas notas são excluídas ({notes}).',
    passkeys: 'Suas chaves de acesso deixam de funcionar aqui ({passkeys}).',
    name: 'Outra pessoa pode usar o nome “{name}”.',
  },
  tr: {
    notes: 'Tüm notlarınız silinir ({notes}).',
    passkeys: 'Geçiş anahtarlarınız burada çalışmaz olur ({passkeys}).',
    name: '“{name}” adını başka biri alabilir.',
  },
  uk: {
    notes: 'Усі ваші нотатки буде вилучено ({notes}).',
    passkeys: 'Ваші ключі доступу перестануть тут діяти ({passkeys}).',
    name: 'Хтось інший зможе взяти ім’я «{name}».',
  },
  'zh-Hans': {
    notes: '您的所有笔记都将被删除（{notes}）。',
    passkeys: '您的通行密钥在此处将失效（{passkeys}）。',
    name: '其他人可以使用名称“{name}”。',
  },
  'zh-Hant': {
    notes: '您的所有筆記都將被刪除（{notes}）。',
    passkeys: '您的密碼金鑰在此處將失效（{passkeys}）。',
    name: '其他人可以使用名稱「{name}」。',
  },
};
