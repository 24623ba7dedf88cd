/** What happened to a person's account and data, and who looked at them. */
export const accessKinds = [
  'session.opened', 'session.failed', 'session.closed', 'session.token_reused', 'password.changed', 'contact.verified', 'user.registered', 'user.approved',
  'user.edited', 'user.suspended', 'user.viewed', 'users.listed', 'queue.listed', 'donations.listed', 'donations.exported', 'reports.listed', 'receipt.viewed', 'data.exported', 'member.left', 'data.erased',
] as const
export type AccessKind = (typeof accessKinds)[number]

export const accessKindLabels: Readonly<Record<AccessKind, string>> = {
  'session.opened': 'Entrada na conta',
  'session.failed': 'Tentativa de entrada com senha errada',
  'session.closed': 'Saída da conta',
  'session.token_reused': 'Sessão encerrada por segurança',
  'password.changed': 'Senha trocada',
  'contact.verified': 'Contato verificado',
  'user.registered': 'Cadastro feito',
  'user.approved': 'Cadastro aprovado',
  'user.edited': 'Dados alterados',
  'user.suspended': 'Conta suspensa',
  'user.viewed': 'Seus dados foram vistos',
  'users.listed': 'A lista de pessoas do círculo foi vista',
  'queue.listed': 'As filas do círculo foram vistas',
  'donations.listed': 'As doações do círculo foram vistas',
  'donations.exported': 'As doações do círculo foram baixadas em planilha',
  'reports.listed': 'Os reports do círculo foram vistos',
  'receipt.viewed': 'Um comprovante seu foi visto',
  'data.exported': 'Cópia dos seus dados baixada',
  'member.left': 'Saída do círculo',
  'data.erased': 'Dados apagados',
}
