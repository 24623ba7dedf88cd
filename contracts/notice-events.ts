import { once } from '#circle/once.ts'
import { noticeChannels, noticeEvents } from './notices/events.ts'
import type { EventRule, NoticeChannel, NoticeEvent } from './notices/events.ts'
import { noticeRules } from './notices/notice.ts'
import type { NoticeKind } from './notices/notice.ts'

/** The kinds of notices of an event; a test holds that each event has one, and all of them the same rule of letters. */
export function kindsOf(event: NoticeEvent): readonly NoticeKind[] {
  return (Object.keys(noticeRules) as NoticeKind[]).filter((kind) => noticeRules[kind].event === event)
}

/** The rule of an event, with every field that it may have. */
export function eventRule(event: NoticeEvent): EventRule {
  return noticeEvents[event]
}

/** Whether an event reaches its person by every channel they have, and cannot be switched off. */
export function isAlwaysTold(event: NoticeEvent): boolean {
  return noticeRules[kindsOf(event)[0]!].letter === 'always'
}

/** One box of the table. */
export type NoticeBox = `${NoticeEvent}:${NoticeChannel}`

/** The boxes that a person set otherwise than the table proposes. */
export type NoticeChoices = Readonly<Partial<Record<NoticeBox, boolean>>>

export const noticeBoxes = (Object.keys(noticeEvents) as NoticeEvent[]).flatMap((event) =>
  noticeChannels.map((channel): NoticeBox => `${event}:${channel}`),
)

/** Whether a person wants an event by a channel: what is told always, then their own choice, then the table's. */
export function isWanted(choices: NoticeChoices, event: NoticeEvent, channel: NoticeChannel): boolean {
  if (isAlwaysTold(event)) return true
  const usual = channel === 'push' ? noticeEvents[event].push : noticeRules[kindsOf(event)[0]!].letter !== 'never'
  return choices[`${event}:${channel}`] ?? usual
}

const hourOfDay = once(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', hour: '2-digit', hourCycle: 'h23' }),
)

/** The hour in São Paulo, 0 to 23. */
export function hourIn(at: number): number {
  return Number(hourOfDay().format(at))
}

const QUIET_FROM = 21
const QUIET_UNTIL = 8

/** Whether it is night in São Paulo, 21 to 8: phones and reminders are then silent. */
export function isQuiet(at: number): boolean {
  const hour = hourIn(at)
  return hour >= QUIET_FROM || hour < QUIET_UNTIL
}

/** From this hour on what was held back during the day is told in one digest. */
export const DIGEST_HOUR = 20
/** The most that a phone rings in a day for what is not urgent; the rest comes in the digest. */
export const PUSHES_A_DAY = 3
