// Generated from src/messages by scripts/describe-languages.ts. Do not edit: change the messages and run npm run describe.
/** What the user loses with an account, by language. */
export const sentences: Readonly<Record<string, { notes: string; passkeys: string; name: string }>> = {
  en: {
    notes: 'Notes that are deleted: {notes}.',
    passkeys: 'Passkeys that stop working: {passkeys}.',
    name: 'Someone else can take the name “{name}”.',
  },
  ar: {
    notes: 'عدد الملاحظات التي تُحذف: {notes}.',
    passkeys: 'عدد مفاتيح المرور التي تتوقف عن العمل: {passkeys}.',
    name: 'يمكن لشخص آخر أخذ الاسم «{name}».',
  },
  de: {
    notes: 'Notizen, die gelöscht werden: {notes}.',
    passkeys: 'Passkeys, die nicht mehr funktionieren: {passkeys}.',
    name: 'Andere können den Namen „{name}“ annehmen.',
  },
  es: {
    notes: 'Notas que se eliminan: {notes}.',
    passkeys: 'Llaves de acceso que dejan de funcionar: {passkeys}.',
    name: 'Otra persona puede usar el nombre «{name}».',
  },
  fr: {
    notes: 'Notes supprimées : {notes}.',
    passkeys: 'Clés d’accès qui ne fonctionnent plus : {passkeys}.',
    name: 'Une autre personne peut prendre le nom « {name} ».',
  },
  he: {
    notes: 'פתקים שיימחקו: {notes}.',
    passkeys: 'מפתחות גישה שיפסיקו לפעול: {passkeys}.',
    name: 'מישהו אחר יוכל לקחת את השם ”{name}“.',
  },
  hi: {
    notes: 'हटाए जाने वाले नोट: {notes}।',
    passkeys: 'काम न करने वाली पासकी: {passkeys}।',
    name: 'कोई और “{name}” नाम ले सकता है।',
  },
  it: {
    notes: 'Note eliminate: {notes}.',
    passkeys: 'Passkey che non funzionano più: {passkeys}.',
    name: 'Qualcun altro può prendere il nome «{name}».',
  },
  ja: {
    notes: '削除されるメモ: {notes} 件。',
    passkeys: '使えなくなるパスキー: {passkeys} 個。',
    name: '「{name}」という名前を他の人が使えるようになります。',
  },
  ko: {
    notes: '삭제되는 메모: {notes}개.',
    passkeys: '더 이상 쓸 수 없는 패스키: {passkeys}개.',
    name: '다른 사람이 ‘{name}’ 이름을 쓸 수 있습니다.',
  },
  nl: {
    notes: 'Notities die worden verwijderd: {notes}.',
    passkeys: 'Passkeys die niet meer werken: {passkeys}.',
    name: 'Iemand anders kan de naam “{name}” nemen.',
  },
  pl: {
    notes: 'Usuwane notatki: {notes}.',
    passkeys: 'Klucze dostępu, które przestają działać: {passkeys}.',
    name: 'Ktoś inny może przyjąć nazwę „{name}”.',
  },
  pt: {
    notes: 'Notas que são excluídas: {notes}.',
    passkeys: 'Chaves de acesso que deixam de funcionar: {passkeys}.',
    name: 'Outra pessoa pode usar o nome “{name}”.',
  },
  tr: {
    notes: 'Silinecek notlar: {notes}.',
    passkeys: 'Çalışmayacak geçiş anahtarları: {passkeys}.',
    name: '“{name}” adını başka biri alabilir.',
  },
  uk: {
    notes: 'Нотатки, які буде вилучено: {notes}.',
    passkeys: 'Ключі доступу, які перестануть діяти: {passkeys}.',
    name: 'Хтось інший зможе взяти ім’я «{name}».',
  },
  'zh-Hans': {
    notes: '将删除的笔记：{notes}。',
    passkeys: '将失效的通行密钥：{passkeys}。',
    name: '其他人可以使用名称“{name}”。',
  },
  'zh-Hant': {
    notes: '將刪除的筆記：{notes}。',
    passkeys: '將失效的通行密鑰：{passkeys}。',
    name: '其他人可以使用名稱「{name}」。',
  },
};
