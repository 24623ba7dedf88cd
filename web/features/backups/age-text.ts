import { once } from '#circle/once.ts'
import { dayOf } from '#contracts/age.ts'
import { archiveFaultTexts } from '#contracts/backups.ts'
import type { Backups } from '#contracts/backups.ts'
import { ARCHIVE_OLD_MINUTES } from '#contracts/limits.ts'

const DAY_MS = 86_400_000
const clock = once(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', hour: 'numeric', minute: '2-digit' }),
)

/** How old the last nightly backup is, in words, and whether somebody should look: 'Última cópia: hoje às 3h12'. */
export function backupAge(last: string | null, now: number): { text: string; isOld: boolean } {
  if (last === null) return { text: 'Ainda não há nenhuma cópia', isOld: true }
  const at = Date.parse(last)
  const days = Math.round((Date.parse(dayOf(now)) - Date.parse(dayOf(at))) / DAY_MS)
  // A clock that was set back makes a backup of tomorrow.
  if (days > 1) return { text: `Sem cópia há ${days} dias`, isOld: true }
  return { text: `Última cópia: ${days === 1 ? 'ontem' : 'hoje'} às ${hourText(at)}`, isOld: false }
}

function hourText(at: number): string {
  const [hour, minute] = clock().format(at).split(':')
  return `${Number(hour)}h${minute}`
}

const MINUTE_MS = 60_000

/** Until when the continuous archive reaches, in words, and whether somebody should look: 'Arquivo contínuo: até hoje às 14h05'. */
export function archiveAge(
  { first_at, last_at, fault }: Pick<NonNullable<Backups['archive']>, 'first_at' | 'last_at' | 'fault'>,
  now: number,
): { text: string; isOld: boolean } {
  if (first_at === null || last_at === null)
    return fault
      ? { text: `O arquivo contínuo não pôde começar: ${archiveFaultTexts[fault]}`, isOld: true }
      : { text: 'O arquivo contínuo está começando', isOld: false }
  const at = Date.parse(last_at)
  const days = Math.round((Date.parse(dayOf(now)) - Date.parse(dayOf(at))) / DAY_MS)
  const isOld = fault !== null || now - at > ARCHIVE_OLD_MINUTES * MINUTE_MS
  const when = days > 1 ? `há ${days} dias` : `${days === 1 ? 'ontem' : 'hoje'} às ${hourText(at)}`
  if (!isOld) return { text: `Arquivo contínuo: até ${when}`, isOld }
  const since = days > 1 ? when : `desde ${when}`
  return { text: `O arquivo contínuo está parado ${since}${fault ? `: ${archiveFaultTexts[fault]}` : ''}`, isOld }
}

/** A size as people say it: '12,3 MB', or '41 kB' of a young circle. */
export function sizeText(bytes: number): string {
  if (bytes < 1e6) return `${Math.max(1, Math.round(bytes / 1e3))} kB`
  const megabytes = bytes / 1e6
  return `${megabytes.toLocaleString('pt-BR', { maximumFractionDigits: megabytes < 10 ? 1 : 0 })} MB`
}
