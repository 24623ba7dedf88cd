// The closed lists of the specification, and how screens say them.

export const userStatuses = ['PENDING', 'ACTIVE', 'ACTIVE_PARTICIPANT', 'INACTIVE', 'SUSPENDED', 'APPROVED'] as const
export const donationStatuses = [
  'PENDING_PAYMENT',
  'PENDING_CONFIRMATION',
  'CONFIRMED',
  'EXPIRED',
  'CANCELLED',
] as const
export const donationTypes = [
  'PULL',
  'CASCADE_N1',
  'UPGRADE_N2',
  'REINJECTION_N2',
  'UPGRADE_N3',
  'REINFORCEMENT_N3',
  'ADM_N3',
  'FINAL_PAYMENT_N3',
  'SETTLEMENT',
] as const
export const reportStatuses = ['PENDING', 'INVESTIGATING', 'RESOLVED', 'DISMISSED'] as const
export const resolutions = ['RESOLVED', 'INVESTIGATING', 'NEEDS_MORE_INFO', 'REJECTED'] as const
export const donationOutcomes = ['keep', 'confirm', 'cancel'] as const
export const appealDecisions = ['UPHELD', 'CHANGED'] as const
export const pixKeyTypes = ['phone', 'email', 'cpf', 'random'] as const

export type UserStatus = (typeof userStatuses)[number]
export type DonationStatus = (typeof donationStatuses)[number]
export type DonationType = (typeof donationTypes)[number]
export type ReportStatus = (typeof reportStatuses)[number]
export type Resolution = (typeof resolutions)[number]
export type DonationOutcome = (typeof donationOutcomes)[number]
export type AppealDecision = (typeof appealDecisions)[number]
export type PixKeyType = (typeof pixKeyTypes)[number]

/** A person with one of these holds no place, is asked for nothing, and cannot sign in, or in a real circle only reads. */
export const closedStatuses = ['INACTIVE', 'SUSPENDED'] as const satisfies readonly UserStatus[]

export function isClosed(status: string): boolean {
  return closedStatuses.some((closed) => closed === status)
}

export const userStatusLabels: Readonly<Record<UserStatus, string>> = {
  PENDING: 'Pendente',
  ACTIVE: 'Ativo',
  ACTIVE_PARTICIPANT: 'Participante ativo',
  INACTIVE: 'Inativo',
  SUSPENDED: 'Suspenso',
  APPROVED: 'Aprovado',
}

export const roleLabels = { USER: 'Usuário', ADMIN: 'Administrador' } as const

export const donationStatusLabels: Readonly<Record<DonationStatus, string>> = {
  PENDING_PAYMENT: 'Aguardando Pagamento',
  PENDING_CONFIRMATION: 'Aguardando Confirmação',
  CONFIRMED: 'Confirmada',
  EXPIRED: 'Expirada',
  CANCELLED: 'Cancelada',
}

/** As members read them: what is not over is 'Pendente'. */
export function memberDonationStatusLabel(status: DonationStatus): string {
  if (status === 'CONFIRMED') return 'Concluída'
  if (status === 'CANCELLED') return 'Cancelada'
  return status === 'EXPIRED' ? 'Expirada' : 'Pendente'
}

export const donationTypeLabels: Readonly<Record<DonationType, string>> = {
  PULL: 'Contribuição mensal',
  CASCADE_N1: 'Cascata N1',
  UPGRADE_N2: 'Upgrade N2',
  REINJECTION_N2: 'Reinject N2',
  UPGRADE_N3: 'Upgrade N3',
  REINFORCEMENT_N3: 'Reforço N3',
  ADM_N3: 'ADM N3',
  FINAL_PAYMENT_N3: 'Pagamento Final N3',
  SETTLEMENT: 'Acerto',
}

/** A type's label; one this version does not know is 'Doação'. */
export function donationTypeLabel(type: string): string {
  return Object.hasOwn(donationTypeLabels, type) ? donationTypeLabels[type as DonationType] : 'Doação'
}

export const adminReportStatusLabels: Readonly<Record<ReportStatus, string>> = {
  PENDING: 'Pendente',
  INVESTIGATING: 'Investigando',
  RESOLVED: 'Resolvido',
  DISMISSED: 'Dispensado',
}

export const memberReportStatusLabels: Readonly<Record<ReportStatus, string>> = {
  PENDING: 'Aguardando Análise',
  INVESTIGATING: 'Em Análise',
  RESOLVED: 'Resolvido',
  DISMISSED: 'Dispensado',
}

export const pixKeyTypeLabels: Readonly<Record<PixKeyType, string>> = {
  phone: 'Celular',
  email: 'E-mail',
  cpf: 'CPF/CNPJ',
  random: 'Chave Aleatória',
}

/** The changes that two people decide, as screens and letters name them. */
export const approvalKindLabels = {
  payment_key: 'Troca da chave de pagamento de uma pessoa',
  resolve_report: 'Decisão de um caso',
  decide_appeal: 'Decisão de um recurso',
  change_plan: 'Mudança do plano',
  change_operator: 'Mudança de quem opera o círculo',
  close_circle: 'Encerramento com contas em aberto',
  add_administrator: 'Convite para administrar',
  suspend_member: 'Suspensão ou retirada de uma pessoa',
  change_queue: 'Mudança na ordem',
  pause_month: 'Pausa de um mês',
  hand_over: 'Passagem de um lugar',
} as const

/** The outcomes of a reported donation, as a proposal names them. */
export const donationOutcomeLabels: Readonly<Record<DonationOutcome, string>> = {
  keep: 'Fica como está',
  confirm: 'É dada como paga e confirmada',
  cancel: 'É cancelada e designada de novo',
}
