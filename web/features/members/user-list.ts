import { searchText } from '#contracts/search-text.ts'
import { normalizePhone } from '#contracts/payment/phones.ts'
import { isClosed } from '#contracts/labels.ts'
import type { Standing, User } from './api.ts'

// Derives names, colours, search results and pending approvals from the list of users.

export type Named = Pick<User, 'firstName' | 'lastName'>

export function nameOf({ firstName, lastName }: Named): string {
  return `${firstName} ${lastName}`.trim()
}

/** True for people who are not administrators and were not approved by one. */
export function isUnverified({ role, adminApproved }: Pick<User, 'role' | 'adminApproved'>): boolean {
  return role !== 'ADMIN' && !adminApproved
}

/** Somebody whose registration an administrator has still to decide: who was refused or suspended before is not. */
export function waitsForApproval(user: Pick<User, 'role' | 'adminApproved' | 'status'>): boolean {
  return isUnverified(user) && !isClosed(user.status)
}

export function verificationText({ role, adminApproved }: Pick<User, 'role' | 'adminApproved'>): string {
  if (role === 'ADMIN') return 'Admin (Verificado)'
  return adminApproved ? 'Aprovado pelo admin' : 'Não aprovado pelo admin'
}

/** Searches by name, e-mail or phone, ignoring accents and masks. People waiting for approval come first. */
export function foundUsers(
  users: readonly User[],
  { search, isUnverifiedOnly }: { search: string; isUnverifiedOnly: boolean },
): User[] {
  const wanted = searchText(search)
  const digits = search.replaceAll(/\D/g, '')
  // Digits of a phone are only looked for where nothing but a phone was typed.
  const isPhone = digits.length >= 3 && /^[\d\s()+.-]+$/.test(search.trim())
  const phone = normalizePhone(search) ?? digits
  const isFound = (user: User) => {
    if (isUnverifiedOnly && !isUnverified(user)) return false
    return (
      searchText(`${nameOf(user)} ${user.email} ${user.phone ?? ''}`).includes(wanted) ||
      (isPhone && (user.phone ?? '').replaceAll(/\D/g, '').includes(phone))
    )
  }
  return users.filter(isFound).toSorted((a, b) => Number(waitsForApproval(b)) - Number(waitsForApproval(a)))
}

/** The groups that an administrator looks for among the people of a circle. */
export const filterLabels = {
  'nao-verificados': 'Não verificados',
  'sem-aceite': 'Sem aceite dos termos',
  fechados: 'Suspensos ou retirados',
  'nao-pagaram': 'Ainda não pagou',
  atrasados: 'Com pagamento atrasado',
  vencidas: 'Com contribuição vencida sem pagamento',
  'nunca-confirmaram': 'Nunca confirmaram um recebimento',
  'comprovante-repetido': 'Com comprovante repetido',
} as const
export type UserFilter = keyof typeof filterLabels

export const orderLabels = { nome: 'Nome', recentes: 'Cadastro mais recente', atraso: 'Mais atrasos' } as const
export type UserOrder = keyof typeof orderLabels

type Standings = ReadonlyMap<string, Standing> | undefined

/** Whether a filter asks for more than the list of people says. */
export function needsStanding(filter: UserFilter | null): boolean {
  return filter !== null && filter !== 'nao-verificados' && filter !== 'sem-aceite'
}

/** Whether somebody is among those that a filter shows; the first two are decided elsewhere. */
export function meetsFilter(user: User, filter: UserFilter | null, standings: Standings): boolean {
  const standing = standings?.get(user.id)
  switch (filter) {
    case 'fechados':
      return user.role !== 'ADMIN' && isClosed(user.status)
    case 'nao-pagaram':
      return (standing?.unpaid ?? 0) > 0
    case 'atrasados':
      return (standing?.late ?? 0) > 0
    case 'vencidas':
      return (standing?.missed ?? 0) > 0
    case 'nunca-confirmaram':
      return standing !== undefined && standing.waiting > 0 && !standing.confirmed_any
    case 'comprovante-repetido':
      return standing?.repeated_receipt ?? false
    default:
      return true
  }
}

/** People in a chosen order; without one, as they come. */
export function inOrder(users: readonly User[], order: UserOrder | null, standings: Standings): readonly User[] {
  const late = ({ id }: User) => (standings?.get(id)?.late ?? 0) + (standings?.get(id)?.missed ?? 0)
  if (order === 'nome') return users.toSorted((a, b) => nameOf(a).localeCompare(nameOf(b), 'pt-BR'))
  if (order === 'recentes') return users.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))
  return order === 'atraso' ? users.toSorted((a, b) => late(b) - late(a)) : users
}

/** The line under somebody's name in a list of those who have not paid, or are shut out. */
export function standingNote(filter: UserFilter | null, standing: Standing | undefined): string | undefined {
  if (!standing) return undefined
  const { unpaid, late, late_waiting: waiting, missed, closed } = standing
  switch (filter) {
    case 'nao-pagaram':
      return unpaid === 1 ? '1 pagamento a fazer, no prazo' : `${unpaid} pagamentos a fazer, no prazo`
    case 'atrasados': {
      const all = late === 1 ? '1 pagamento atrasado' : `${late} pagamentos atrasados`
      return waiting === 0 ? all : `${all}, ${waiting} à espera de quem receba`
    }
    case 'vencidas':
      return missed === 1 ? '1 contribuição vencida' : `${missed} contribuições vencidas`
    case 'fechados':
      return closed ? `Motivo: ${closed.reason}` : undefined
    default:
      return undefined
  }
}
