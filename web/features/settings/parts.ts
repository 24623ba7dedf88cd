import { dayAndHourText } from '#web/text/dates.ts'
import type { CircleSettings } from './api.ts'

/** The subjects of the settings, each behind a door of its own. */
const titles = {
  plano: 'O plano',
  identidade: 'Nome e quem responde',
  calendario: 'Calendário de contribuições',
  prazo: 'Prazo de quem recebe',
  correio: 'Correio',
  copia: 'Cópia de segurança',
  administradores: 'Quem administra',
  circulos: 'Círculos',
  encerrar: 'Outra volta ou encerrar',
} as const

export type SettingsPart = keyof typeof titles

export const isSettingsPart = (name: string): name is SettingsPart => Object.hasOwn(titles, name)

export const settingsPartTitle = (part: SettingsPart): string => titles[part]

/** The places of the long page of settings, as addresses name them. */
const places: Readonly<Record<string, SettingsPart>> = {
  plan: 'plano',
  identity: 'identidade',
  calendar: 'calendario',
  'answer-days': 'prazo',
  mail: 'correio',
  outbox: 'correio',
  backup: 'copia',
  administrators: 'administradores',
  circles: 'circulos',
  close: 'encerrar',
}

export const settingsPartOf = (hash: string): SettingsPart | null => places[hash] ?? null

type PartState = { readonly part: SettingsPart; readonly title: string; readonly state: string | null }

/** The doors with how each subject stands, as far as the settings say. */
export function settingsParts({ circle, calendar, answer_days: days, mail }: CircleSettings): PartState[] {
  const states: Partial<Record<SettingsPart, string>> = {
    calendario: calendar.automatic ? dayAndHourText(calendar.automatic.next.at) : 'à mão',
    prazo: `${days} dias`,
    encerrar: circle.closed_at ? 'encerrada' : undefined,
    correio: mail.carrier === 'smtp' ? 'por e-mail' : 'sem servidor',
  }
  const parts = (Object.keys(titles) as SettingsPart[]).filter((part) => part !== 'calendario' || !circle.closed_at)
  return parts.map((part) => ({
    part,
    title: titles[part],
    state: states[part] ?? null,
  }))
}
