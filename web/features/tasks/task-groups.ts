import { adminReportStatusLabels, approvalKindLabels, donationTypeLabel } from '#contracts/labels.ts'
import type { ReportStatus } from '#contracts/labels.ts'
import { QUEUE_CAPACITY } from '#contracts/limits.ts'
import { moneyText } from '#contracts/money-text.ts'
import { dayText, momentText, shortDayText } from '#web/text/dates.ts'
import { say } from '#web/text/say.ts'
import type { Tasks } from './api.ts'

/** A screen of the console, and what it is asked to show. */
export type Target = {
  readonly to: '/admin/users' | '/admin/queue' | '/admin/donations' | '/admin/reports' | '/admin/approvals'
  readonly search: Readonly<Record<string, string | number>>
}
export type TaskItem = {
  readonly id: string
  readonly text: string
  readonly detail: string
  readonly target: Target
}
/** One kind of what waits: how many, the first of them, and where all of them are. */
export type TaskGroup = {
  readonly key: string
  readonly title: string
  readonly count: number
  readonly note?: string
  readonly items: readonly TaskItem[]
  readonly others: number
  readonly target: Target
  readonly all: string
}

/** How many people are late with a payment, and how many have not paid yet and are within the deadline. */
export type Payers = { readonly late: number; readonly unpaid: number }

/** Groups the pending tasks for the list, money in doubt first. Empty groups are left out. */
export function taskGroups(
  waiting: Tasks,
  payers: Payers = { late: 0, unpaid: 0 },
  isRoda: boolean = false,
): TaskGroup[] {
  return [
    reportsGroup(waiting),
    answersGroup(waiting),
    proposalsGroup(waiting),
    substitutesGroup(waiting),
    approvalsGroup(waiting),
    consentsGroup(waiting),
    lateGroup(payers.late),
    obligationsGroup(waiting),
    isRoda ? placelessGroup(waiting) : placesGroup(waiting),
    unpaidGroup(payers.unpaid),
  ].filter(({ count }) => count > 0)
}

const to =
  (path: Target['to']) =>
  (search: Target['search']): Target => ({ to: path, search })
const [usersAt, queueAt, donationsAt, reportsAt, approvalsAt] = [
  to('/admin/users'),
  to('/admin/queue'),
  to('/admin/donations'),
  to('/admin/reports'),
  to('/admin/approvals'),
]

function reportsGroup({ open_reports: { count, items } }: Tasks): TaskGroup {
  return {
    key: 'reports',
    title: count === 1 ? say('report em aberto') : say('reports em aberto'),
    count,
    items: items.map(({ id, donor, receiver, reporter, status, since }) => ({
      id,
      text: `De ${donor} para ${receiver}`,
      detail: `${whoWaits(reporter, status)} desde ${momentText(since)}`,
      target: reportsAt({ report: id }),
    })),
    others: count - items.length,
    target: reportsAt({}),
    all: say('Ver reports'),
  }
}

/** Whose report waits. Of those decided, only what an appeal reopened. */
function whoWaits(reporter: string, status: ReportStatus): string {
  if (status === 'RESOLVED' || status === 'DISMISSED') return `Recurso de ${reporter}, a decidir`
  const whose = say`Report de ${reporter}`
  return `${whose}, ${adminReportStatusLabels[status].toLowerCase()}`
}

function answersGroup({ late_confirmations: { count, items } }: Tasks): TaskGroup {
  return {
    key: 'answers',
    title: count === 1 ? 'confirmação atrasada' : 'confirmações atrasadas',
    count,
    items: items.map(({ id, donor, receiver, amount, deadline, answer_due, receipt_sent_at, rejections }) => ({
      id,
      text: `${moneyText(amount)} de ${donor} para ${receiver}`,
      detail:
        answer_due === null
          ? `Tem comprovante; o prazo venceu em ${momentText(deadline)}`
          : `Comprovante de ${shortDayText(receipt_sent_at)}; ${receiver} tinha até ${shortDayText(answer_due)} para responder${rejections > 0 ? ' e já recusou outro' : ''}`,
      target: donationsAt({ doacao: id }),
    })),
    others: count - items.length,
    target: donationsAt({ filtro: 'pendentes' }),
    all: 'Ver doações',
  }
}

function proposalsGroup({ proposals: { count, items } }: Tasks): TaskGroup {
  return {
    key: 'proposals',
    title: count === 1 ? 'proposta a decidir' : 'propostas a decidir',
    count,
    items: items.map(({ id, kind, proposed_by, since, due_at }) => ({
      id,
      text: `${approvalKindLabels[kind]}, por ${proposed_by}`,
      detail:
        due_at === null
          ? `Espera por você desde ${momentText(since)}`
          : `Proposta em ${momentText(since)}; acontece em ${momentText(due_at)} se ninguém discordar`,
      target: approvalsAt({}),
    })),
    others: count - items.length,
    target: approvalsAt({}),
    all: 'Ver aprovações',
  }
}

