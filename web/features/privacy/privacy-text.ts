import { accessKindLabels } from '#contracts/access-kinds.ts'
import { moneyText } from '#contracts/money-text.ts'
import { isProfileField, profileField } from '#contracts/profile-fields.ts'
import type { AnswerOf } from '#contracts/contract.ts'
import { say } from '#web/text/say.ts'
import type { Access, Leaving } from './api.ts'

/** Describes an access and, as far as it is known, who made it. */
export function describeAccess({ kind, by, name, fields }: Access): { what: string; who: string } {
  const who = {
    self: 'você',
    administration: name ? `administração · ${name}` : 'administração',
    member: name ?? 'outra pessoa do círculo',
    unknown: 'alguém que não se identificou',
  }[by]
  const which = fields.length > 0 ? `: ${fields.map(fieldName).join(', ')}` : ''
  return { what: `${accessKindLabels[kind]}${which}`, who }
}

const otherFields: Readonly<Record<string, string>> = { password: 'senha', status: 'situação da conta' }

function fieldName(field: string): string {
  return otherFields[field] ?? (isProfileField(field) ? profileField(field).label : field)
}

/** The money that a member of a roda gave beyond what they received, by the sums that their device holds to the ledger. */
export function lackingIn(result: Pick<AnswerOf<'GET /circle/result'>, 'occupied' | 'own'> | undefined): number {
  const isRoda = result?.occupied.length === 1
  return isRoda && result.own ? Math.max(0, -result.own.balance) : 0
}

/** The consequences of leaving for money, places and debts, a sentence each; none for members who have left already. */
export function consequences({
  places,
  cancelled,
  unreturned,
  open: { settlements },
}: Pick<Leaving, 'places' | 'cancelled' | 'unreturned' | 'open'>): string[] {
  const lost = places.map(({ level, position }) => say`Você deixa o lugar nº ${position} da fila do nível ${level}.`)
  const { count, amount } = cancelled
  const owed =
    count === 0
      ? []
      : [
          count === 1
            ? `1 doação sua ainda não paga, de ${moneyText(amount)}, deixa de ser devida.`
            : `${count} doações suas ainda não pagas, ${moneyText(amount)} ao todo, deixam de ser devidas.`,
        ]
  const given =
    unreturned > 0
      ? [
          `Você deu ${moneyText(unreturned)} a mais do que recebeu, e sair não traz esse dinheiro de volta.`,
          'Para não perder, combine antes com quem venha no seu lugar: em Eu, “Passar o meu lugar”.',
        ]
      : []
  return [...given, ...settled(settlements), ...lost, ...owed]
}

/** The debt of somebody who leaves with more than they gave. */
function settled({ count, amount }: Leaving['open']['settlements']): string[] {
  if (count === 0) return []
  const how = count === 1 ? '1 acerto' : `${count} acertos`
  return [`Você recebeu mais do que deu, e fica devendo a diferença: ${moneyText(amount)}, em ${how}.`]
}

export type Matter = { readonly text: string; readonly to: '/donations' | '/reports' | null }

/** The open matters that block an erasure, a sentence each, with the page where they are settled. */
export function blockers({
  left,
  open: { sent, received, awaited, settlements, reports },
}: Pick<Leaving, 'left' | 'open'>): Matter[] {
  const money = ({ amount }: { amount: number }) => moneyText(amount)
  const settledWhere = left ? '.' : ', o que aparece em Doações depois que você sai do círculo.'
  const matters: (Matter & { readonly count: number })[] = [
    {
      count: sent.count,
      to: '/donations',
      text:
        sent.count === 1
          ? `1 doação que você enviou (${money(sent)}) espera a confirmação de quem recebe.`
          : `${sent.count} doações que você enviou (${money(sent)}) esperam a confirmação de quem recebe.`,
    },
    {
      count: received.count,
      to: '/donations',
      text:
        received.count === 1
          ? `1 doação que você recebeu (${money(received)}) espera a sua confirmação.`
          : `${received.count} doações que você recebeu (${money(received)}) esperam a sua confirmação.`,
    },
    {
      count: awaited.count,
      to: '/donations',
      text:
        awaited.count === 1
          ? `1 doação para você (faltam ${money(awaited)}) espera o comprovante de quem doa.`
          : `${awaited.count} doações para você (faltam ${money(awaited)}) esperam o comprovante de quem doa.`,
    },
    {
      count: settlements.count,
      to: left ? '/donations' : null,
      text: `${settlements.count === 1 ? '1 acerto' : `${settlements.count} acertos`} com o círculo (${money(settlements)}) a pagar${settledWhere}`,
    },
    {
      count: reports,
      to: '/reports',
      text:
        reports === 1
          ? say('1 report sobre uma doação sua espera a decisão da administração.')
          : say`${reports} reports sobre doações suas esperam a decisão da administração.`,
    },
  ]
  return matters.filter(({ count }) => count > 0).map(({ text, to }) => ({ text, to }))
}
