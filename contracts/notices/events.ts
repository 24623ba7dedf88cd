/** The ways a notice reaches somebody beside their inbox, where it always stands. */
export const noticeChannels = ['email', 'push'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** The groups of the table in which people choose, in its order. */
export const noticeGroups = {
  contributions: 'Contribuições',
  payments: 'Pagamentos',
  cases: 'Casos',
  circle: 'A roda',
  administration: 'Administração',
  access: 'Acesso e chaves',
} as const
export type NoticeGroup = keyof typeof noticeGroups

export type EventRule = {
  readonly group: NoticeGroup
  /** The event as a person calls it, in the table. */
  readonly label: string
  /** The sentence on a lock screen: no amount, no name, no key. */
  readonly short: string
  readonly for: 'member' | 'administrator' | 'everybody'
  /** Whether a phone says it unless its person chose otherwise. */
  readonly push: boolean
  /** Told at once, also at night and beyond the day's number: somebody else could be acting in the person's name. */
  readonly isUrgent?: true
  /** Speaks of what was known before, so that its e-mail too waits for the morning. */
  readonly isReminder?: true
}

/** The events that people choose by: each is one row of the table, and holds one or more kinds of notices. */
export const noticeEvents = {
  'donation.to_pay': {
    group: 'contributions',
    label: 'Uma doação a fazer',
    short: 'Você tem uma doação a fazer.',
    for: 'member',
    push: true,
  },
  'donation.due': {
    group: 'contributions',
    label: 'Lembretes do prazo',
    short: 'Lembrete do prazo de uma doação sua.',
    for: 'member',
    push: true,
    isReminder: true,
  },
  'donation.owed': {
    group: 'contributions',
    label: 'Algo a doar, ainda sem a quem',
    short: 'Há algo novo nas suas doações.',
    for: 'member',
    push: false,
  },
  'donation.changed': {
    group: 'contributions',
    label: 'Uma doação que venceu, mudou de prazo ou foi cancelada',
    short: 'Uma doação sua mudou.',
    for: 'member',
    push: true,
  },
  'payment.to_come': {
    group: 'payments',
    label: 'Uma doação a caminho de você',
    short: 'Uma doação está a caminho de você.',
    for: 'member',
    push: true,
  },
  'payment.receipt': {
    group: 'payments',
    label: 'Um comprovante para conferir',
    short: 'Chegou um comprovante para você conferir.',
    for: 'member',
    push: true,
  },
  'payment.due': {
    group: 'payments',
    label: 'Lembretes de um comprovante sem resposta',
    short: 'Um comprovante espera a sua resposta.',
    for: 'member',
    push: true,
    isReminder: true,
  },
  'payment.answer': {
    group: 'payments',
    label: 'A resposta ao seu comprovante',
    short: 'Há uma resposta ao seu comprovante.',
    for: 'member',
    push: true,
  },
  'case.opened': {
    group: 'cases',
    label: 'Um problema sobre uma doação sua',
    short: 'Um problema foi avisado sobre uma doação sua.',
    for: 'member',
    push: true,
  },
  'case.asked': {
    group: 'cases',
    label: 'Uma resposta que pedem de você',
    short: 'Pedem uma resposta sua em um caso.',
    for: 'member',
    push: true,
  },
  'case.news': {
    group: 'cases',
    label: 'Novidades e decisões em um caso seu',
    short: 'Há algo novo em um caso seu.',
    for: 'member',
    push: true,
  },
  'circle.account': {
    group: 'circle',
    label: 'Seu cadastro aprovado',
    short: 'Seu cadastro foi aprovado.',
    for: 'member',
    push: true,
  },
  'circle.turn': {
    group: 'circle',
    label: 'A sua vez de receber',
    short: 'Há novidade sobre a sua vez.',
    for: 'member',
    push: true,
  },
  'circle.place': {
    group: 'circle',
    label: 'O seu lugar',
    short: 'O seu lugar mudou.',
    for: 'member',
    push: false,
  },
  'circle.rules': {
    group: 'circle',
    label: 'Os termos, o nome, os prazos e os aparelhos novos do círculo',
    short: 'Algo mudou no seu círculo.',
    for: 'member',
    push: true,
  },
  'circle.fiscals': {
    group: 'circle',
    label: 'Os fiscais da roda, e o que espera por você como fiscal',
    short: 'Há novidade sobre os fiscais da roda.',
    for: 'member',
    push: true,
  },
  'administration.reports': {
    group: 'administration',
    label: 'Um problema para olhar',
    short: 'Há algo novo em um caso.',
    for: 'administrator',
    push: true,
  },
  'administration.late': {
    group: 'administration',
    label: 'Um comprovante sem resposta no prazo',
    short: 'Há comprovantes sem resposta no prazo.',
    for: 'administrator',
    push: true,
  },
  'administration.approvals': {
    group: 'administration',
    label: 'Propostas e aprovações',
    short: 'Há algo novo em uma proposta.',
    for: 'administrator',
    push: true,
  },
  'administration.team': {
    group: 'administration',
    label: 'Quem administra, e quem leva os dados de todos',
    short: 'Algo mudou na administração da Ciranda.',
    for: 'administrator',
    push: true,
    isUrgent: true,
  },
  'administration.calendar': {
    group: 'administration',
    label: 'O calendário de contribuições',
    short: 'O calendário de contribuições tem notícia.',
    for: 'administrator',
    push: true,
  },
  'administration.beginning': {
    group: 'administration',
    label: 'O começo de uma roda que já existia',
    short: 'Há algo novo no começo da roda.',
    for: 'administrator',
    push: true,
  },
  'administration.backup': {
    group: 'administration',
    label: 'Cópias da Ciranda',
    short: 'Há algo a ver nas cópias da Ciranda.',
    for: 'administrator',
    push: true,
  },
  'access.approvals': {
    group: 'access',
    label: 'Propostas que tocam você',
    short: 'Uma proposta da administração toca você.',
    for: 'member',
    push: true,
  },
  'access.account': {
    group: 'access',
    label: 'Entradas, senha e situação da conta',
    short: 'Algo mudou no acesso à sua conta.',
    for: 'everybody',
    push: true,
    isUrgent: true,
  },
  'access.devices': {
    group: 'access',
    label: 'Aparelhos que assinam por você, e quem ajuda',
    short: 'Há algo novo sobre quem assina por você.',
    for: 'everybody',
    push: true,
    isUrgent: true,
  },
  'access.payment_key': {
    group: 'access',
    label: 'Chaves de pagamento',
    short: 'Algo mudou em uma chave de pagamento.',
    for: 'member',
    push: true,
    isUrgent: true,
  },
} as const satisfies Readonly<Record<string, EventRule>>

export type NoticeEvent = keyof typeof noticeEvents