function substitutesGroup({ substitutes: { count, items } }: Tasks): TaskGroup {
  return {
    key: 'substitutes',
    title: count === 1 ? 'lugar a passar' : 'lugares a passar',
    count,
    items: items.map(({ id, name, newcomer_name: newcomer, until }) => ({
      id,
      text: `De ${name} para ${newcomer}`,
      detail: `As duas pessoas assinaram; vale até ${momentText(until)}`,
      target: approvalsAt({}),
    })),
    others: count - items.length,
    target: approvalsAt({}),
    all: 'Ver aprovações',
  }
}

function approvalsGroup({ approvals: { count, items } }: Tasks): TaskGroup {
  return {
    key: 'approvals',
    title: count === 1 ? 'cadastro a aprovar' : 'cadastros a aprovar',
    count,
    items: items.map(({ id, name, since }) => ({
      id,
      text: name,
      detail: `Cadastro de ${dayText(since)}`,
      target: usersAt({ filtro: 'nao-verificados', usuario: id, acao: 'perfil' }),
    })),
    others: count - items.length,
    target: usersAt({ filtro: 'nao-verificados' }),
    all: 'Ver cadastros',
  }
}

function consentsGroup({ consents: { count, items } }: Tasks): TaskGroup {
  return {
    key: 'consents',
    title: count === 1 ? 'pessoa sem aceite dos termos' : 'pessoas sem aceite dos termos',
    count,
    note: 'Nada é pedido a quem não aceitou os termos em vigor',
    items: items.map(({ id, name, since }) => ({
      id,
      text: name,
      detail: `Cadastro de ${dayText(since)}`,
      target: usersAt({ filtro: 'sem-aceite', usuario: id, acao: 'perfil' }),
    })),
    others: count - items.length,
    target: usersAt({ filtro: 'sem-aceite' }),
    all: 'Ver quem',
  }
}

function unpaidGroup(count: number): TaskGroup {
  return {
    key: 'unpaid',
    title: count === 1 ? 'pessoa ainda não pagou' : 'pessoas ainda não pagaram',
    count,
    note: 'O prazo não terminou: é só para lembrar, se quiser',
    items: [],
    others: 0,
    target: usersAt({ filtro: 'nao-pagaram' }),
    all: 'Ver quem',
  }
}

function lateGroup(count: number): TaskGroup {
  return {
    key: 'late',
    title: count === 1 ? 'pessoa com pagamento atrasado' : 'pessoas com pagamento atrasado',
    count,
    items: [],
    others: 0,
    target: usersAt({ filtro: 'atrasados' }),
    all: 'Ver quem',
  }
}

function placesGroup({ free_places: { count, first_position, members } }: Pick<Tasks, 'free_places'>): TaskGroup {
  const waiting =
    members.count === 1
      ? '1 pessoa aprovada espera por um lugar'
      : `${members.count} pessoas aprovadas esperam por um lugar`
  return {
    key: 'places',
    title: count === 1 ? 'vaga livre na fila' : 'vagas livres na fila',
    count,
    note:
      members.count === 0
        ? 'Ninguém espera por um lugar'
        : `${waiting}; a primeira vaga é a #${String(first_position).padStart(3, '0')}`,
    items: members.items.map(({ id, name, since }) => ({
      id,
      text: name,
      detail: `Sem lugar; cadastro de ${dayText(since)}`,
      target: queueAt({}),
    })),
    others: members.count - members.items.length,
    target: queueAt({}),
    all: 'Ver fila',
  }
}

/** In a roda, which was founded for so many and not for a hundred, a place is only waited for by people once there is an order. */
function placelessGroup({ free_places }: Tasks): TaskGroup {
  const { count } = free_places.members
  return {
    ...placesGroup({ free_places }),
    title: count === 1 ? 'pessoa sem lugar na ordem' : 'pessoas sem lugar na ordem',
    count: free_places.count === QUEUE_CAPACITY ? 0 : count,
    note: 'A ordem já existe, e elas entraram depois',
    all: 'Ver a ordem',
  }
}

function obligationsGroup({ obligations_without_receiver: { count, amount, items } }: Tasks): TaskGroup {
  return {
    key: 'obligations',
    title: count === 1 ? say('doação sem receptor') : say('doações sem receptor'),
    count,
    note: `${moneyText(amount)} à espera de alguém que receba`,
    items: items.map(({ id, member, type, amount: own, level, since }) => ({
      id,
      text: `${moneyText(own)} de ${member} (${donationTypeLabel(type)})`,
      detail: say`Aguarda receptor no nível ${level} desde ${dayText(since)}`,
      target: queueAt({ fila: level }),
    })),
    others: count - items.length,
    target: queueAt({}),
    all: say('Ver fila'),
  }
}
